import { GyreError, invalid } from '#kit/errors.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { LexicalPolicy, RulePlanner } from './baselines/mod.ts';
import { CompactPolicy, decodeCheckpoint } from './compact/mod.ts';
import { ScriptedPolicy, TeacherPolicy } from './scripted/mod.ts';
import type { Policy, PolicyRegistry } from './types.ts';

/**
 * Where policies come from, by name: a policy version id, a yardstick (`lexical`, `rule-planner`), the teacher of a train task
 * (`teacher:<task id>`), or hand-written actions (`scripted:<task id>`).
 */
export interface RegistrySources {
  /** Checkpoint blob of a policy version; undefined if there is no such version. */
  checkpointOf(version: string): Promise<string | undefined>;
  /** The serving policy version; undefined before there is one. */
  serving(): Promise<string | undefined>;
  /** The demonstration of a train task; undefined for every other task. */
  demonstrationOf(task: string): Promise<readonly Action[] | undefined>;
  /** Hand-written actions for a task, where a script was given. */
  scriptOf(task: string): Promise<readonly Action[] | undefined>;
  readonly blobs: Blobs;
  /** Where policy versions act that are served elsewhere, of whichever kind; absent: compact policies in this process. */
  readonly served?: (version: string) => Promise<Policy>;
}

/** Compact policies kept loaded: the current version, the ones before it, and those under evaluation. */
const LOADED = 6;

export function openPolicyRegistry(sources: RegistrySources): PolicyRegistry {
  const loaded = new Map<string, Promise<Policy>>();
  const yardsticks: { readonly [name: string]: Policy } = { lexical: new LexicalPolicy(), 'rule-planner': new RulePlanner() };

  async function load(version: string): Promise<Policy> {
    if (sources.served) return sources.served(version);
    const checkpoint = await sources.checkpointOf(version);
    if (checkpoint === undefined) throw notFound(version);
    return new CompactPolicy(version, decodeCheckpoint(await sources.blobs.get(checkpoint)));
  }

  function compact(version: string): Promise<Policy> {
    const known = loaded.get(version);
    loaded.delete(version);
    const policy = known ?? load(version);
    loaded.set(version, policy);
    // A failed load is not remembered: the checkpoint may be on its way.
    policy.catch(() => loaded.delete(version));
    const oldest = loaded.keys().next().value;
    if (loaded.size > LOADED && oldest !== undefined) loaded.delete(oldest);
    return policy;
  }

  return {
    async get(name) {
      if (name === '') {
        const serving = await sources.serving();
        if (serving === undefined) throw invalid('policy', 'there is no serving policy version yet', 'run a round, or name a policy', 'harness');
        return compact(serving);
      }
      const yardstick = yardsticks[name];
      if (yardstick !== undefined) return yardstick;
      const [kind, task] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
      if (kind === 'teacher') {
        const actions = await sources.demonstrationOf(task);
        if (actions === undefined) throw new GyreError('NOT_FOUND', `task ${task} has no demonstration; only train tasks have`, { boundary: 'caller', field: 'policy' });
        return new TeacherPolicy(actions);
      }
      if (kind === 'scripted') {
        const actions = await sources.scriptOf(task);
        if (actions === undefined) throw new GyreError('NOT_FOUND', `the script has no line for task ${task}`, { boundary: 'caller', field: 'policy' });
        return new ScriptedPolicy('scripted', actions.map((action) => ({ action, erroneous: false })));
      }
      return compact(name);
    },
  };
}

function notFound(version: string): GyreError {
  return new GyreError('NOT_FOUND', `there is no policy ${version}`, { boundary: 'caller', field: 'policy', remedy: 'list the versions with `gyre policy list`' });
}
