import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Store } from '#kit/store/types.ts';
import type { Round, RoundPlan } from '#protos/core/v1/round.ts';
import { Split } from '#protos/core/v1/task.ts';
import type { HarnessEditor } from '../revision/editor.ts';
import { dyingStore } from '../testkit/dying-store.ts';
import { RoundStore } from './store.ts';
import { type Life, newWorld, openLife, smallPlan, type World } from '../testkit/instance.ts';

async function finish(life: Life, id: string): Promise<Round> {
  await life.trainer.runner.settled(id);
  const round = await life.trainer.rounds.get(id);
  await life.close();
  return round;
}

async function wholeRound(world: World, plan: RoundPlan = smallPlan, id = 'r1'): Promise<Round> {
  const life = await openLife(world, { editor });
  await life.trainer.runner.start(id, plan);
  return finish(life, id);
}

/** Proposes one note, always the same. */
const editor: HarnessEditor = {
  propose: async ({ current }) => ({ instructions: `${current.instructions} well`, notes: current.notes, motivatedBy: [], reasons: ['a test'], method: 'rule' }),
};

describe('a round', () => {
  it('goes through every phase and ends with a digest over release, policy and harness', async () => {
    const world = newWorld();
    const round = await wholeRound(world);
    expect(round).toMatchObject({ phase: 'done', update: 4, error: '' });
    expect(round.digest).toMatch(/^sha256:/);
    expect(round.policy).not.toBe(round.policyCold);
    expect(round.policyCold).not.toBe(round.policyStart);
    expect(round.scores.map((score) => score.name)).toEqual(expect.arrayContaining(['overall', 'end_to_end_accuracy', 'dev_revised']));
    expect(round.approvals[0]).toMatchObject({ by: 'auto', automatic: true });
    expect(world.jobs).toEqual(['initialise', 'coldStart', 'update', 'update', 'update', 'update']);
  });

  it('learns from train tasks only: no dev or test trajectory is ever ingested', async () => {
    const world = newWorld();
    await wholeRound(world);
    expect(world.executed.some((slot) => slot.startsWith('eval/'))).toBe(true);
    expect(world.curator.ingested.some((slot) => slot.startsWith('eval/'))).toBe(false);
    expect([...world.curator.records.values()].every(({ split }) => split === Split.TRAIN)).toBe(true);
  });

  it('gives the same digests for the same seed, and others for another', async () => {
    const [one, two] = [await wholeRound(newWorld()), await wholeRound(newWorld())];
    expect(two).toEqual(one);
    expect((await wholeRound(newWorld(), { ...smallPlan, seed: 12 })).digest).not.toBe(one.digest);
  });

  it('is followed by one that starts from its policy, harness and release', async () => {
    const world = newWorld();
    const first = await wholeRound(world);
    const plan = { ...smallPlan, number: 2, parentRound: 'r1', demonstrations: 0, coldStartEpochs: 0 };
    const second = await wholeRound(world, plan, 'r2');
    expect(second).toMatchObject({ phase: 'done', policyStart: first.policy });
    expect(world.curator.releases.get(second.release)?.parent).toBe(first.release);
  });

  it('uses policy versions by plan: staleness 1 acts one update behind', async () => {
    const world = newWorld();
    const round = await wholeRound(world);
    const slots = world.store.collection<{ _id: string; policy: string; batchId: string }>({ name: 'slots' });
    const policyOf = async (k: number) => (await slots.find({ batchId: `r1/u/${k}` }))[0]?.policy;
    expect(await policyOf(1)).toBe(round.policyCold);
    expect(await policyOf(2)).toBe(round.policyCold);
    const updates = world.store.collection<{ _id: string; policy: string }>({ name: 'updates' });
    expect(await policyOf(4)).toBe((await updates.get('r1/u/2'))?.policy);
  });

  it('that is done stays done: starting it again runs nothing and moves no serving version', async () => {
    const world = newWorld();
    const first = await wholeRound(world);
    const second = await wholeRound(world, { ...smallPlan, number: 2, parentRound: 'r1', demonstrations: 0, coldStartEpochs: 0 }, 'r2');
    expect(await wholeRound(world)).toEqual(first);
    const serving = world.store.collection<{ _id: string; version: string }>({ name: 'policy_serving' });
    expect((await serving.get('serving'))?.version).toBe(second.policy);
  });

  it('parks for a manual release and goes on once it is approved', async () => {
    const world = newWorld();
    const plan = { ...smallPlan, approve: 'manual', reviseHarness: false };
    const parked = await wholeRound(world, plan);
    expect(parked).toMatchObject({ phase: 'awaiting_release', digest: '' });
    await world.curator.client.decideRelease({ digest: parked.release, accept: true, approval: { by: 'mei', reason: 'fine', automatic: false } });
    const life = await openLife(world);
    await life.trainer.runner.resume('r1');
    expect(await finish(life, 'r1')).toMatchObject({ phase: 'done', approvals: [{ by: 'mei', automatic: false }] });
  });

  it('with a manual plan waits although the very same release was frozen automatically, until a person approves it', async () => {
    const world = newWorld();
    const { release } = await wholeRound(world, { ...smallPlan, approve: 'manual', reviseHarness: false });
    const approve = (by: string, automatic: boolean) => world.curator.client.decideRelease({ digest: release, accept: true, approval: { by, reason: 'fine', automatic } });
    const resumed = async () => {
      const life = await openLife(world);
      await life.trainer.runner.resume('r1');
      return finish(life, 'r1');
    };
    await approve('auto', true);
    expect(await resumed()).toMatchObject({ phase: 'awaiting_release', approvals: [], error: '' });
    await approve('mei', false);
    expect(await resumed()).toMatchObject({ phase: 'done', release, approvals: [{ by: 'mei', automatic: false }] });
  });

  it('ends with what to do where its release was rejected', async () => {
    const world = newWorld();
    const parked = await wholeRound(world, { ...smallPlan, approve: 'manual' });
    await world.curator.client.decideRelease({ digest: parked.release, accept: false, approval: { by: 'a reviewer', reason: 'too few', automatic: false } });
    const refusal = new GyreError('FAILED_PRECONDITION', 'the release is rejected', { boundary: 'caller', remedy: 'start another round' });
    const life = await openLife(world, { curator: { ...world.curator.client, decideRelease: () => Promise.reject(refusal) } });
    await life.trainer.runner.resume('r1');
    expect(await finish(life, 'r1')).toMatchObject({ phase: 'awaiting_release', error: 'the release is rejected; start another round' });
  });

  it('refuses another plan under a known id', async () => {
    const world = newWorld();
    await wholeRound(world);
    const life = await openLife(world);
    await expect(life.trainer.runner.start('r1', { ...smallPlan, updates: 5 })).rejects.toMatchObject({ code: 'ALREADY_EXISTS', field: 'round_id' });
    await life.close();
  });

  it('runs the asynchronous schedule within its bound', async () => {
    const world = newWorld();
    const round = await wholeRound(world, { ...smallPlan, schedule: 'asynchronous' });
    expect(round).toMatchObject({ phase: 'done', update: 4 });
    const groups = await world.store.collection<{ _id: string; policy_update: number; update: number; state: string }>({ name: 'async_groups' }).find({ state: 'used' });
    expect(groups).toHaveLength(12);
    for (const { policy_update, update } of groups) expect(update - 1 - policy_update).toBeLessThanOrEqual(1);
  });

  it('serves only to the latest controller: one that was taken over can write nothing', async () => {
    const world = newWorld();
    const life = await openLife(world);
    const { rounds } = life.trainer;
    const round = await rounds.create('r9', smallPlan, 1);
    const first = await rounds.take('r9');
    const second = await rounds.take('r9');
    await expect(rounds.save({ ...round, phase: 'training' }, first.epoch)).rejects.toMatchObject({ code: 'ABORTED' });
    await rounds.save({ ...round, phase: 'collecting' }, second.epoch);
    expect((await rounds.get('r9')).phase).toBe('collecting');
    await life.close();
  });
});

