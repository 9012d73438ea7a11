import type { Action } from '#protos/core/v1/action.ts';
import type { Turn } from '#protos/core/v1/context.ts';

/** References of a script to earlier results: `$<call id>.<path>`. */

const REFERENCE = /^\$([A-Za-z0-9_-]+)\.(.+)$/;

function at(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Array.isArray(here) ? here[Number(key)] : Object.entries(here).find(([k]) => k === key)?.[1];
  }
  return here;
}

function resolve(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const match = REFERENCE.exec(value);
    if (match === null) return value;
    const found = at(results.get(match[1] ?? ''), match[2] ?? '');
    return found === undefined ? value : found;
  }
  if (Array.isArray(value)) return value.map((v) => resolve(v, results));
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolve(v, results)]));
  return value;
}

/** Results of the script's calls by their ids; `actions[i]` was the action of `turns[i]`. */
export function resultsById(actions: readonly Action[], turns: readonly Turn[]): Map<string, unknown> {
  const results = new Map<string, unknown>();
  for (const [i, action] of actions.slice(0, turns.length).entries()) {
    if (action.turn?.$case !== 'calls') continue;
    for (const [k, call] of action.turn.value.calls.entries()) {
      const json = turns[i]?.results[k]?.resultJson;
      if (call.callId !== '' && json !== undefined && json !== '') results.set(call.callId, JSON.parse(json));
    }
  }
  return results;
}

/** The action with references replaced; one that cannot be resolved stays as it is and fails in the tool. Call ids are left to the harness. */
export function resolveAction(action: Action, results: ReadonlyMap<string, unknown>): Action {
  const { turn } = action;
  if (turn?.$case === 'calls') {
    const calls = turn.value.calls.map((call) => {
      if (!call.argumentsJson.includes('"$')) return { ...call, callId: '' };
      const args: unknown = JSON.parse(call.argumentsJson);
      return { ...call, callId: '', argumentsJson: JSON.stringify(resolve(args, results)) };
    });
    return { ...action, turn: { $case: 'calls', value: { calls } } };
  }
  if (turn?.$case === 'finish') {
    const answers = turn.value.answers.map((a) => String(resolve(a, results)));
    return { ...action, turn: { $case: 'finish', value: { ...turn.value, answers } } };
  }
  return action;
}
