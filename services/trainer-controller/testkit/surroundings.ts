import { drawTasks } from '#curator/mod.ts';
import { digestOf } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { Record as TrajectoryRecord } from '#protos/core/v1/record.ts';
import { type Approval, Release } from '#protos/core/v1/release.ts';
import { AbilityGroup, Split, Task } from '#protos/core/v1/task.ts';
import { EndReason, Trajectory, Validity } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { CuratorServiceService, IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { type AttemptOutcome, attemptId, type ClaimedSlot } from '#rollout-worker/attempt.ts';
import type { Executor } from '#rollout-worker/executor.ts';
import { pack } from '#rollout-worker/packing.ts';
import { partClient } from '#rollout-worker/testkit/plant.ts';
import type { Learner, LearnerResult } from '../learner.ts';

const GROUPS = [AbilityGroup.TOOL_USE, AbilityGroup.MEMORY, AbilityGroup.SKILLS, AbilityGroup.SUB_AGENT] as const;
const SPLITS = { train: Split.TRAIN, dev: Split.DEV, test: Split.TEST } as const;

function tasksOf(split: keyof typeof SPLITS, count: number): Task[] {
  return Array.from({ length: count }, (_, i) =>
    Task.fromPartial({
      ...{ id: `${split}-${i}`, revision: 1, family: `${split}-family-${i % 7}`, split: SPLITS[split], abilityGroup: GROUPS[i % 4] ?? AbilityGroup.GENERAL },
      ...{ request: `wake me at ${i}`, capabilities: [i % 2 === 0 ? 'multi_step' : 'recovery'], budget: { steps: 15 } },
    }),
  );
}

/** A curator that keeps everything in memory and, like the real one, names releases by their content. */
export function fakeCurator(counts = { train: 24, dev: 8, test: 8 }) {
  const tasks = (['train', 'dev', 'test'] as const).flatMap((split) => tasksOf(split, counts[split]));
  const records = new Map<string, { digest: string; split: Split }>();
  const releases = new Map<string, Release>();
  const ingested: string[] = [];
  const find = (digest: string): Release => {
    const release = releases.get(digest);
    if (release) return release;
    throw new GyreError('NOT_FOUND', `no release ${digest}`, { boundary: 'caller' });
  };
  const handlers = {
    constructTasks: async () => ({ constructed: tasks.length, released: tasks.length, rejected: [] }),
    getTask: async ({ id }: { id: string }) => ({ task: tasks.find((task) => task.id === id) }),
    async listTasks({ split, limit, after }: { split: Split; limit: number; after: string }) {
      const sorted = tasks.filter((task) => task.split === split && task.id > after).sort((a, b) => (a.id < b.id ? -1 : 1));
      return { tasks: sorted.slice(0, limit) };
    },
    async ingest({ trajectory }: { trajectory: Trajectory | undefined }) {
      if (!trajectory) throw new GyreError('INVALID_ARGUMENT', 'no trajectory', { boundary: 'caller' });
      const digest = digestOf({ slot: trajectory.slotId, policy: trajectory.policy });
      ingested.push(trajectory.slotId);
      records.set(trajectory.slotId, { digest, split: tasks.find((task) => task.id === trajectory.taskId)?.split ?? Split.UNSPECIFIED });
      return { record: TrajectoryRecord.fromPartial({ digest }) };
    },
    async proposeRelease({ parent, sampling, seed }: { parent: string; sampling: string; seed: number }) {
      const recordDigests = [...records.values()].map(({ digest }) => digest).sort();
      const weights = tasks.filter((task) => task.split === Split.TRAIN).map(({ id }) => ({ taskId: id, weight: 1, stratum: 'fresh' }));
      const digest = digestOf({ parent, sampling, seed, recordDigests });
      if (!releases.has(digest)) releases.set(digest, Release.fromPartial({ digest, parent, recordDigests, tasks: weights }));
      return { release: find(digest) };
    },
    async decideRelease({ digest, approval }: { digest: string; approval: Approval | undefined }) {
      const release = find(digest);
      const stands = release.approval !== undefined && (!release.approval.automatic || approval?.automatic === true);
      const decided = { ...release, approval: stands ? release.approval : approval };
      releases.set(digest, decided);
      return { release: decided };
    },
    getRelease: async ({ digest }: { digest: string }) => ({ release: find(digest) }),
    sampleTasks: async ({ release, count, seed }: { release: string; count: number; seed: number }) => ({ taskIds: drawTasks(find(release).tasks, count, seed) }),
  };
  return { client: partClient(CuratorServiceService, handlers, 'caller'), records, releases, ingested };
}

/** Harness versions in memory; a revision is named by its content. */
export function fakeHarness() {
  const base = HarnessVersion.fromPartial({ id: 'eta-0', instructions: 'plan', status: 'approved' });
  const versions = new Map([[base.id, base]]);
  const find = (id: string): HarnessVersion => {
    const version = versions.get(id === '' ? base.id : id);
    if (version) return version;
    throw new GyreError('NOT_FOUND', `no version ${id}`, { boundary: 'caller' });
  };
  const handlers = {
    getVersion: async ({ id }: { id: string }) => ({ version: find(id) }),
    async proposeRevision({ revision }: { revision: HarnessVersion | undefined }) {
      const given = HarnessVersion.fromPartial(revision ?? {});
      const id = digestOf({ instructions: given.instructions, notes: given.notes });
      if (!versions.has(id)) versions.set(id, { ...given, id, status: 'proposed' });
      return { version: find(id), problems: [] };
    },
    async decideRevision({ id, accept, approval }: { id: string; accept: boolean; approval: Approval | undefined }) {
      const version = { ...find(id), status: accept ? 'approved' : 'rejected', approval };
      versions.set(id, version);
      return { version };
    },
  };
  return { client: partClient(HarnessServiceService, handlers, 'harness'), versions };
}

/** Success of a slot, by its policy, harness, task and seed alone. */
export type Skill = (slot: ClaimedSlot) => boolean;

export const halfSkill: Skill = (slot) => random(slot.policy, slot.harnessVersion, slot.taskId, slot.seed).next() < 0.5;

/** Attempts that cost nothing: the outcome is a function of the slot, as the real ones are. */
export function fakeExecutor(skill: Skill = halfSkill, executed: string[] = []): Executor {
  const opening = Opening.fromPartial({ request: 'wake me' });
  const openingDigest = digestOf(opening);
  const run = (slot: ClaimedSlot): AttemptOutcome => {
    executed.push(slot._id);
    const success = skill(slot);
    const stream = random('usage', slot.policy, slot.taskId, slot.seed);
    const usage = { tokens: 4 + stream.int(12), toolCalls: 1 + stream.int(4), reasoningTokens: 0 };
    const progress = success ? 1 : stream.int(4) / 4;
    const id = attemptId(slot);
    const trajectory = Trajectory.fromPartial({
      ...{ id, slotId: slot._id, attempt: slot.attempt, taskId: slot.taskId, taskRevision: 1, episodeId: id, policy: slot.policy, harnessVersion: slot.harnessVersion },
      ...{ openingDigest, steps: [{ index: 0, tokens: [{ id: 1, logProb: -0.7, candidates: 2 }] }], endReason: EndReason.FINISHED, validity: Validity.VALID, usage },
    });
    const verdict = Verdict.fromPartial({ trajectoryId: id, success, progress });
    return {
      ...{ kind: 'completed', slotId: slot._id, attempt: slot.attempt, trajectoryId: id, openingDigest, opening: pack(Opening.encode(opening).finish()) },
      result: pack(IngestRequest.encode({ trajectory, verdict }).finish()),
      summary: { success, progress, valid: true, steps: 1, tokens: usage.tokens, toolCalls: usage.toolCalls },
    };
  };
  return { capacity: 4, run: async (slot) => run(slot), close: async () => undefined };
}

/** Weights that are the digest of everything they were learned from. */
export function fakeLearner(jobs: string[] = []): Learner {
  const result = (kind: string, job: object): LearnerResult => {
    jobs.push(kind);
    return { checkpoint: digestOf({ kind, job }), optimiser: kind === 'initialise' ? '' : digestOf({ optimiser: job }), statistics: { loss: 1 } };
  };
  const seen = (examples: readonly { trajectory: Uint8Array; advantage?: number }[]) =>
    examples.map(({ trajectory, advantage }) => {
      const { slotId, policy } = Trajectory.decode(trajectory);
      return { slotId, policy, advantage: advantage ?? null };
    });
  return {
    kind: 'compact',
    initialise: async (job) => result('initialise', job),
    coldStart: async (job) => result('coldStart', { ...job, examples: seen(job.examples) }),
    update: async (job) => result('update', { ...job, examples: seen(job.examples) }),
    close: async () => undefined,
  };
}