describe('a round whose controller dies', () => {
  const reference = async () => {
    const world = newWorld();
    return { round: await wholeRound(world), slots: [...world.executed].sort() };
  };

  it('comes to the same digests wherever it died, with no slot lost or doubled', async () => {
    const { round: expected, slots } = await reference();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.boolean()), { minLength: 1, maxLength: 3 }), async (deaths) => {
        const world = newWorld();
        for (const [fatal, after] of deaths) {
          const dying = dyingStore(world.store, fatal, after);
          const life = await openLife(world, { editor, store: dying.store });
          await life.trainer.runner.start('r1', smallPlan).catch(() => undefined);
          await life.trainer.runner.settled('r1');
          await life.close();
        }
        const life = await openLife(world, { editor });
        await life.trainer.runner.start('r1', smallPlan);
        expect(await finish(life, 'r1')).toEqual(expected);
        expect([...new Set(world.executed)].sort()).toEqual([...new Set(slots)]);
        expect(world.executed).toHaveLength(slots.length);
      }),
      // The first died between the decision on a harness revision and its being written down.
      { numRuns: 25, examples: [[[[77, true], [34, false]]]] },
    );
  }, 240_000);

  it('comes to the same digests when a phase is interrupted by a service that fails', async () => {
    const { round: expected } = await reference();
    const world = newWorld();
    for (const method of ['constructTasks', 'proposeRelease', 'decideRelease', 'sampleTasks', 'listTasks'] as const) {
      const broken = { ...world.curator.client, [method]: () => Promise.reject(new Error('crash')) };
      const life = await openLife(world, { editor, curator: broken });
      await life.trainer.runner.start('r1', smallPlan);
      const stopped = await finish(life, 'r1');
      expect(stopped.error).toBe('crash');
    }
    expect(await wholeRound(world)).toEqual(expected);
  });
});

