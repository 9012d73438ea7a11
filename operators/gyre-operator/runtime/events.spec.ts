import { expect, it } from 'vitest';
import { countedIds } from '#kit/ids.ts';
import { EventRecorder, EVENTS, type Happening } from './events.ts';
import { advanceToNext, chance, FARMS, openWorld, silent, settle, until, type Widget, WIDGETS } from './testkit/world.ts';

const READY: Happening = { type: 'Normal', reason: 'Ready', action: 'Reconcile', note: 'all is there' };

async function open() {
  const world = await openWorld();
  const { clock, server, signal, put, writer } = world;
  const recorder = new EventRecorder({ writer: writer(), clock, random: chance(), ids: countedIds('events'), log: silent, controller: 'gyre.dev/operator', instance: 'pod-1' });
  void world.run(recorder.run(signal));
  put('a');
  const about = await world.client.get(WIDGETS, { namespace: 'n', name: 'a' });
  return { ...world, recorder, about, events: () => server.store.list(EVENTS, undefined), writes: () => server.asked(EVENTS).writes };
}

it('an event says what happened to which object, when, and who says so', async () => {
  const { recorder, about, events } = await open();
  recorder.tell(about, READY);
  await until('it is written', () => events().length === 1);
  expect(events()[0]).toMatchObject({
    metadata: { namespace: 'n', name: expect.stringMatching(/^a\./) },
    eventTime: '2026-01-31T12:00:00.000000Z',
    reportingController: 'gyre.dev/operator',
    reportingInstance: 'pod-1',
    regarding: { apiVersion: WIDGETS.apiVersion, kind: 'Widget', name: 'a', namespace: 'n', uid: about.metadata.uid },
    ...READY,
  });
});

it('the same again is the same event, with a count; what is told in a burst costs few writes', async () => {
  const { recorder, about, events, writes, clock } = await open();
  recorder.tell(about, READY);
  await until('it is written', () => events().length === 1);
  clock.advance(5_000);
  for (let i = 0; i < 200; i++) recorder.tell(about, READY);
  await until('all is counted', () => JSON.stringify(events()).includes('201'));
  expect(events()[0]).toMatchObject({ series: { count: 201, lastObservedTime: '2026-01-31T12:00:05.000000Z' } });
  expect([events().length, writes() <= 4]).toEqual([1, true]);
});

it('after ten minutes the same is a new event', async () => {
  const { recorder, about, events, clock } = await open();
  recorder.tell(about, READY);
  await until('it is written', () => events().length === 1);
  clock.advance(600_000);
  recorder.tell(about, READY);
  await until('a second one is written', () => events().length === 2);
});

it('one object may not flood: 25 at once, then one each five minutes; others go on', async () => {
  const { recorder, about, events, clock, put, client } = await open();
  const note = (i: number) => ({ ...READY, note: `step ${i}` });
  for (let i = 0; i < 60; i++) recorder.tell(about, note(i));
  await until('the first are written', () => events().length === 25);
  put('b');
  recorder.tell(await client.get(WIDGETS, { namespace: 'n', name: 'b' }), READY);
  await until('the other is written', () => events().length === 26);
  clock.advance(300_000);
  for (let i = 60; i < 70; i++) recorder.tell(about, note(i));
  await until('one more is written', () => events().length === 27);
  await settle();
  expect(events()).toHaveLength(27);
});

it('a server that is away is tried again, and not for ever', async () => {
  const { recorder, about, events, server, clock, writes } = await open();
  server.refusals.push({ status: 503 });
  recorder.tell(about, READY);
  await advanceToNext(clock, [250, 500]);
  await until('it is written', () => events().length === 1);
  server.refusals.push(...Array.from({ length: 10 }, () => ({ status: 503 })));
  const before = writes();
  recorder.tell(about, { ...READY, note: 'another' });
  for (const range of [[250, 500], [500, 1_000], [1_000, 2_000]] as const) await advanceToNext(clock, range);
  await until('it is given up', () => writes() === before + 4);
  await settle();
  expect([writes(), events().length]).toEqual([before + 4, 1]);
});

it('an event that has expired at the server begins anew', async () => {
  const { recorder, about, events, server, clock } = await open();
  recorder.tell(about, READY);
  await until('it is written', () => events().length === 1);
  const [first] = events();
  server.store.delete(EVENTS, 'n', String((first?.['metadata'] as { name: string }).name));
  recorder.tell(about, READY);
  await advanceToNext(clock, [250, 500]);
  await until('it is written anew', () => events().length === 1 && events()[0] !== first);
  expect(events()[0]).toMatchObject({ series: { count: 2 } });
});

it('events about objects without a namespace lie in the default one; long notes are cut', async () => {
  const { recorder, events, server, client } = await open();
  server.store.create(FARMS, undefined, { metadata: { name: 'f' } });
  const farm: Widget = await client.get(FARMS, { name: 'f' });
  recorder.tell(farm, { ...READY, note: 'x'.repeat(5_000) });
  await until('it is written', () => events().length === 1);
  expect(events()[0]).toMatchObject({ metadata: { namespace: 'default' }, note: `${'x'.repeat(1_023)}…` });
});
