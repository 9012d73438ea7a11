import { describe, expect, it } from 'vitest';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import { trainerHandlers } from './service.ts';
import { newWorld, openLife, smallPlan, type World } from './testkit/instance.ts';

async function served(world: World) {
  const life = await openLife(world);
  return { life, client: inProcessClient(TrainerControllerServiceService, trainerHandlers(life.trainer)) };
}

describe('the trainer-controller service', () => {
  it('starts a round, streams its progress and tells how it ended', async () => {
    const { life, client } = await served(newWorld());
    await client.startRound({ roundId: 'r1', plan: smallPlan });
    const phases = new Set<string>();
    for await (const { phase } of client.watchRound({ roundId: 'r1' }, { timeoutMs: 20_000 })) phases.add(phase);
    expect(phases).toContain('training');
    expect((await client.getRound({ roundId: 'r1' })).round).toMatchObject({ phase: 'done' });
    const again: string[] = [];
    for await (const { phase } of client.watchRound({ roundId: 'r1' })) again.push(phase);
    expect(again).toEqual(['done']);
    const { policies, serving } = await client.listPolicies({ limit: 3 });
    expect(policies).toHaveLength(3);
    expect(serving).toBe((await client.getRound({ roundId: 'r1' })).round?.policy);
    await life.close();
  });

  it('goes on watching a round that another controller has taken over', async () => {
    const world = newWorld();
    const { life, client } = await served(world);
    const other = await served(world);
    const plan = { roundId: 'r1', plan: smallPlan };
    await Promise.all([client.startRound(plan), other.client.startRound(plan)]);
    const ends = await Promise.all(
      [client, other.client].map(async (watcher) => {
        let last = '';
        for await (const { phase, message } of watcher.watchRound({ roundId: 'r1' }, { timeoutMs: 20_000 })) last = `${phase} ${message}`.trim();
        return [last, (await watcher.getRound({ roundId: 'r1' })).round?.phase];
      }),
    );
    expect(ends.map(([last]) => last?.split(' ')[0])).toEqual(['done', 'done']);
    expect(ends.map(([, phase]) => phase)).toEqual(['done', 'done']);
    expect([life, other.life].filter(({ trainer }) => trainer.runner.takenOver('r1'))).toHaveLength(1);
    await life.close();
    await other.life.close();
  });

  it('watches a round that runs elsewhere through gates that it passes by itself, and stops where it waits', async () => {
    const { life, client } = await served(newWorld());
    const { rounds } = life.trainer;
    const watched = async (id: string) => {
      const phases: string[] = [];
      for await (const { phase } of client.watchRound({ roundId: id }, { timeoutMs: 20_000 })) {
        phases.push(phase);
        const owned = await rounds.take(id);
        await rounds.save({ ...owned.round, phase: 'done', digest: phase === 'awaiting_release' ? '' : 'sha256:d' }, owned.epoch);
      }
      return phases;
    };
    for (const approve of ['auto', 'manual']) {
      await rounds.create(approve, { ...smallPlan, approve }, 1);
      const { round, epoch } = await rounds.take(approve);
      await rounds.save({ ...round, phase: 'awaiting_release' }, epoch);
    }
    expect(await watched('auto')).toEqual(['awaiting_release', 'done', 'done']);
    expect(await watched('manual')).toEqual(['awaiting_release']);
    await life.close();
  });

  it('refuses a plan that cannot run and writes nothing', async () => {
    const { life, client } = await served(newWorld());
    await expect(client.startRound({ roundId: 'r1', plan: { ...smallPlan, groupSize: 1 } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'group_size' });
    await expect(client.getRound({ roundId: 'r1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await life.close();
  });

  it.each([
    ['policy_version', { policyVersion: 'nope' }],
    ['harness_version', { harnessVersion: 'nope' }],
  ])('refuses an unknown %s before anything is stored, so that the id is still free', async (field, change) => {
    const { life, client } = await served(newWorld());
    await expect(client.startRound({ roundId: 'r1', plan: { ...smallPlan, ...change } })).rejects.toMatchObject({ code: 'NOT_FOUND', field, message: expect.stringContaining('nope') });
    await expect(client.getRound({ roundId: 'r1' })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'round_id', remedy: 'name a round that was started' });
    expect((await client.startRound({ roundId: 'r1', plan: { ...smallPlan, harnessVersion: 'eta-0' } })).round?.plan?.harnessVersion).toBe('eta-0');
    await life.close();
  });

  it('evaluates dev and test, and nothing else', async () => {
    const { life, client } = await served(newWorld());
    const request = { policy: 'rule-planner', harnessVersion: '', split: 'test', limit: 4, seed: 1, evaluationId: 'e' };
    expect((await client.evaluate(request)).outcomes).toHaveLength(4);
    await expect(client.evaluate({ ...request, split: 'train' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'split' });
    for (const policy of ['nobody', 'teacher']) {
      await expect(client.evaluate({ ...request, policy, evaluationId: 'f' })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'policy' });
    }
    await expect(client.evaluate({ ...request, evaluationId: '' })).rejects.toMatchObject({ field: 'evaluation_id' });
    await life.close();
  });
});
