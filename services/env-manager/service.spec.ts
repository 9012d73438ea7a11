import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { openStore } from '#kit/store/open.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { sandboxBackend } from './backends/sandbox/backend.ts';
import { createSandbox } from './backends/sandbox/sandbox.ts';
import { EnvironmentBackends } from './environment.ts';
import { Episodes } from './episodes.ts';
import { ENV_MANAGER_ACCESS, envManagerHandlers } from './service.ts';
import { call, smallTask, smallWorld } from './testkit/small-world.ts';

const ROLES = ['worker', 'harness', 'verifier', 'policy', 'learner', 'curator', 'admin'] as const;

async function clients() {
  const backends = new EnvironmentBackends([sandboxBackend([createSandbox(smallWorld)])]);
  const [store, evidenceStore] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')];
  const episodes = new Episodes({ backends, store, evidenceStore, clock: new ManualClock(), journal: 'store' });
  const tokens = tokenTable(Object.fromEntries(ROLES.map((role) => [`${role}-token`, { subject: role, roles: new Set([role]) }])));
  const handlers = envManagerHandlers(episodes, tokens);
  const as = (role: string) => inProcessClient(EnvManagerServiceService, handlers, { boundary: 'environment', token: () => `${role}-token` });
  return { as, anonymous: inProcessClient(EnvManagerServiceService, handlers, { boundary: 'environment' }) };
}

const opened = { episodeId: 'e', task: smallTask(), seed: 1, leaseMs: 0, slotId: 'slot', attempt: 2 };

describe('EnvManagerService', () => {
  it('takes an episode from its creation to its evidence', async () => {
    const { as } = await clients();
    const worker = as('worker');
    const created = await worker.createEpisode(opened);
    expect(created.worldBuild).toMatch(/^sha256:/);
    const step = { episodeId: 'e', step: 0, calls: [call('manage_alarm', { action: 'create', time: '07:30' })] };
    expect((await worker.step(step)).results).toMatchObject([{ status: 200, tool: 'manage_alarm', error: undefined }]);
    await as('harness').appendEvidence({ episodeId: 'e', offset: 0, operations: [], finalAction: undefined });
    expect((await worker.listEpisodes({ openOnly: true, limit: 0 })).episodes).toMatchObject([{ episodeId: 'e', slotId: 'slot', attempt: 2, steps: 1, open: true }]);
    const { finalStateDigest } = await worker.closeEpisode({ episodeId: 'e', reason: 'finished' });
    const { evidence } = await as('verifier').getEvidence({ episodeId: 'e' });
    expect(evidence).toMatchObject({ finalStateDigest, initialStateDigest: created.initialStateDigest, taskId: 'task-1' });
    expect(evidence?.changes).toMatchObject([{ table: 'alarms', rowId: 'alarm_1003', beforeJson: '' }]);
    expect((await worker.listEpisodes({ openOnly: true, limit: 0 })).episodes).toEqual([]);
  });

  it('lists the tools of a world', async () => {
    const { as } = await clients();
    expect((await as('harness').listTools({ world: 'small' })).tools.map((tool) => tool.name)).toContain('manage_alarm');
    await expect(as('harness').listTools({ world: 'moon' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'world' });
  });

  it.each(ROLES.filter((role) => role !== 'verifier'))('gives no evidence to the role %s', async (role) => {
    const { as } = await clients();
    await as('worker').createEpisode(opened);
    await expect(as(role).getEvidence({ episodeId: 'e' })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each(ROLES.filter((role) => role !== 'harness'))('lets the role %s add nothing to the evidence', async (role) => {
    const { as } = await clients();
    await as('worker').createEpisode(opened);
    const forged = { episodeId: 'e', offset: 0, operations: [], finalAction: undefined };
    await expect(as(role).appendEvidence(forged)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('takes nobody without a token at their word', async () => {
    const { anonymous } = await clients();
    const metadata = { 'gyre-role': 'verifier', role: 'verifier', authorization: 'Bearer verifier' };
    await expect(anonymous.getEvidence({ episodeId: 'e' }, { metadata })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(anonymous.createEpisode(opened)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('says for every method who may call it', () => {
    expect(Object.keys(ENV_MANAGER_ACCESS).sort()).toEqual(Object.keys(EnvManagerServiceService).sort());
  });

  it.each([
    ['an empty id', { ...opened, episodeId: '' }, 'episode_id'],
    ['a missing task', { ...opened, task: undefined }, 'task'],
    ['a state that is no state', { ...opened, task: smallTask({ initialStateJson: '{"alarms": 1}' }) }, 'task.initial_state_json'],
    ['a language nobody speaks', { ...opened, task: smallTask({ locale: 'tlh' }) }, 'task.locale'],
  ])('refuses %s by field', async (_name, request, field) => {
    const { as } = await clients();
    await expect(as('worker').createEpisode(request)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field });
  });
});
