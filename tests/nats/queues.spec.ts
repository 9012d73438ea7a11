import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { afterEach, expect, it, vi } from 'vitest';
import { redrive } from '#kit/bus/redrive.ts';
import type { Bus } from '#kit/bus/types.ts';
import { systemClock } from '#kit/clock.ts';
import { describeWithServer } from '#tests/servers/server.testkit.ts';
import { loggingBus, message, operator, queue, text } from './testkit.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

await describeWithServer('nats', 'queues on NATS', (server) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function open(): Promise<Bus> {
    const { bus } = await loggingBus(server().url);
    ends.push(() => bus.close());
    return bus;
  }
  async function manager() {
    const { manager: made, close } = await operator(server().url);
    ends.push(close);
    return made;
  }

  it('declares every limit of its streams and consumers', async () => {
    const spec = queue('declared', { maxMessages: 500, ackWaitMs: 7_000, maxDeliver: 4, duplicateWindowMs: 900 });
    await (await open()).depth(spec);
    const { streams, consumers } = await manager();
    const work = (await streams.info('gyre_work_declared')).config;
    expect(work).toMatchObject({ retention: RetentionPolicy.Workqueue, storage: StorageType.File, discard: DiscardPolicy.New, max_msgs: 500, duplicate_window: nanos(900), num_replicas: 1 });
    const dead = (await streams.info('gyre_dead_declared')).config;
    expect(dead).toMatchObject({ retention: RetentionPolicy.Limits, discard: DiscardPolicy.Old, max_msgs: 500 });
    const notices = (await streams.info('gyre_notices_declared')).config;
    expect(notices.subjects).toEqual(['MAX_DELIVERIES', 'MSG_TERMINATED'].map((kind) => `$JS.EVENT.ADVISORY.CONSUMER.${kind}.gyre_work_declared.workers`));
    for (const { max_bytes, max_age } of [work, dead, notices]) {
      expect(max_bytes).toBeGreaterThan(0);
      expect(max_age).toBeGreaterThan(0);
    }
    expect((await consumers.info('gyre_work_declared', 'workers')).config).toMatchObject({ ack_policy: 'explicit', ack_wait: nanos(7_000), max_deliver: 4, max_ack_pending: 500 });
  });

  it('takes over a queue that another version has declared, with its messages', async () => {
    const before = await open();
    const spec = queue('changed', { maxMessages: 2, maxDeliver: 3, ackWaitMs: 1_000 });
    await before.publish(spec, message('a'));
    await before.publish(spec, message('b'));
    await expect(before.publish(spec, message('c'))).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
    const after = await open();
    const wider = { ...spec, maxMessages: 3, maxDeliver: 5, ackWaitMs: 2_000, duplicateWindowMs: 60_000 };
    await after.publish(wider, message('c'));
    const { streams, consumers } = await manager();
    expect((await streams.info('gyre_work_changed')).config).toMatchObject({ max_msgs: 3, duplicate_window: nanos(60_000) });
    expect((await consumers.info('gyre_work_changed', 'workers')).config).toMatchObject({ max_deliver: 5, ack_wait: nanos(2_000), max_ack_pending: 3 });
    const got: string[] = [];
    await after.consume(wider, 1, async (delivery) => {
      got.push(delivery.id);
      await delivery.ack();
    });
    await vi.waitFor(() => expect(got).toEqual(['a', 'b', 'c']), PATIENCE);
  });

  it('is declared by many processes at once', async () => {
    const spec = queue('together');
    const buses = await Promise.all(Array.from({ length: 6 }, open));
    await Promise.all(buses.map((bus, i) => bus.publish(spec, message(`m${i}`))));
    expect(await buses[0]?.depth(spec)).toBe(6);
  });

  it('says what is wrong when a stream of that name is something else', async () => {
    const { streams } = await manager();
    await streams.add({ name: 'gyre_work_foreign', subjects: ['gyre.work.foreign'], retention: RetentionPolicy.Limits });
    const bus = await open();
    await expect(bus.publish(queue('foreign'), message('m'))).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      boundary: 'bus',
      message: expect.stringContaining('gyre_work_foreign'),
      remedy: expect.stringContaining('delete it'),
    });
  });

  it('says how many replicas there cannot be', async () => {
    const { bus } = await loggingBus(server().url, { settings: { tls: { ca: undefined, cert: undefined, key: undefined }, replicas: 3 } });
    ends.push(() => bus.close());
    await expect(bus.publish(queue('replicated'), message('m'))).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'GYRE_BUS_REPLICAS' });
  });

  it('refuses when the bytes are used up, and goes on when there is room', async () => {
    const spec = queue('bytes');
    const bus = await open();
    await bus.depth(spec);
    const { streams } = await manager();
    await streams.update('gyre_work_bytes', { max_bytes: 10_000 });
    const big = 'x'.repeat(4_000);
    await bus.publish(spec, message('a', big));
    await bus.publish(spec, message('b', big));
    await expect(bus.publish(spec, message('c', big))).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryable: true });
    const got: string[] = [];
    await bus.consume(spec, 1, async (delivery) => {
      got.push(delivery.id);
      await delivery.ack();
    });
    await vi.waitFor(() => expect(got).toEqual(['a', 'b']), PATIENCE);
    await vi.waitFor(() => bus.publish(spec, message('c', big)), PATIENCE);
    await vi.waitFor(() => expect(got).toEqual(['a', 'b', 'c']), PATIENCE);
  });

  it('shares work between processes, each message in one pair of hands', async () => {
    const spec = queue('shared');
    const [one, two] = [await open(), await open()];
    const got: [string, string][] = [];
    for (const [name, bus] of [['one', one], ['two', two]] as const) {
      await bus.consume(spec, 3, async (delivery) => {
        got.push([name, delivery.id]);
        await delivery.ack();
      });
    }
    await Promise.all(Array.from({ length: 300 }, (_, i) => one.publish(spec, message(`m${i}`))));
    await vi.waitFor(async () => expect(await two.depth(spec)).toBe(0), PATIENCE);
    expect(got.map(([, id]) => id).toSorted()).toEqual(Array.from({ length: 300 }, (_, i) => `m${i}`).toSorted());
    expect(new Set(got.map(([name]) => name))).toEqual(new Set(['one', 'two']));
  });

  it('buries what was given up while nobody consumed, and keeps letters when everything restarts', async () => {
    const spec = queue('abandoned', { maxDeliver: 1, ackWaitMs: 500 });
    const first = await open();
    const taken = Promise.withResolvers<void>();
    await first.consume(spec, 1, async () => {
      taken.resolve();
      await new Promise(() => undefined);
    });
    await first.publish(spec, { ...message('left'), headers: { k: 'v' } });
    await taken.promise;
    await first.close();
    const { streams } = await manager();
    await vi.waitFor(async () => expect((await streams.info('gyre_notices_abandoned')).state.messages).toBe(1), PATIENCE);
    await server().restart();
    const second = await open();
    await second.consume(spec, 1, (delivery) => delivery.ack());
    await vi.waitFor(async () => expect(await second.deadLetters(spec, 10)).toMatchObject([{ id: 'left', headers: { k: 'v' }, delivery: 1, reason: 'not acknowledged within 500 ms (delivery 1 of 1)' }]), PATIENCE);
    await vi.waitFor(async () => expect(await second.depth(spec)).toBe(0), PATIENCE);
    await vi.waitFor(async () => expect((await streams.info('gyre_notices_abandoned')).state.messages).toBe(0), PATIENCE);
  });

  it('lists what somebody else has terminated, and each message once', async () => {
    const spec = queue('terminated');
    const bus = await open();
    await bus.publish(spec, message('by hand'));
    const operating = await manager();
    const taken = await (await operating.jetstream().consumers.get('gyre_work_terminated', 'workers')).next();
    expect(text(taken?.data ?? new Uint8Array())).toBe('by hand');
    taken?.term('the operator gave up');
    await bus.consume(spec, 1, (delivery) => delivery.term('the handler gave up'));
    await vi.waitFor(async () => expect(await bus.deadLetters(spec, 10)).toHaveLength(1), PATIENCE);
    await bus.publish(spec, message('by its handler'));
    await vi.waitFor(async () => expect((await operating.streams.info('gyre_notices_terminated')).state).toMatchObject({ messages: 0, last_seq: 2 }), PATIENCE);
    expect(await bus.deadLetters(spec, 10)).toMatchObject([
      { id: 'gyre_work_terminated 1', whole: false, reason: 'the operator gave up (the message itself is lost)' },
      { id: 'by its handler', whole: true, reason: 'the handler gave up' },
    ]);
    await expect(redrive(bus, spec, 1)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'number', remedy: expect.stringContaining('purge') });
    expect(await bus.depth(spec)).toBe(0);
    expect(await bus.discard(spec, 1)).toBe(true);
  });

  it('does not write a letter anew that was discarded before anybody read the notice', async () => {
    const spec = queue('discarded');
    const bus = await open();
    const consumption = await bus.consume(spec, 1, (delivery) => delivery.term('no such world'));
    // Nobody reads notices from now on.
    const { streams, consumers } = await manager();
    await consumers.pause('gyre_notices_discarded', 'undertakers', new Date(Date.now() + 600_000));
    await bus.publish(spec, message('m'));
    await vi.waitFor(async () => expect((await streams.info('gyre_notices_discarded')).state.messages).toBe(1), PATIENCE);
    const [letter] = await bus.deadLetters(spec, 10);
    expect(await bus.discard(spec, letter?.number ?? 0)).toBe(true);
    await consumers.resume('gyre_notices_discarded', 'undertakers');
    await vi.waitFor(async () => expect((await streams.info('gyre_notices_discarded')).state.messages).toBe(0), PATIENCE);
    expect(await bus.deadLetters(spec, 10)).toEqual([]);
    await consumption.stop();
  });

  it('keeps the letter of a message that leaves no room for a reason', async () => {
    const spec = queue('large');
    const bus = await open();
    const size = 1024 * 1024 - 200;
    await bus.publish(spec, { id: 'm', data: new Uint8Array(size) });
    await bus.consume(spec, 1, (delivery) => delivery.term('r'.repeat(5_000)));
    await vi.waitFor(async () => expect(await bus.deadLetters(spec, 10)).toHaveLength(1), PATIENCE);
    const [letter] = await bus.deadLetters(spec, 10);
    expect([letter?.id, letter?.whole, letter?.data.length, letter?.reason]).toEqual(['m', false, 0, `${'r'.repeat(500)} (its ${size} bytes did not fit)`]);
    await vi.waitFor(async () => expect(await bus.depth(spec)).toBe(0), PATIENCE);
  });

  it('tells for how long the oldest message has been there', async () => {
    const spec = queue('oldest');
    const bus = await open();
    expect(await bus.oldestMs?.(spec)).toBe(0);
    await bus.publish(spec, message('a'));
    await systemClock.sleep(500);
    await bus.publish(spec, message('b'));
    expect(await bus.oldestMs?.(spec)).toBeGreaterThan(400);
    await bus.consume(spec, 1, (delivery) => delivery.ack());
    await vi.waitFor(async () => expect(await bus.oldestMs?.(spec)).toBe(0), PATIENCE);
  });

  it('handles messages that came from elsewhere', async () => {
    const spec = queue('elsewhere');
    const bus = await open();
    await bus.depth(spec);
    await (await manager()).jetstream().publish('gyre.work.elsewhere', 'by hand');
    const got: [string, string][] = [];
    await bus.consume(spec, 1, async (delivery) => {
      got.push([delivery.id, text(delivery.data)]);
      await delivery.ack();
    });
    await vi.waitFor(() => expect(got).toEqual([['elsewhere 1', 'by hand']]), PATIENCE);
  });

  it.each([
    ['queue.name', queue('a.b'), message('m')],
    ['short.duplicateWindowMs', queue('short', { duplicateWindowMs: 10 }), message('m')],
    ['message.id', queue('refused'), message('')],
    ['message.id', queue('refused'), message('x'.repeat(10_000))],
    ['message.headers.Nats-Msg-Id', queue('refused'), { ...message('m'), headers: { 'Nats-Msg-Id': 'x' } }],
    ['message.headers.note', queue('refused'), { ...message('m'), headers: { note: 'two\nlines' } }],
    ['message.headers["a b"]', queue('refused'), { ...message('m'), headers: { 'a b': 'x' } }],
    ['message.headers', queue('refused'), { ...message('m'), headers: { a: 'x'.repeat(20_000), b: 'x'.repeat(20_000) } }],
    ['message.data', queue('refused'), { id: 'm', data: new Uint8Array(2 * 1024 * 1024) }],
  ])('names %s when it cannot be carried', async (field, spec, sent) => {
    const bus = await open();
    await expect(bus.publish(spec, sent)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field, retryable: false });
    if (spec.name === 'refused') expect(await bus.depth(spec)).toBe(0);
  });
});
