import { expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { Controller, type ControllerOptions, type Reconcile } from './controller.ts';
import { keyOf, placeOf } from './objects.ts';
import { ownedBy, ownerIndex, ownerKeys } from './owners.ts';
import { advanceToNext, advanceUntil, chance, openWorld, settle, silent, until, type Widget, WIDGETS } from './testkit/world.ts';

async function working(reconcile: Reconcile, options: Partial<ControllerOptions> = {}, before: (world: Awaited<ReturnType<typeof openWorld>>) => void = () => undefined) {
  const world = await openWorld();
  before(world);
  const informer = world.informer();
  const controller = new Controller({ name: 'widgets', reconcile, clock: world.clock, random: chance(), log: silent, backoff: { firstMs: 100, longestMs: 800 }, ...options });
  controller.watches(informer, (object) => [keyOf(object)]);
  const stop = new AbortController();
  const signal = AbortSignal.any([world.signal, stop.signal]);
  void world.run(informer.run(signal));
  const over = world.run(controller.run(signal));
  return { ...world, informer, controller, stop, over };
}

it('reconciles what there is once all is listed, and what changes', async () => {
  const seen: string[] = [];
  const { put, resize, remove, informer } = await working(async (key) => void seen.push(`${key} ${informer.cache.size}`), { workers: 1 }, ({ put }) => ['a', 'b'].forEach((name) => put(name)));
  await until('both are seen', () => seen.length === 2);
  expect(seen).toEqual(['n/a 2', 'n/b 2']);
  put('c');
  await until('c is seen', () => seen.length === 3);
  resize('c', 2);
  await until('c is seen again', () => seen.length === 4);
  remove('c');
  await until('its going is seen', () => seen.length === 5);
  expect(seen.slice(2)).toEqual(['n/c 3', 'n/c 3', 'n/c 2']);
});

it('one key is with one worker, several keys with as many as there are', async () => {
  const [now, most, gates] = [new Map<string, number>(), { key: 0, all: 0 }, [] as (() => void)[]];
  const { controller } = await working(
    async (key) => {
      now.set(key, (now.get(key) ?? 0) + 1);
      most.key = Math.max(most.key, now.get(key) ?? 0);
      most.all = Math.max(most.all, [...now.values()].reduce((sum, each) => sum + each, 0));
      await new Promise<void>((resolve) => gates.push(resolve));
      now.set(key, (now.get(key) ?? 0) - 1);
    },
    { workers: 3 },
    ({ put }) => ['a', 'b', 'c', 'd', 'e'].forEach((name) => put(name)),
  );
  await until('three are under way', () => gates.length === 3);
  for (const name of ['a', 'b', 'c']) controller.queue.add(`n/${name}`);
  await settle();
  expect(gates).toHaveLength(3);
  for (let done = 0; done < 8; done++) {
    await until('one is under way', () => gates.length > 0);
    gates.shift()?.();
  }
  await until('all is done', () => controller.queue.depth === 0 && [...now.values()].every((each) => each === 0));
  expect(most).toEqual({ key: 1, all: 3 });
});

it('a failure comes again after longer and longer, and is forgotten with the first success', async () => {
  const failures: number[] = [];
  const { clock, controller } = await working(
    async (_, context) => {
      failures.push(context.failures);
      if (failures.length < 4) throw new GyreError('UNAVAILABLE', 'not now', { boundary: 'cluster' });
    },
    {},
    ({ put }) => put('a'),
  );
  for (const range of [[50, 100], [100, 200], [200, 400]] as const) await advanceToNext(clock, range);
  await until('it has succeeded', () => failures.length === 4);
  expect(failures).toEqual([0, 1, 2, 3]);
  await until('it is forgotten', () => controller.queue.failures('n/a') === 0);
});

it('looks again after as long as the reconcile asks for', async () => {
  let times = 0;
  const { clock } = await working(async () => ({ requeueAfterMs: ++times < 3 ? 5_000 : undefined }), {}, ({ put }) => put('a'));
  for (let i = 0; i < 2; i++) await advanceToNext(clock, [5_000, 5_000]);
  await until('it was looked at three times', () => times === 3);
  await settle();
  expect(clock.due.filter((at) => at - clock.now() === 5_000)).toEqual([]);
});

it('a reconcile ends by its deadline and comes again; one that does not heed its signal is told of', async () => {
  let started = 0;
  const gate = Promise.withResolvers<void>();
  const { clock, controller } = await working(
    async (_, { signal }) => {
      started++;
      if (started === 1) await clock.sleep(1e9, signal);
      if (started === 2) await gate.promise;
    },
    { deadlineMs: 7_000 },
    ({ put }) => put('a'),
  );
  await advanceToNext(clock, [7_000, 7_000]);
  await advanceToNext(clock, [50, 100]);
  await until('it is tried again', () => started === 2);
  clock.advance(7_000);
  expect(controller.stuck()).toEqual([]);
  clock.advance(30_000);
  expect(controller.stuck()).toEqual(['n/a']);
  gate.resolve();
  await until('it has come back', () => controller.stuck().length === 0);
});

it('ends with its signal: what is under way is told and waited for, what waits is left', async () => {
  const seen: string[] = [];
  const { stop, over } = await working(
    async (key, { signal }) => {
      seen.push(key);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 20)));
      seen.push('ended');
    },
    { workers: 1 },
    ({ put }) => ['a', 'b'].forEach((name) => put(name)),
  );
  await until('one is under way', () => seen.length === 1);
  stop.abort();
  await over;
  expect(seen).toEqual(['n/a', 'ended']);
});

