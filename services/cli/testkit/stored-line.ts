import { type CuratorCollections, curatorCollections, packTrajectory, recordDigest, TaskPool } from '#curator/mod.ts';
import { createSandbox, phoneWorld, setupOf } from '#env-manager/mod.ts';
import { random } from '#kit/random.ts';
import { jsonOf } from '#kit/store/json.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Release } from '#protos/core/v1/release.ts';
import { Round } from '#protos/core/v1/round.ts';
import { AbilityGroup, Split, Task } from '#protos/core/v1/task.ts';
import { EndReason, Trajectory, Validity } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { EvaluateResponse, type TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import { ROUND_DEFAULTS } from '../plan-options.ts';
import { stagesOf } from '../report/stages.ts';
import { type RevisionDoc, scoresOf, trainerCollections } from '#trainer-controller/mod.ts';

/** A store as two rounds leave it behind, with invented figures: small, deterministic, and every collection the command line reads. */
export interface StoredLine {
  readonly store: Store;
  readonly rounds: readonly Round[];
  readonly task: Task;
  readonly trajectory: Trajectory;
  readonly record: string;
  readonly release: string;
}

const HARNESSES = ['sha256:aa01', 'sha256:aa02', 'sha256:aa03'] as const;
const UPDATES = 12;

export async function storedLine(): Promise<StoredLine> {
  const store = await openStore('sqlite::memory:');
  const curator = curatorCollections(store);
  const task = phoneTask();
  await new TaskPool(curator).add([task]);
  const { trajectory, record } = await storeTrajectory(curator, task);
  const release = `sha256:${'7'.repeat(64)}`;
  const json = Release.fromPartial({ digest: release, recordDigests: [record], tasks: [{ taskId: task.id, weight: 1, stratum: 'fresh' }], indicators: [{ name: 'records', value: 1 }], proposals: [{ id: '1', kind: 'add', gap: '', reason: 'one record', subjects: [record] }] });
  await curator.releases.put({ _id: release, state: 'proposed', round_id: 'line-1', parent: '', release: jsonOf(Release.toJSON(json)), approval: null });
  const rounds = await storeRounds(store, release, record);
  return { store, rounds, task, trajectory, record, release };
}

/** A task at the start of the phone world. */
function phoneTask(): Task {
  return Task.fromPartial({
    ...{ id: 'alarm/set#1', revision: 1, family: 'alarm/set', split: Split.TRAIN, world: 'phone', abilityGroup: AbilityGroup.TOOL_USE, locale: 'en' },
    ...{ request: 'Wake me at 7:30 <tomorrow> 请', now: '2026-03-02T09:00:00Z', timeZone: 'UTC', capabilities: ['argument_grounding'], frictions: [], domains: ['time-management'] },
    ...{ exposure: { tools: ['manage_alarm'], recall: 0, skills: [], withheld: [] }, budget: { steps: 15, tokens: 0, wallMs: 0 }, source: 'template' },
  });
}

async function storeTrajectory({ trajectories, records, slots }: CuratorCollections, task: Task): Promise<{ trajectory: Trajectory; record: string }> {
  const sandbox = createSandbox(phoneWorld);
  const episode = sandbox.open(setupOf(task), 5);
  const calls: ToolCall[] = [{ callId: 'c0', name: 'manage_bluetooth', argumentsJson: '{"action":"query"}' }];
  const results = episode.step(calls);
  const turn = { action: { reasoning: '', turn: { $case: 'calls' as const, value: { calls } } }, results, notices: [], addedTools: [] };
  const trajectory = Trajectory.fromPartial({
    ...{ id: 'line-1/u/1/0/0#1', slotId: 'line-1/u/1/0/0', attempt: 1, taskId: task.id, taskRevision: 1, episodeId: 'line-1/u/1/0/0#1', policy: policyId(1, 1), harnessVersion: HARNESSES[0] },
    ...{ worldBuild: sandbox.build, sampling: { temperature: 1, seed: 5 }, steps: [{ index: 0, turn }], endReason: EndReason.FINISHED, validity: Validity.VALID, finalStateDigest: episode.stateDigest() },
  });
  const verdict = Verdict.fromPartial({ trajectoryId: trajectory.id, success: false, progress: 0.5 });
  const record = recordDigest(trajectory, verdict);
  await trajectories.put(packTrajectory(trajectory, record));
  await slots.put({ _id: trajectory.slotId, taskId: task.id, policy: trajectory.policy, state: 'accepted', attempt: 1, trajectoryId: trajectory.id });
  await records.put({
    ...{ _id: record, trajectory_id: trajectory.id, slot_id: trajectory.slotId, task_id: task.id, task_revision: 1, family: task.family, split: task.split, backend: 'BACKEND_SANDBOX' },
    ...{ ability_group: task.abilityGroup, domains: [], capabilities: [], source: '', policy: trajectory.policy, harness_version: HARNESSES[0], validity: 'VALIDITY_VALID', actions: 'sha256:ac' },
    ...{ success: false, progress: 0.5, cause: 'FAILURE_CAUSE_GROUNDING', expected_tool: '', verdict: jsonOf(Verdict.toJSON(verdict)), attribution: null, decision: 'DECISION_ACCEPTED' },
    ...{ decided_by: 'rule', decision_reason: '', history: [], version: 1 },
  });
  return { trajectory, record };
}

function policyId(round: number, update: number): string {
  return `sha256:b${round}${String(update).padStart(2, '0')}`;
}

async function storeRounds(store: Store, release: string, record: string): Promise<Round[]> {
  const trainer = trainerCollections(store);
  const stream = random('stored line');
  const rounds: Round[] = [];
  const revisions: RevisionDoc[] = [];
  for (const number of [1, 2]) {
    const id = `line-${number}`;
    const start = number === 1 ? 'sha256:b000' : policyId(number - 1, UPDATES);
    const cold = number === 1 ? policyId(1, 0) : start;
    const plan = { ...ROUND_DEFAULTS, number, parentRound: number === 1 ? '' : 'line-1', updates: UPDATES };
    const scores = [{ name: 'end_to_end_accuracy', value: 0.55 + 0.1 * number, count: 120 }];
    const approvals = [{ by: 'auto', reason: 'the plan approves automatically', automatic: true }];
    const round = Round.fromPartial({ id, plan, phase: 'done', update: UPDATES, release, policyStart: start, policyCold: cold, policy: policyId(number, UPDATES), harness: HARNESSES[number], scores, digest: `sha256:d${number}`, approvals });
    rounds.push(round);
    await trainer.rounds.put({ _id: id, round: jsonOf(Round.toJSON(round)), epoch: 1, pool_seed: 1 });
    revisions.push({ _id: id, round_id: id, from: HARNESSES[number - 1] ?? '', proposal: HARNESSES[number] ?? '', method: 'rule', reasons: ['route <hotspot> first'], problems: [], dev_before: 0.6, dev_after: 0.64, accepted: true });
    await storeUpdates(store, number, id, () => stream.next(), record);
  }
  for (const doc of revisions) await trainer.revisions.put(doc);
  const levels = [0.02, 0.14, 0.4, 0.48, 0.62, 0.66, 0.71, 0.74];
  for (const [i, { policy, harness }] of stagesOf(rounds, revisions).entries()) {
    const outcomes = outcomesAt(levels[i] ?? 0.75, i);
    const result = EvaluateResponse.fromPartial({ evaluationId: `line-2/test/${i}`, scores: scoresOf(outcomes), outcomes });
    await trainer.evaluations.put({ _id: `line-2/test/${i}`, policy, harness_version: harness, split: 'test', result: jsonOf(EvaluateResponse.toJSON(result)) });
  }
  return rounds;
}

async function storeUpdates(store: Store, number: number, id: string, draw: () => number, record: string): Promise<void> {
  const trainer = trainerCollections(store);
  for (let update = 0; update <= UPDATES; update++) {
    const policy = PolicyVersion.fromPartial({ id: policyId(number, update), parent: update === 0 ? 'sha256:b000' : policyId(number, update - 1), kind: 'compact', origin: update === 0 ? 'cold_start' : 'care', roundId: id, update, records: update === 1 ? [record] : [] });
    await trainer.policies.put({ _id: policy.id, policy: jsonOf(PolicyVersion.toJSON(policy)), optimiser: '', statistics: {}, at_ms: number * 1000 + update, pruned: false });
    if (update === 0) continue;
    const skill = 0.3 + 0.2 * number + (0.25 * update) / UPDATES;
    const members = Array.from({ length: 16 }, () => {
      const ease = Math.min(1, Math.max(0, skill + 0.8 * (draw() - 0.5)));
      return Array.from({ length: 8 }, () => [draw() < ease ? 1 : 0, draw(), draw()] as const);
    });
    await trainer.updates.put({ _id: `${id}/u/${update}`, round_id: id, update, policy: policy.id, groups: 16, without_signal: 2, lost: 0, stale: 0, unscored: 0, members, statistics: {} });
    if (update % 4 !== 0) continue;
    const phi = { lambdaProg: 0.2 - 0.01 * update * number, lambdaEff: 0.05 + 0.005 * update * number, pLow: 0.25, pHigh: 0.75 };
    await trainer.phis.put({ _id: `${id}/phi/${update}`, round_id: id, update, phi, accepted: true, method: 'rule', reasons: [], dev: 0.4 + 0.1 * number + 0.01 * update });
  }
}

/** Outcomes of 40 families of 4 tasks, about `level` of them successes. */
function outcomesAt(level: number, stage: number): TaskOutcome[] {
  const groups = ['tool_use', 'tool_use', 'memory', 'skills', 'sub_agent'];
  return Array.from({ length: 160 }, (_, i) => {
    const family = i % 40;
    const stream = random('outcome', family);
    const hard = 0.3 * (stream.next() - 0.5);
    const success = random('outcome', i, stage % 3).next() < level + hard;
    return { taskId: `t${i}`, family: `family ${family}`, abilityGroup: groups[family % 5] ?? 'tool_use', valid: i % 53 !== 0, success, progress: success ? 1 : 0.4, steps: 3, cost: 9 - stage * 0.3 };
  });
}
