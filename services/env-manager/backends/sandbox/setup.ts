import { z } from 'zod';
import { invalid } from '#kit/errors.ts';
import type { Fault, Task } from '#protos/core/v1/task.ts';
import type { StateOverrides } from '../../worlds/world.ts';

/** What the sandbox needs of a task, parsed: nothing of the request, the history or the check. */
export interface EpisodeSetup {
  readonly state: StateOverrides;
  /** ISO 8601 instant. */
  readonly now: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly locale: 'en' | 'zh';
  readonly deniedPermissions: readonly string[];
  readonly faults: readonly Fault[];
}

const overrides = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.json()).nullable()));

/** INVALID_ARGUMENT naming the task's field. */
export function setupOf(task: Task): EpisodeSetup {
  return {
    state: parseState(task.initialStateJson),
    now: task.now,
    timeZone: task.timeZone,
    locale: localeOf(task.locale),
    deniedPermissions: task.deniedPermissions,
    faults: task.faults,
  };
}

function parseState(text: string): StateOverrides {
  if (text === '') return {};
  try {
    return overrides.parse(JSON.parse(text));
  } catch {
    throw invalid('task.initial_state_json', 'is not a change of state', 'write {"table": {"row id": {fields} or null}}');
  }
}

function localeOf(tag: string): 'en' | 'zh' {
  const [language] = tag.toLowerCase().split('-');
  if (language === 'en' || language === 'zh') return language;
  throw invalid('task.locale', `${JSON.stringify(tag)} is not served`, 'use en or zh');
}