it('keys for which there was no room come with the resync', async () => {
  const seen = new Set<string>();
  const names = Array.from({ length: 6 }, (_, i) => `w${i}`);
  const { clock } = await working(async (key) => void seen.add(key), { queueLimit: 4, workers: 1 }, ({ put }) => names.forEach((name) => put(name)));
  await until('those are seen that had room', () => seen.size >= 4);
  expect(seen.size).toBeLessThan(6);
  names.slice(0, 4).forEach((name) => seen.delete(`n/${name}`));
  await settle();
  expect(seen.size).toBeLessThan(2);
  clock.advance(660_000);
  await until('the others are seen', () => seen.size >= 4);
});

it('makes children, counts them exactly though lists hide them and the API server is restarted, and makes no more', async () => {
  const wanted = 5;
  const made: string[] = [];
  const { server, client, put, informer, controller, clock, writer, stop, over } = await (async () => {
    const world = await openWorld();
    const children = world.informer({ selection: { labels: 'child=yes' }, indexers: { owner: ownerIndex } });
    const parents = world.informer({ resource: { ...WIDGETS }, selection: { labels: 'parent=yes' } });
    const reconcile: Reconcile = async (key) => {
      const parent = parents.cache.get(key);
      if (!parent) return;
      const have = children.cache.byIndex('owner', parent.metadata.uid ?? '');
      for (let i = have.length; i < wanted; i++) {
        const name = `child-${made.length}`;
        made.push(name);
        children.created(await world.writer().create(WIDGETS, { metadata: { namespace: 'n', name, labels: { child: 'yes' }, ownerReferences: [ownedBy(parent)] } }));
      }
    };
    const controller = new Controller({ name: 'parents', reconcile, clock: world.clock, random: chance(), log: silent });
    controller.watches(parents, (object) => [keyOf(object)]);
    controller.watches(children, ownerKeys('Widget'));
    const stop = new AbortController();
    const signal = AbortSignal.any([world.signal, stop.signal]);
    for (const informer of [children, parents]) void world.run(informer.run(signal));
    return { ...world, informer: children, controller, stop, over: world.run(controller.run(signal)) };
  })();
  await until('both watches stand', () => server.watching(WIDGETS) === 2);
  server.hidden = (name) => name.startsWith('child');
  server.store.create(WIDGETS, 'n', { metadata: { name: 'p', labels: { parent: 'yes' } } });
  await until('the children are made', () => informer.cache.size === wanted);
  for (let restart = 1; restart <= 3; restart++) {
    await server.stop();
    put(`meanwhile${restart}`);
    server.store.compact();
    await server.start();
    await advanceUntil('a list is through', clock, [250, 1_000], () => informer.counts.lists === 1 + restart && server.watching(WIDGETS) === 2);
    controller.queue.add('n/p');
    await until('it is looked at', () => controller.queue.depth === 0);
    await settle();
    // Watches that lasted for a while are good ones.
    clock.advance(20_000);
  }
  expect(made).toHaveLength(wanted);
  server.hidden = () => false;
  expect((await client.list(WIDGETS, { labels: 'child=yes' })).items).toHaveLength(wanted);
  await writer().delete(WIDGETS, await client.get(WIDGETS, { namespace: 'n', name: 'child-0' }));
  await until('one is made for the one that went', () => made.length === wanted + 1);
  put('unrelated');
  stop.abort();
  await over;
  expect((await client.list(WIDGETS, { labels: 'child=yes' })).items).toHaveLength(wanted);
});

it('keys and places are two forms of the same', () => {
  const object = (metadata: Widget['metadata']) => ({ metadata });
  expect(placeOf(keyOf(object({ namespace: 'n', name: 'a' })))).toEqual({ namespace: 'n', name: 'a' });
  expect(placeOf(keyOf(object({ name: 'a' })))).toEqual({ namespace: undefined, name: 'a' });
});
