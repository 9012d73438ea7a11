import { describe, expect, it } from 'vitest';
import { isExpired } from './failure.ts';
import { chance, openWorld, until, type Widget, WIDGETS } from './testkit/world.ts';
import { watch, type WatchEvent } from './watch.ts';

async function open(from?: string) {
  const world = await openWorld();
  const { client, clock, server, run, signal } = world;
  const events: WatchEvent<Widget>[] = [];
  let opened = 0;
  const follow = async () => {
    const options = { client, resource: WIDGETS, selection: { namespace: 'n' }, clock, random: chance(), idleMs: 90_000, longestMs: 600_000, signal, resourceVersion: from ?? String(server.store.version), onOpen: () => opened++ };
    for await (const event of watch(options)) events.push(event);
    return 'ended';
  };
  const over = run(follow().catch((error: unknown) => error));
  const standing = () => until('the watch stands', () => opened === 1);
  return { ...world, events, over, standing, said: () => events.map((event) => `${event.type} ${event.type === 'ADDED' || event.type === 'MODIFIED' || event.type === 'DELETED' ? event.object.metadata.name : ''}`.trim()) };
}

it('tells every change in order, with bookmarks, until the server ends it', async () => {
  const { put, resize, remove, server, over, said, events, standing } = await open();
  await standing();
  put('a');
  resize('a', 2);
  server.bookmark(WIDGETS);
  remove('a');
  await until('four events are there', () => events.length === 4);
  expect(said()).toEqual(['ADDED a', 'MODIFIED a', 'BOOKMARK', 'DELETED a']);
  expect(events.at(-1)?.resourceVersion).toBe(String(server.store.version));
  server.endWatches(WIDGETS);
  expect(await over).toBe('ended');
});

it('a silent connection is given up, after the last sign of life', async () => {
  const { server, clock, over, events, standing, put } = await open();
  await standing();
  clock.advance(80_000);
  server.bookmark(WIDGETS);
  await until('the bookmark is there', () => events.length === 1);
  server.blackHole = true;
  put('lost');
  clock.advance(80_000);
  await until('the alarm is set anew', () => clock.due.some((at) => at - clock.now() === 10_000));
  clock.advance(10_000);
  expect(await over).toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'cluster' });
  await until('the connection is closed', () => server.connections === 0);
  expect(events).toHaveLength(1);
});

it('a server that takes the request and never answers is given up as well', async () => {
  const world = await openWorld();
  world.server.blackHole = true;
  const { client, clock, server, signal } = world;
  const reading = (async () => {
    for await (const _ of watch({ client, resource: WIDGETS, selection: {}, clock, random: chance(), idleMs: 90_000, longestMs: 600_000, signal, resourceVersion: '1' }));
  })().catch((error: unknown) => error);
  await until('the request is there', () => server.asked(WIDGETS).watches === 1);
  clock.advance(90_000);
  expect(await reading).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
});

describe('what ends it', () => {
  it('a version that has expired, as an answer', async () => {
    const { over } = await open('5');
    expect(isExpired(await over)).toBe(true);
  });

  it.each([
    ['410', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' }, true],
    ['a version that is not there yet', { kind: 'Status', code: 504, reason: 'Timeout', message: 'Too large resource version', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }, true],
    ['500', { kind: 'Status', code: 500, reason: 'InternalError', message: 'no' }, false],
  ])('%s, as an event', async (_, object, expired) => {
    const { server, over, standing } = await open();
    await standing();
    server.inject(WIDGETS, { type: 'ERROR', object });
    expect(isExpired(await over)).toBe(expired);
    expect(await over).toMatchObject({ boundary: 'cluster' });
  });

  it.each([
    ['no event', { hello: 1 }],
    ['an event without a version', { type: 'ADDED', object: { metadata: { name: 'x' } } }],
  ])('%s', async (_, line) => {
    const { server, over, standing } = await open();
    await standing();
    server.inject(WIDGETS, line);
    expect(await over).toMatchObject({ code: 'INTERNAL', retryable: true });
  });

  it('a broken connection', async () => {
    const { server, over, standing } = await open();
    await standing();
    server.dropConnections();
    expect(await over).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('an object that is not as its schema says is told as such, and the watch goes on', async () => {
  const { server, put, events, said, standing } = await open();
  await standing();
  server.store.create(WIDGETS, 'n', { metadata: { name: 'odd' }, spec: { size: 'large' } });
  put('a');
  await until('two events are there', () => events.length === 2);
  expect(said()).toEqual(['UNREADABLE', 'ADDED a']);
});

it('large and many-byte objects arrive whole', async () => {
  const { put, events, standing } = await open();
  await standing();
  const text = '机器人🦾'.repeat(40_000);
  put('a', 1, { text });
  put('b');
  await until('two events are there', () => events.length === 2);
  expect(events[0]).toMatchObject({ type: 'ADDED', object: { metadata: { labels: { text } } } });
});
