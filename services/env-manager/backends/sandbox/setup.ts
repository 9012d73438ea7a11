import { z } from 'zod';
import { type GyreError, invalid } from '#kit/errors.ts';
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
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (thrown) {
    throw noState(`is no JSON (${thrown instanceof Error ? thrown.message : String(thrown)})`);
  }
  const parsed = overrides.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw noState(`${issue?.path.map(String).join('/') || 'the document'}: ${issue?.message ?? 'does not fit'}`);
}

function noState(problem: string): GyreError {
  return invalid('task.initial_state_json', problem, 'write {"table": {"row id": {fields} or null}}');
}

function localeOf(tag: string): 'en' | 'zh' {
  const [language] = tag.toLowerCase().split('-');
  if (language === 'en' || language === 'zh') return language;
  throw invalid('task.locale', `${JSON.stringify(tag)} is not served`, 'use en or zh');
}
