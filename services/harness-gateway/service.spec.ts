import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { startHarness } from './start.ts';
import { calls, finish, KeptEvidence, openRequest, resultFor, SayingPolicy, smallArtifact, smallTools } from './testkit/harness.ts';

const TOKENS = {
  'worker-token': { subject: 'worker', roles: new Set(['worker']) },
  'trainer-token': { subject: 'trainer', roles: new Set(['trainer']) },
  'reviewer-token': { subject: 'reviewer', roles: new Set(['reviewer']) },
  'li-token': { subject: 'home/li/phone', roles: new Set(['agent']) },
  'wang-token': { subject: 'home/wang/phone', roles: new Set(['agent']) },
};

async function served() {
  const evidence = new KeptEvidence();
  const harness = await startHarness({
    store: openSqliteStore(':memory:'),
    clock: new ManualClock(1),
    policies: { get: async () => new SayingPolicy([calls(['manage_alarm', { action: 'query' }]), finish()]) },
    worldTools: async () => smallTools,
    evidence,
    artifact: smallArtifact,
    journal: 'store',
    authenticate: tokenTable(TOKENS),
    onFailure: (error) => {
      throw error;
    },
  });
  const as = (name: string) => inProcessClient(HarnessServiceService, harness.handlers, { token: () => `${name}-token` });
  return { harness, evidence, as };
}

describe('the harness service', () => {
  it('serves a session over the contract', async () => {
    const { harness, as, evidence } = await served();
    const client = as('worker');
    const opened = await client.openSession(openRequest());
    expect(opened).toMatchObject({ policy: 'saying', harnessVersion: await harness.versions.serving() });
    const first = await client.plan({ sessionId: 'session-1', step: 0, results: [] });
    const results = first.environmentCalls.map((call) => resultFor(call.callId, call.name));
    expect((await client.plan({ sessionId: 'session-1', step: 1, results })).action?.turn?.$case).toBe('finish');
    expect((await client.closeSession({ sessionId: 'session-1', results: [] })).steps).toHaveLength(2);
    expect(evidence.finalAction?.turn?.$case).toBe('finish');
    await harness.stop();
  });

  it('keeps a user’s sessions and memory to that user', async () => {
    const { harness, as } = await served();
    const request = openRequest({ memoryScope: 'home/li/phone', episodeId: '' });
    await expect(as('worker').openSession(request)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await as('li').openSession(request);
    await expect(as('wang').plan({ sessionId: 'session-1', step: 0, results: [] })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(as('wang').closeSession({ sessionId: 'session-1', results: [] })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await as('li').plan({ sessionId: 'session-1', step: 0, results: [] })).environmentCalls).toHaveLength(1);
    await harness.stop();
  });

  it('lets programs propose, and puts what they decide on record as automatic', async () => {
    const { harness, as } = await served();
    const { version: base } = await as('worker').getVersion({ id: '' });
    const revision = HarnessVersion.fromPartial({ ...base, instructions: `${base?.instructions}\n- Be brief.`, parent: base?.id });
    await expect(as('worker').proposeRevision({ revision })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const { version, problems } = await as('trainer').proposeRevision({ revision });
    expect(problems).toEqual([]);
    const approval = { by: 'reviewer-1', reason: '', automatic: false };
    const decided = await as('trainer').decideRevision({ id: version?.id ?? '', accept: true, approval });
    expect(decided.version?.approval?.automatic).toBe(true);
    await expect(as('trainer').rollback({ id: base?.id ?? '', approval })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await as('reviewer').rollback({ id: base?.id ?? '', approval });
    const { serving, versions } = await as('reviewer').listVersions({});
    expect(serving).toBe(base?.id);
    expect(new Map(versions.map(({ id, status }) => [id, status]))).toEqual(new Map([[base?.id, 'approved'], [version?.id, 'rolled_back']]));
    await harness.stop();
  });

  it('is closed to callers without a token, and names wrong fields', async () => {
    const { harness, as } = await served();
    const nobody = inProcessClient(HarnessServiceService, harness.handlers);
    await expect(nobody.openSession(openRequest())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(nobody.decideRevision({ id: 'x', accept: true, approval: undefined })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(as('worker').openSession(openRequest({ sessionId: '' }))).rejects.toMatchObject({ field: 'session_id' });
    await expect(as('worker').plan({ sessionId: 's', step: -1, results: [] })).rejects.toMatchObject({ field: 'step' });
    await expect(as('trainer').proposeRevision({ revision: undefined })).rejects.toMatchObject({ field: 'revision' });
    await harness.stop();
  });
});