describe('a round whose services do not answer for a while', () => {
  const METHODS = ['constructTasks', 'proposeRelease', 'decideRelease', 'sampleTasks', 'listTasks'] as const;
  const silent = (code: 'UNAVAILABLE' | 'DEADLINE_EXCEEDED') => new GyreError(code, 'no answer', { boundary: 'store' });
  /** Waits between tries take no time; polls do. */
  const impatient: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms >= 500 ? 0 : ms, signal) };

  it('goes on by itself, to the same digests', async () => {
    const expected = await wholeRound(newWorld());
    const world = newWorld();
    const failing = new Map<string, number>(METHODS.map((method, i) => [method, i + 1]));
    const curator = new Proxy(world.curator.client, {
      get(client, name, receiver) {
        const left = failing.get(String(name)) ?? 0;
        if (left === 0) return Reflect.get(client, name, receiver);
        failing.set(String(name), left - 1);
        return () => Promise.reject(silent(left % 2 === 0 ? 'UNAVAILABLE' : 'DEADLINE_EXCEEDED'));
      },
    });
    const life = await openLife(world, { editor, clock: impatient, curator });
    await life.trainer.runner.start('r1', smallPlan);
    expect(await finish(life, 'r1')).toEqual(expected);
    expect([...failing.values()]).toEqual(METHODS.map(() => 0));
  });

  it('ends with the error where a service, and not its own process, cancels a call', async () => {
    const world = newWorld();
    const cancelled = new GyreError('CANCELLED', 'the connection was reset', { boundary: 'caller' });
    const life = await openLife(world, { editor, curator: { ...world.curator.client, proposeRelease: () => Promise.reject(cancelled) } });
    await life.trainer.runner.start('r1', smallPlan);
    expect(await finish(life, 'r1')).toMatchObject({ phase: 'curating', error: 'the connection was reset' });
  });

  it('ends with the error where they stay silent, and is resumed from there', async () => {
    const expected = await wholeRound(newWorld());
    const world = newWorld();
    let asked = 0;
    const proposeRelease = () => (asked++, Promise.reject(silent('UNAVAILABLE')));
    const life = await openLife(world, { editor, clock: impatient, curator: { ...world.curator.client, proposeRelease } });
    await life.trainer.runner.start('r1', smallPlan);
    expect(await finish(life, 'r1')).toMatchObject({ phase: 'curating', error: 'no answer' });
    expect(asked).toBe(10);
    expect(await wholeRound(world)).toEqual(expected);
  });

  describe.each(['UNAVAILABLE', 'DEADLINE_EXCEEDED'] as const)('and whose store is away (%s) for longer than the phase is begun again', (code) => {
    /** A store of which the rounds are away from the `first` write to them until so much time has been waited. */
    const away = (store: Store, first: number, ms: number) => {
      let [writes, waited] = [0, 0];
      const isAway = () => writes >= first && waited < ms;
      // Waits of minutes take no time, but count.
      const clock: Clock = {
        now: () => systemClock.now() + waited,
        sleep: (wait, signal) => {
          if (isAway() && wait >= 500) waited += wait;
          return impatient.sleep(wait, signal);
        },
      };
      const wrapped: Store = {
        ...store,
        collection: (spec) => {
          const target = store.collection(spec);
          if (spec.name !== 'rounds') return target as never;
          const get = (_: object, name: string) => async (...args: readonly unknown[]) => {
            if (name === 'update') writes++;
            if (isAway()) throw silent(code);
            return Reflect.get(target, name).apply(target, args);
          };
          return new Proxy({}, { get }) as never;
        },
      };
      return { store: wrapped, clock, waited: () => waited };
    };
    const HOUR = 3_600_000;

    it.each([1, 2, 3, 4, 5, 8, 13, 20])('from write %i to the round on: goes on by itself once it answers, to the same digests', async (first) => {
      const expected = await wholeRound(newWorld());
      const world = newWorld();
      const { store, clock, waited } = away(world.store, first, HOUR);
      const life = await openLife(world, { editor, clock, store });
      await life.trainer.runner.start('r1', smallPlan);
      expect(await finish(life, 'r1')).toEqual(expected);
      expect(waited()).toBeGreaterThanOrEqual(HOUR);
    });

    it('writes down an error of another kind once it answers, and can be stopped before', async () => {
      const broken = (world: World) => ({ ...world.curator.client, proposeRelease: () => Promise.reject(new Error('crash')) });
      // The write after that of the phase `curating` is that of the error.
      const world = newWorld();
      const writesBefore = 4;
      const { store, clock, waited } = away(world.store, writesBefore + 1, HOUR);
      const life = await openLife(world, { editor, clock, store, curator: broken(world) });
      await life.trainer.runner.start('r1', smallPlan);
      expect(await finish(life, 'r1')).toMatchObject({ phase: 'curating', error: 'crash' });
      expect(waited()).toBeGreaterThanOrEqual(HOUR);

      const other = newWorld();
      const forever = away(other.store, writesBefore + 1, Number.POSITIVE_INFINITY);
      const stopped = await openLife(other, { editor, clock: forever.clock, store: forever.store, curator: broken(other) });
      await stopped.trainer.runner.start('r1', smallPlan);
      while (forever.waited() < HOUR) await systemClock.sleep(1);
      await stopped.close();
    });

    it('leaves the round to a controller that has taken it over meanwhile', async () => {
      const world = newWorld();
      const { store, clock, waited } = away(world.store, 3, HOUR);
      const life = await openLife(world, { editor, clock, store });
      await life.trainer.runner.start('r1', smallPlan);
      while (waited() < HOUR / 2) await systemClock.sleep(1);
      const taken = await new RoundStore(world.store.collection({ name: 'rounds' })).take('r1');
      await life.trainer.runner.settled('r1');
      expect(life.trainer.runner.takenOver('r1')).toBe(true);
      expect(await life.trainer.rounds.get('r1')).toEqual(taken.round);
      await life.close();
    });
  });

  it('is not held up in its end by a wait', async () => {
    const life = await openLife(newWorld(), { editor, curator: { ...newWorld().curator.client, constructTasks: () => Promise.reject(silent('UNAVAILABLE')) } });
    await life.trainer.runner.start('r1', smallPlan);
    for await (const { message } of life.trainer.runner.hub.watch('r1', AbortSignal.timeout(60_000))) if (message.startsWith('begins again')) break;
    await life.close();
    expect((await life.trainer.rounds.get('r1')).error).toBe('');
  });
});

describe('progress', () => {
  it('is told from start to end and then closed', async () => {
    const life = await openLife(newWorld(), { editor });
    await life.trainer.runner.start('r1', smallPlan);
    const phases: string[] = [];
    for await (const { phase } of life.trainer.runner.hub.watch('r1', AbortSignal.timeout(20_000))) if (phases.at(-1) !== phase) phases.push(phase);
    expect(phases.filter((phase) => ['training', 'evaluating', 'done'].includes(phase))).toEqual(['training', 'evaluating', 'done']);
    expect(life.trainer.runner.hub.running('r1')).toBe(false);
    await life.close();
    await systemClock.sleep(0);
  });
});
