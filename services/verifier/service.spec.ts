import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import type { Evidence } from '#protos/core/v1/evidence.ts';
import { Task } from '#protos/core/v1/task.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { criteriaOf } from './collections.ts';
import { criteria, evidence, expectInsert, inserted, state } from './policies/testkit.ts';
import { openVerifierHandlers, verifierHandlers } from './service.ts';

const request = { trajectoryId: 's#1', episodeId: 'e1', taskId: 't1', taskRevision: 1 };
let store: Store;
let evidenceStore: Store;
const getEvidence = vi.fn<(request: { episodeId: string }) => Promise<{ evidence: Evidence | undefined }>>();
const memoryChanges = vi.fn(() => [inserted('memory', 'm9', { content: 'Gets up at 7:30' })]);
const taskOf = vi.fn(async () => Task.fromPartial({ id: 't1', memory: [{ memoryId: 'm1' }] }));

const dependencies = () => ({ environments: { getEvidence }, evidenceStore, store, taskOf, memoryChanges });
const client = () => inProcessClient(VerifierServiceService, openVerifierHandlers(dependencies()));

beforeEach(async () => {
  vi.clearAllMocks();
  [store, evidenceStore] = [openSqliteStore(':memory:'), openSqliteStore(':memory:')];
  const wanted = criteria([state(expectInsert('memory', { content: { $contains: '07:30' } }))]);
  await criteriaOf(evidenceStore).insert({ _id: 't1', revision: 1, criteria: JSON.parse(JSON.stringify(CompletionCriteria.toJSON(wanted))) });
  getEvidence.mockResolvedValue({ evidence: evidence({ finalStateDigest: 'sha256:a' }) });
});
afterEach(async () => {
  await Promise.all([store.close(), evidenceStore.close()]);
});

it('judges from criteria, evidence and the memory that the task started with', async () => {
  const { verdict } = await client().verify(request);
  expect(verdict).toMatchObject({ trajectoryId: 's#1', success: true, progress: 1, verifierVersion: 'rule-1' });
  expect(memoryChanges).toHaveBeenCalledWith([expect.objectContaining({ memoryId: 'm1' })], []);
});

it('takes memory changes from the evidence where the environment put them', async () => {
  getEvidence.mockResolvedValue({ evidence: evidence({ changes: [inserted('memory', 'm8', { content: 'Gets up at 9:00' })] }) });
  expect((await client().verify(request)).verdict?.success).toBe(false);
  expect(memoryChanges).not.toHaveBeenCalled();
});

it('is idempotent by trajectory id, even when the evidence is gone', async () => {
  const first = await client().verify(request);
  getEvidence.mockRejectedValue(new GyreError('NOT_FOUND', 'no such episode', { boundary: 'environment' }));
  expect(await client().verify(request)).toEqual(first);
  await expect(client().verify({ ...request, episodeId: 'e2' })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
});

it('gives the same verdict to two callers at once', async () => {
  const [a, b] = await Promise.all([client().verify(request), client().verify(request)]);
  expect(a).toEqual(b);
});

it.each([
  ['no evidence', async () => void getEvidence.mockRejectedValue(new GyreError('NOT_FOUND', 'gone', { boundary: 'environment' }))],
  ['an empty answer', async () => void getEvidence.mockResolvedValue({ evidence: undefined })],
  ['evidence of another task', async () => void getEvidence.mockResolvedValue({ evidence: evidence({ taskId: 't2' }) })],
  ['evidence of another episode', async () => void getEvidence.mockResolvedValue({ evidence: evidence({ episodeId: 'e2' }) })],
  ['no criteria', async () => void (await criteriaOf(evidenceStore).delete('t1'))],
])('gives no verdict for %s', async (_, prepare) => {
  await prepare();
  await expect(client().verify(request)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'verifier', retryable: false });
});

it('gives no verdict for a revision that the criteria are not of', async () => {
  await expect(client().verify({ ...request, taskRevision: 2 })).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'verifier' });
});

it('passes on that the environment cannot be reached, as something to try again', async () => {
  getEvidence.mockRejectedValue(new GyreError('UNAVAILABLE', 'down', { boundary: 'environment' }));
  await expect(client().verify(request)).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'environment', retryable: true });
});

it('refuses a request that names no episode', async () => {
  await expect(client().verify({ ...request, episodeId: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'episodeId' });
});

it.each([
  ['worker', true],
  ['policy', false],
  ['harness', false],
])('a caller with the role %s gets a verdict: %s', async (role, allowed) => {
  const authenticate = tokenTable({ t0k3n: { subject: role, roles: new Set([role]) } });
  const call = inProcessClient(VerifierServiceService, verifierHandlers(dependencies(), authenticate), { token: () => 't0k3n' }).verify(request);
  if (allowed) await expect(call).resolves.toMatchObject({ verdict: { success: true } });
  else await expect(call).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});
