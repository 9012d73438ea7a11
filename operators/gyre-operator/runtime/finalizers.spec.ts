import { expect, it } from 'vitest';
import { countedIds } from '#kit/ids.ts';
import { GyreError } from '#kit/errors.ts';
import { EventRecorder, EVENTS } from './events.ts';
import { finalize, type FinalizerOptions } from './finalizers.ts';
import { chance, openWorld, silent, until, type Widget, WIDGETS } from './testkit/world.ts';

const NAME = 'gyre.dev/reset';
const PLACE = { namespace: 'n', name: 'a' };

async function open(cleanUp: FinalizerOptions<Widget>['cleanUp'], options: Partial<FinalizerOptions<Widget>> = {}) {
  const world = await openWorld();
  const { clock, client, signal, writer, put, server } = world;
  const recorder = new EventRecorder({ writer: writer(), clock, random: chance(), ids: countedIds('events'), log: silent, controller: 'c', instance: 'i' });
  void world.run(recorder.run(signal));
  put('a');
  const look = async () => {
    const object = await client.get(WIDGETS, PLACE);
    return finalize(object, { writer: writer(), recorder, clock, resource: WIDGETS, finalizer: NAME, deadlineMs: 60_000, cleanUp, ...options }, signal);
  };
  return { ...world, look, there: () => client.find(WIDGETS, PLACE), events: () => server.store.list(EVENTS, 'n') };
}

it('an object that lives gets the finalizer, once', async () => {
  const { look, there } = await open(() => Promise.reject(new Error('not now')));
  for (let i = 0; i < 2; i++) expect(await look()).toEqual({ state: 'living' });
  expect((await there())?.metadata.finalizers).toEqual([NAME]);
});

it('one that is deleted waits for its cleaning up, and goes; other finalizers stay', async () => {
  let left = 2;
  const { look, there, remove, server } = await open(async () => --left === 0);
  server.store.write(WIDGETS, 'n', 'a', { kind: 'merge', body: { metadata: { finalizers: ['other'] } } }, undefined);
  await look();
  remove('a');
  expect(await look()).toEqual({ state: 'waiting', requeueAfterMs: 2_000 });
  expect(await look()).toEqual({ state: 'released' });
  expect((await there())?.metadata.finalizers).toEqual(['other']);
  expect(await look()).toEqual({ state: 'released' });
  server.store.write(WIDGETS, 'n', 'a', { kind: 'merge', body: { metadata: { finalizers: [] } } }, undefined);
  expect(await there()).toBeUndefined();
});

it.each<[string, FinalizerOptions<Widget>['cleanUp'], string]>([
  ['fails', () => Promise.reject(new GyreError('UNAVAILABLE', 'the phone is gone', { boundary: 'device' })), 'the phone is gone'],
  ['is never done', () => Promise.resolve(false), 'it is not done'],
])('after its deadline it goes although cleaning up %s, and an event says so', async (_, cleanUp, why) => {
  const { look, there, remove, clock, events } = await open(cleanUp);
  await look();
  remove('a');
  clock.advance(59_000);
  const early = await look().catch((error: unknown) => error);
  expect(early).toMatchObject(why === 'it is not done' ? { state: 'waiting', requeueAfterMs: 1_000 } : { code: 'UNAVAILABLE' });
  expect(await there()).toBeDefined();
  clock.advance(1_000);
  expect(await look()).toEqual({ state: 'released' });
  expect(await there()).toBeUndefined();
  await until('the event is written', () => events().length === 1);
  expect(events()[0]).toMatchObject({ type: 'Warning', reason: 'CleanupAbandoned', note: expect.stringContaining(why) });
});

it('a cleaning up that hangs is given up, each time after its limit', async () => {
  let started = 0;
  const { look, there, remove, clock } = await open(() => {
    started++;
    return new Promise(() => undefined);
  }, { tryMs: 20_000 });
  await look();
  remove('a');
  const first = look().catch((error: unknown) => error);
  await until('it has begun', () => started === 1);
  clock.advance(20_000);
  expect(await first).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  clock.advance(40_000);
  const last = look();
  await until('it has begun again', () => started === 2);
  clock.advance(20_000);
  expect(await last).toEqual({ state: 'released' });
  expect(await there()).toBeUndefined();
});

it('an object that has changed since it was read is left alone', async () => {
  const { client, clock, writer, signal, put, resize } = await open(async () => true);
  put('b');
  const seen = await client.get(WIDGETS, { namespace: 'n', name: 'b' });
  resize('b', 7);
  const recorder = new EventRecorder({ writer: writer(), clock, random: chance(), ids: countedIds('e'), log: silent, controller: 'c', instance: 'i' });
  const options = { writer: writer(), recorder, clock, resource: WIDGETS, finalizer: NAME, deadlineMs: 1, cleanUp: async () => true };
  await expect(finalize(seen, options, signal)).rejects.toMatchObject({ code: 'ABORTED' });
});
