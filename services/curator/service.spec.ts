import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import type { Client } from '#kit/rpc/types.ts';
import { jsonOf } from '#kit/store/json.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Decision } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import { ConstructTasksRequest, CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { criteriaOf } from '#verifier/mod.ts';
import { curatorCollections, TASK_DEMONSTRATIONS, TASK_WITNESSES } from './collections.ts';
import type { Construct } from './construction.ts';
import { curatorHandlers, openCuratorHandlers } from './service.ts';
import { taskOf, trajectoryOf, verdictOf } from './testkit/builders.ts';

let store: Store;
let evidenceStore: Store;
let client: Client<CuratorServiceService>;
const made = (task: ReturnType<typeof taskOf>) => ({ task, criteria: CompletionCriteria.fromPartial({ taskId: task.id, taskRevision: 1 }), witness: Witness.fromPartial({ taskId: task.id }) });
const construct = vi.fn<Construct>(async () => ({
  tasks: [made(taskOf('t1')), made(taskOf('d1', { family: 'f-dev', split: Split.DEV })), made(taskOf('d2', { family: 'f-dev', split: Split.TRAIN }))],
  rejected: ['t9: the witness fails'],
}));
const dependencies = () => ({ store, evidenceStore, clock: new ManualClock(1), construct });

beforeEach(async () => {
  [store, evidenceStore] = [openSqliteStore(':memory:'), openSqliteStore(':memory:')];
  client = inProcessClient(CuratorServiceService, openCuratorHandlers(dependencies()));
});
afterEach(async () => {
  await Promise.all([store.close(), evidenceStore.close()]);
});

const build = () => client.constructTasks(ConstructTasksRequest.fromPartial({ world: 'phone', seed: 1 }));
const approval = { by: 'auto', reason: '', automatic: true };
const report = async (slot: string, confidence = 1) => {
  const trajectory = trajectoryOf(slot, 't1', undefined, { sampling: { temperature: 1, seed: slot.length } });
  const verdict = verdictOf(trajectory.id, undefined, { confidence });
  await curatorCollections(store).verdicts.insert({ _id: trajectory.id, episode_id: 'e', task_id: 't1', task_revision: 1, success: true, verdict: jsonOf(Verdict.toJSON(verdict)) });
  return client.ingest({ trajectory, verdict });
};

