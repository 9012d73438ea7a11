import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import { perturbations, verify, weaknesses } from '#verifier/mod.ts';
import type { Witness } from '#protos/core/v1/witness.ts';
import { createMemory } from '#harness-gateway/memory/memory.ts';
import { MAX_QUERY, SEARCH } from '#harness-gateway/memory/tools.ts';
import type { RecallIndex } from '#harness-gateway/recall/recall.ts';
import type { Sandbox } from '#env-manager/backends/sandbox/sandbox.ts';
import type { Json } from '#kit/store/types.ts';
import { callTurn, type TaskBundle } from '../assemble.ts';
import type { WorldIndex } from '../world-index.ts';
import { type Played, type Player, playerOf } from './playback.ts';
import type { Probes } from './probes.ts';
import { reachable } from './reach.ts';

/** What a task is audited with: the real sandbox, the real verifier and the recall of the harness. */
export interface Plant {
  readonly sandbox: Sandbox;
  readonly world: WorldIndex;
  readonly recall: RecallIndex;
}

/** The bundle with its witness complete, or why the task may not be released. */
export type Audited = { readonly ok: true; readonly bundle: TaskBundle } | { readonly ok: false; readonly reason: string };

const no = (reason: string): Audited => ({ ok: false, reason });

function leaves(value: Json): string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap((item) => (item === undefined ? [] : leaves(item)));
}

/** Answers that no result of the witness shows: a reader of the context could not give them. */
function ungrounded(witness: Witness, played: Played): string[] {
  const ending = witness.actions.at(-1)?.turn;
  if (ending?.$case !== 'finish') return [];
  const shown = [...played.results.values()].flatMap(({ body }) => leaves(body)).map((text) => text.toLowerCase());
  return ending.value.answers.filter((answer) => !shown.some((text) => text === answer.toLowerCase() || text.includes(answer.toLowerCase())));
}

function before(actions: readonly Action[], calls: readonly ToolCall[]): Action[] {
  return [...actions.slice(0, -1), callTurn(calls), ...actions.slice(-1)];
}

/** Gold memories that a search with the user's own words does not return: nobody could be asked to find them. */
function unfindable({ task, criteria }: TaskBundle): string[] {
  const gold = criteria.checks.flatMap(({ kind }) => (kind?.$case === 'memory' ? kind.value.memoryIds : []));
  if (gold.length === 0) return [];
  const found = createMemory(task.memory, task.now).call(SEARCH, { query: task.request.slice(0, MAX_QUERY) }).memoryIds;
  return gold.filter((id) => !found.includes(id));
}

const stateOf = (played: Played) => JSON.stringify(played.evidence.changes.filter((change) => !change.bookkeeping));

/** The first stray write that leaves a mark on top of the witness. */
function effectiveStray(player: Player, witness: Witness, played: Played, strays: readonly ToolCall[]): ToolCall | undefined {
  const state = stateOf(played);
  return strays.find((stray) => stateOf(player.play(before(witness.actions, [stray]))) !== state);
}

/**
 * Audits one task with the engine and the policies that will judge it: the witness passes and earns full progress, its variations
 * fail or pass as they must (services/verifier/audit), its tools can be reached, and its answers stand in what it read.
 */
export function audit(bundle: TaskBundle, probes: Probes, plant: Plant): Audited {
  const { task, criteria } = bundle;
  const player = playerOf(plant.sandbox, plant.world, task);
  const judge = (actions: readonly Action[]) => verify(criteria, player.play(actions).evidence, { trajectoryId: 'audit' });

  const played = player.play(bundle.witness.actions);
  if (played.dangling.length > 0) return no(`the witness refers to ${played.dangling[0]}, which no result holds`);
  const verdict = verify(criteria, played.evidence, { trajectoryId: 'audit' });
  if (!verdict.success) return no(`the witness fails: ${verdict.checks.find((check) => !check.passed)?.reason ?? 'no reason'}`);
  if (Math.abs(verdict.progress - 1) > 1e-9) return no(`the witness earns a progress of ${verdict.progress} only`);
  const hidden = reachable(task, bundle.witness.actions, plant);
  if (hidden !== undefined) return no(`the witness calls ${hidden}, which is not exposed`);
  const [answer] = ungrounded(bundle.witness, played);
  if (answer !== undefined) return no(`the answer ${answer} stands in no result`);

  if (unfindable(bundle).length > 0) return no('a memory that is needed is not found by the words of the request');

  const strayWrite = effectiveStray(player, bundle.witness, played, probes.strays);
  if (strayWrite === undefined) return no('no stray write was found that changes the state');
  const witness: Witness = { ...bundle.witness, strayWrite, extraReads: [...probes.reads] };
  const effective = new Set(played.operations.filter((operation) => operation.sideEffect && operation.status === 200).map((operation) => operation.callId));
  for (const variation of perturbations(witness, (call) => effective.has(call.callId))) {
    if (judge(variation.actions).success !== (variation.expected === 'pass')) return no(`${variation.name} should ${variation.expected}`);
  }
  const [weakness] = weaknesses(criteria, played.evidence);
  if (weakness !== undefined) return no(`the check passes ${weakness}`);
  return { ok: true, bundle: { task, criteria, witness } };
}
