import { expect, it } from 'vitest';
import { countedIds } from '#kit/ids.ts';
import { gatherMetrics } from '#kit/testkit/metrics.ts';
import { problems, schema } from '#tests/telemetry/declared.ts';
import { Controller } from './controller.ts';
import { Election } from './election.ts';
import { EventRecorder } from './events.ts';
import { keyOf } from './objects.ts';
import { advanceUntil, chance, openWorld, silent } from './testkit/world.ts';

it('what operators stand on emits every metric that is listed as its own, as it is listed', async () => {
  const gathered = gatherMetrics();
  const world = await openWorld();
  const { clock, client, signal, put, writer } = world;
  const informer = world.informer();
  const recorder = new EventRecorder({ writer: writer(), clock, random: chance(), ids: countedIds('e'), log: silent, controller: 'c', instance: 'i' });
  let reconciled = 0;
  const controller = new Controller({
    name: 'widgets',
    clock,
    random: chance(),
    log: silent,
    async reconcile(key) {
      const object = informer.cache.get(key);
      if (object) recorder.tell(object, { type: 'Normal', reason: 'Seen', action: 'Look', note: 'seen' });
      if (++reconciled === 1) throw new Error('once');
      return { requeueAfterMs: 60_000 };
    },
  });
  controller.watches(informer, (object) => [keyOf(object)]);
  const election = new Election({ client, lease: { namespace: 'n', name: 'l' }, identity: 'a', clock, random: chance(), log: silent, onLost: () => undefined });
  put('a');
  void world.run(recorder.run(signal));
  void world.run(informer.run(signal));
  void world.run(election.run((leading) => controller.run(leading), signal).catch(() => undefined));
  await advanceUntil('it is reconciled twice', clock, [250, 500], () => reconciled === 2);

  const listed = schema.metrics.filter(({ emitted, name }) => emitted === 'operator' && name.startsWith('gyre.operator.'));
  // The event is counted when the server has answered.
  await expect.poll(async () => {
    const names = (await gathered.read()).map(({ descriptor }) => descriptor.name);
    return listed.map(({ name }) => name).filter((name) => !names.includes(name));
  }, { timeout: 30_000 }).toEqual([]);
  const points = await gathered.read();
  const stray = points.flatMap(({ descriptor, dataPoints }) => {
    const metric = listed.find(({ name }) => name === descriptor.name);
    // What is undefined is not exported.
    const told = dataPoints.map(({ attributes }) => Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))));
    return told.flatMap((attributes) => problems(attributes, new Set(metric?.attributes)).map((problem) => `${descriptor.name}: ${problem}`));
  });
  expect(stray).toEqual([]);
  const leading = points.find(({ descriptor }) => descriptor.name === 'gyre.operator.leading');
  expect(leading?.dataPoints.map(({ value }) => value)).toEqual([1]);
});

it.each([
  [404, 'a resource that is not there'],
  [403, 'a list that is forbidden'],
])('the silence of %i, %s, is counted from the start, so that its alert comes, and ends with the first list', async (status) => {
  const gathered = gatherMetrics();
  const { clock, server, signal, run, informer: make } = await openWorld();
  const informer = make({ backoff: { firstMs: 1_000, longestMs: 30_000 } });
  clock.advance(3_600_000);
  server.refusals.push(...Array.from({ length: 1_000 }, () => ({ status })));
  void run(informer.run(signal));
  const start = clock.now();
  await advanceUntil('it has been refused for longer than the alert waits', clock, [500, 30_000], () => clock.now() - start > 300_000);
  const seconds = async () => (await gathered.read()).find(({ descriptor }) => descriptor.name === 'gyre.operator.watch.silence')?.dataPoints.map(({ value }) => value);
  expect([informer.hasSynced, await seconds()]).toEqual([false, [(clock.now() - start) / 1_000]]);
  server.refusals.length = 0;
  await advanceUntil('it is listed', clock, [500, 30_000], () => informer.hasSynced);
  expect(informer.silenceMs).toBe(0);
});