describe('construction', () => {
  it('keeps tasks in the store, criteria and witnesses in the other, and tells what was turned down', async () => {
    expect(await build()).toEqual({ constructed: 4, released: 2, rejected: ['t9: the witness fails', expect.stringContaining('d2: family f-dev')] });
    expect((await client.getTask({ id: 't1' })).task).toEqual(taskOf('t1'));
    expect(await criteriaOf(evidenceStore).get('t1')).toMatchObject({ revision: 1 });
    expect(await evidenceStore.collection(TASK_WITNESSES).get('t1')).toMatchObject({ _id: 't1' });
    expect(await criteriaOf(store).count({})).toBe(0);
  });

  it('writes demonstrations for tasks of train families alone', async () => {
    await build();
    const written = await evidenceStore.collection(TASK_DEMONSTRATIONS).find({});
    expect(written.map(({ _id }) => _id)).toEqual(['t1']);
  });

  it('gives demonstrations to the harness alone, and of train tasks alone, whatever the store holds', async () => {
    await build();
    await evidenceStore.collection(TASK_DEMONSTRATIONS).put({ _id: 'd1', actions: [] } as { _id: string });
    const roles = ['harness', 'worker', 'trainer', 'admin'];
    const authenticate = tokenTable(Object.fromEntries(roles.map((role) => [`token-of-${role}`, { subject: role, roles: new Set([role]) }])));
    const handlers = curatorHandlers(dependencies(), authenticate);
    const as = (role: string) => inProcessClient(CuratorServiceService, handlers, { token: () => `token-of-${role}` });
    expect((await as('harness').getDemonstration({ taskId: 't1' })).actions).toEqual([]);
    await expect(as('harness').getDemonstration({ taskId: 'd1' })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'task_id' });
    for (const role of ['worker', 'trainer', 'admin']) await expect(as(role).getDemonstration({ taskId: 't1' })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('tells the harness what a revision may not quote', async () => {
    construct.mockResolvedValueOnce({ tasks: [made(taskOf('t1', { request: 'call my sister' }))], rejected: [] });
    await build();
    const { record } = await report('b/g/0');
    expect((await client.listPrivateTexts({ recordDigests: [record?.digest ?? ''] })).texts).toEqual(['call my sister']);
    expect((await client.listPrivateTexts({ recordDigests: [] })).texts).toEqual([]);
  });

  it('is idempotent', async () => {
    expect(await build()).toEqual(await build());
    expect((await client.listTasks({ split: Split.UNSPECIFIED, family: '', limit: 0, after: '' })).tasks).toHaveLength(2);
  });

  it('lists by split and family, page by page', async () => {
    await build();
    const list = async (split: Split, family = '', after = '', limit = 0) => (await client.listTasks({ split, family, limit, after })).tasks.map(({ id }) => id);
    expect(await list(Split.DEV)).toEqual(['d1']);
    expect(await list(Split.UNSPECIFIED, 'f-train')).toEqual(['t1']);
    expect(await list(Split.UNSPECIFIED, '', '', 1)).toEqual(['d1']);
    expect(await list(Split.UNSPECIFIED, '', 'd1', 1)).toEqual(['t1']);
  });
});

it('a round: ingest, review, propose, approve, sample', async () => {
  await build();
  const { record } = await report('b/g/0');
  expect(record?.decision).toBe(Decision.ACCEPTED);
  await report('b/g/10', 0.1);
  const { records: [waiting] } = await client.listReviews({ limit: 0 });
  expect(waiting?.trajectory?.id).toBe('b/g/10#1');
  const decided = await client.decideReview({ recordDigest: waiting?.digest ?? '', decision: 'approve', by: 'reviewer-1', reason: 'fine', attribution: undefined });
  expect(decided.record).toMatchObject({ decision: Decision.ACCEPTED, decidedBy: 'reviewer-1' });
  const { release } = await client.proposeRelease({ roundId: 'b', parent: '', sampling: 'flywheel', seed: 1 });
  const digest = release?.digest ?? '';
  await expect(client.sampleTasks({ release: digest, count: 3, seed: 1 })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  await client.decideRelease({ digest, accept: true, approval });
  expect((await client.getRelease({ digest })).release).toMatchObject({ digest, approval });
  expect((await client.sampleTasks({ release: digest, count: 3, seed: 1 })).taskIds).toEqual(['t1', 't1', 't1']);
});

it('many reports at once each get their own answer', async () => {
  await build();
  const records = await Promise.all(Array.from({ length: 50 }, (_, at) => report(`b/g/${'0'.repeat(at)}`)));
  expect(new Set(records.map(({ record }) => record?.digest)).size).toBe(50);
});

it.each([
  ['an unknown task', () => client.getTask({ id: 'nowhere' }), 'NOT_FOUND'],
  ['a report without a trajectory', () => client.ingest({ trajectory: undefined, verdict: undefined }), 'INVALID_ARGUMENT'],
  ['a negative limit', () => client.listReviews({ limit: -1 }), 'INVALID_ARGUMENT'],
  ['a negative count', () => client.sampleTasks({ release: 'x', count: -1, seed: 1 }), 'INVALID_ARGUMENT'],
  ['an unknown release', () => client.sampleTasks({ release: 'x', count: 1, seed: 1 }), 'NOT_FOUND'],
])('refuses %s', async (_, call, code) => {
  await expect(call()).rejects.toMatchObject({ code });
});

it.each([
  ['worker', 'ingest', 'INVALID_ARGUMENT'],
  ['policy', 'ingest', 'PERMISSION_DENIED'],
  ['worker', 'decideReview', 'PERMISSION_DENIED'],
  ['worker', 'decideRelease', 'PERMISSION_DENIED'],
  ['reviewer', 'decideRelease', 'INVALID_ARGUMENT'],
  ['harness', 'getTask', 'PERMISSION_DENIED'],
] as const)('a caller with the role %s calling %s meets %s', async (role, method, code) => {
  const authenticate = tokenTable({ t0k3n: { subject: role, roles: new Set([role]) } });
  const caller = inProcessClient(CuratorServiceService, curatorHandlers(dependencies(), authenticate), { token: () => 't0k3n' });
  const requests = {
    ingest: () => caller.ingest({ trajectory: undefined, verdict: undefined }),
    decideReview: () => caller.decideReview({ recordDigest: '', decision: 'approve', by: 'x', reason: '', attribution: undefined }),
    decideRelease: () => caller.decideRelease({ digest: '', accept: true, approval: undefined }),
    getTask: () => caller.getTask({ id: 't1' }),
  };
  await expect(requests[method]()).rejects.toMatchObject({ code });
});
