import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AsyncGroupDoc, UpdateDoc } from '../collections.ts';
import { dyingStore } from '../testkit/dying-store.ts';
import { newWorld, openLife, smallPlan, type World } from '../testkit/instance.ts';

const plan = { ...smallPlan, schedule: 'asynchronous', controllerInterval: 0, reviseHarness: false };

async function live(world: World, changes: Partial<Parameters<typeof openLife>[1]> = {}) {
  const life = await openLife(world, changes);
  await life.trainer.runner.start('r1', plan).catch(() => undefined);
  await life.trainer.runner.settled('r1');
  const round = await life.trainer.rounds.get('r1').catch(() => undefined);
  await life.close();
  return round;
}

const groupsOf = (world: World) => world.store.collection<AsyncGroupDoc>({ name: 'async_groups' }).find({});

describe('the asynchronous schedule', () => {
  it('learns from exactly the planned number of groups at each update, none of them twice', async () => {
    const world = newWorld();
    expect(await live(world)).toMatchObject({ phase: 'done', update: 4 });
    const used = (await groupsOf(world)).filter(({ state }) => state === 'used');
    for (let k = 1; k <= 4; k++) expect(used.filter(({ update }) => update === k)).toHaveLength(plan.groupsPerUpdate);
  });

  it('loses and doubles no slot when the controller dies, and keeps to the bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 10, max: 120 }), fc.boolean()), { minLength: 1, maxLength: 3 }), async (deaths) => {
        const world = newWorld();
        for (const [fatal, after] of deaths) await live(world, { store: dyingStore(world.store, fatal, after).store });
        expect(await live(world)).toMatchObject({ phase: 'done', update: 4, error: '' });
        expect(new Set(world.executed).size).toBe(world.executed.length);
        const used = (await groupsOf(world)).filter(({ state }) => state === 'used');
        expect(used).toHaveLength(4 * plan.groupsPerUpdate);
        for (const { update, policy_update } of used) expect(update - 1 - policy_update).toBeLessThanOrEqual(plan.staleness);
        const updates = await world.store.collection<UpdateDoc>({ name: 'updates' }).find({ round_id: 'r1' });
        expect(updates.map(({ update }) => update).sort()).toEqual([1, 2, 3, 4]);
      }),
      { numRuns: 10 },
    );
  }, 240_000);
});
