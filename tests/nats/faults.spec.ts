import { afterEach, expect, it, vi } from 'vitest';
import type { Bus, Delivery, QueueSpec } from '#kit/bus/types.ts';
import { systemClock } from '#kit/clock.ts';
import { describeWithServer } from '#tests/servers/server.testkit.ts';
import { openProxy, type Proxy } from './proxy.ts';
import { loggingBus, message, operator, queue, text } from './testkit.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

await describeWithServer('nats', 'bus on a NATS server that fails', (server) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function open(url = server().url, heartbeatMs = 500): Promise<{ bus: Bus; lines: string[] }> {
    const opened = await loggingBus(url, { heartbeatMs });
    ends.push(() => opened.bus.close());
    return opened;
  }
  async function proxied(): Promise<Proxy> {
    const proxy = await openProxy(server().url);
    ends.push(() => proxy.close());
    return proxy;
  }

  /** Consumers that share `spec`, and what they have handled. */
  async function consumers(spec: QueueSpec, buses: readonly Bus[], concurrency: number, workMs: number) {
    const handled = new Map<string, number>();
    const active = buses.map(() => 0);
    let most = 0;
    for (const [i, bus] of buses.entries()) {
      await bus.consume(spec, concurrency, async (delivery) => {
        active[i] = (active[i] ?? 0) + 1;
        most = Math.max(most, active[i] ?? 0);
        try {
          await systemClock.sleep(workMs);
          await delivery.ack();
          handled.set(delivery.id, (handled.get(delivery.id) ?? 0) + 1);
        } finally {
          active[i] = (active[i] ?? 0) - 1;
        }
      });
    }
    return { handled, most: () => most };
  }

  const ids = (count: number) => Array.from({ length: count }, (_, i) => `job-${i}`);

  async function publishAll(bus: Bus, spec: QueueSpec, all: readonly string[], lanes = 8): Promise<void> {
    const waiting = [...all];
    const lane = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await bus.publish(spec, message(id));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  it('loses nothing when the server restarts in the middle of the work', async () => {
    const spec = queue('restart', { ackWaitMs: 1_500 });
    const [publisher, one, two] = [await open(), await open(), await open()];
    const { handled, most } = await consumers(spec, [one.bus, two.bus], 4, 5);
    const published = publishAll(publisher.bus, spec, ids(600));
    await vi.waitFor(() => expect(handled.size).toBeGreaterThan(100), PATIENCE);
    await server().restart();
    await published;
    await vi.waitFor(async () => expect(await publisher.bus.depth(spec)).toBe(0), PATIENCE);
    expect(new Set(handled.keys())).toEqual(new Set(ids(600)));
    expect(most()).toBe(4);
    expect(await publisher.bus.deadLetters(spec, 10)).toEqual([]);
    for (const { lines } of [one, two]) expect(lines.join()).toContain('connected to NATS again');
  });

  it('goes on after the server was killed and comes back', async () => {
    const spec = queue('killed', { ackWaitMs: 1_500 });
    const [publisher, worker] = [await open(), await open()];
    await publishAll(publisher.bus, spec, ids(300));
    // The server writes to its files a moment after it has acknowledged.
    await systemClock.sleep(1_000);
    const { handled } = await consumers(spec, [worker.bus], 8, 5);
    await vi.waitFor(() => expect(handled.size).toBeGreaterThan(50), PATIENCE);
    await server().kill('SIGKILL');
    const during = publisher.bus.publish(spec, message('while it was away'));
    await server().restart();
    await during;
    await vi.waitFor(async () => expect(await publisher.bus.depth(spec)).toBe(0), PATIENCE);
    expect(new Set(handled.keys())).toEqual(new Set([...ids(300), 'while it was away']));
  });

  it('waits out a server that stands still', async () => {
    const spec = queue('frozen', { ackWaitMs: 1_500 });
    const [publisher, worker] = [await open(), await open()];
    const { handled, most } = await consumers(spec, [worker.bus], 4, 5);
    const published = publishAll(publisher.bus, spec, ids(400));
    await vi.waitFor(() => expect(handled.size).toBeGreaterThan(50), PATIENCE);
    await server().kill('SIGSTOP');
    await systemClock.sleep(4_000);
    await server().kill('SIGCONT');
    await published;
    await vi.waitFor(async () => expect(await publisher.bus.depth(spec)).toBe(0), PATIENCE);
    expect(new Set(handled.keys())).toEqual(new Set(ids(400)));
    expect(most()).toBe(4);
  });

  it('stores a message once when its acknowledgement gets lost, and lets a new wake-up for it through', async () => {
    const spec = queue('lost-ack', { duplicateWindowMs: 4_000 });
    const proxy = await proxied();
    const { bus } = await open(proxy.url);
    await bus.depth(spec);
    let [sent, lost] = [0, 0];
    proxy.keep = ({ line, payload }, direction) => {
      if (direction === 'to server' && line.includes('gyre.work.lost-ack')) sent++;
      const acknowledgement = direction === 'to client' && payload.includes('"stream":"gyre_work_lost-ack"');
      return !(acknowledgement && ++lost === 1);
    };
    await bus.publish(spec, message('job'));
    expect([sent, lost]).toEqual([2, 2]);
    expect(await bus.depth(spec)).toBe(1);
    await bus.publish(spec, message('job'));
    await bus.publish(spec, message('job, second wake-up'));
    const got: string[] = [];
    await bus.consume(spec, 1, async (delivery) => {
      got.push(delivery.id);
      await delivery.ack();
    });
    await vi.waitFor(async () => expect(await bus.depth(spec)).toBe(0), PATIENCE);
    expect(got).toEqual(['job', 'job, second wake-up']);
  });

  it('does a job once when the answer to its acknowledgement gets lost', async () => {
    const spec = queue('lost-answer', { ackWaitMs: 60_000 });
    const proxy = await proxied();
    const { bus } = await open(proxy.url);
    let [acknowledged, lost] = [0, false];
    const answers = new Set<string>();
    proxy.keep = ({ line, payload }, direction) => {
      if (direction === 'to server' && payload.startsWith('+ACK')) {
        acknowledged++;
        answers.add(line.split(' ')[2] ?? '');
        return true;
      }
      if (direction === 'to server' || lost || !answers.has(line.split(' ')[1] ?? '')) return true;
      lost = true;
      return false;
    };
    const deliveries: number[] = [];
    await bus.consume(spec, 1, async (delivery) => {
      deliveries.push(delivery.delivery);
      await delivery.ack();
    });
    await bus.publish(spec, message('job'));
    await vi.waitFor(() => expect(acknowledged).toBe(2), PATIENCE);
    await bus.publish(spec, message('next'));
    await vi.waitFor(() => expect(deliveries).toEqual([1, 1]), PATIENCE);
    expect(lost).toBe(true);
  });

  it.each(['nak', 'term'] as const)('takes no notice of a %s for a message that came late and has been delivered again', async (end) => {
    const spec = queue(`late-${end}`, { ackWaitMs: 2_000, maxDeliver: 3 });
    const proxy = await proxied();
    const { bus } = await open(proxy.url);
    let onItsWay = true;
    proxy.keep = ({ line }, direction) => {
      if (direction === 'to client' && onItsWay && line.includes('$JS.ACK.')) {
        // The server's timer runs meanwhile, and ours has not begun.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
        onItsWay = false;
      }
      return true;
    };
    const seen: number[] = [];
    const again = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await bus.consume(spec, 2, async (delivery) => {
      seen.push(delivery.delivery);
      if (delivery.delivery === 1) {
        // Settled after its handler has returned.
        void again.promise.then(() => (end === 'nak' ? delivery.nak() : delivery.term('too late'))).then(ended.resolve);
      } else {
        again.resolve();
        await ended.promise;
        await systemClock.sleep(300);
        await delivery.ack();
      }
    });
    await bus.publish(spec, message('job'));
    await vi.waitFor(async () => expect(await bus.depth(spec)).toBe(0), PATIENCE);
    expect({ seen, onItsWay }).toEqual({ seen: [1, 2], onItsWay: false });
    expect(await bus.deadLetters(spec, 1)).toEqual([]);
  });

  it('asks again when a request for messages got lost and no heartbeats come', async () => {
    const spec = queue('deaf');
    const proxy = await proxied();
    const [{ bus: publisher }, { bus, lines }] = [await open(), await open(proxy.url)];
    let requests = 0;
    proxy.keep = ({ line }, direction) => !(direction === 'to server' && line.includes('CONSUMER.MSG.NEXT.gyre_work_deaf') && ++requests === 1);
    const got: string[] = [];
    await bus.consume(spec, 3, async (delivery) => {
      got.push(delivery.id);
      await delivery.ack();
    });
    await publisher.publish(spec, message('job'));
    await vi.waitFor(() => expect(got).toEqual(['job']), PATIENCE);
    expect(requests).toBeGreaterThan(1);
    expect(lines.join()).toContain('heartbeats were missed');
  });

  it('holds to its bound and loses nothing when connections break again and again', async () => {
    const spec = queue('broken', { ackWaitMs: 1_000 });
    const proxy = await proxied();
    const [{ bus: publisher }, { bus }] = [await open(), await open(proxy.url)];
    const { handled, most } = await consumers(spec, [bus], 5, 10);
    const published = publishAll(publisher, spec, ids(300));
    for (let cuts = 0; cuts < 5; cuts++) {
      const before = handled.size;
      await vi.waitFor(() => expect(handled.size).toBeGreaterThan(before + 10), PATIENCE);
      proxy.cut();
    }
    await published;
    await vi.waitFor(async () => expect(await publisher.depth(spec)).toBe(0), PATIENCE);
    expect(new Set(handled.keys())).toEqual(new Set(ids(300)));
    expect(most()).toBe(5);
  });

  it('takes up an idle consumption when its connection comes back, before heartbeats are missed', async () => {
    const spec = queue('idle');
    const proxy = await proxied();
    const [{ bus: publisher }, { bus, lines }] = [await open(), await open(proxy.url, 15_000)];
    const { handled } = await consumers(spec, [bus], 5, 1);
    await publisher.publish(spec, message('before'));
    await vi.waitFor(async () => expect(await publisher.depth(spec)).toBe(0), PATIENCE);
    proxy.cut();
    await vi.waitFor(() => expect(lines.join()).toContain('connected to NATS again'), PATIENCE);
    await publisher.publish(spec, message('after'));
    await vi.waitFor(() => expect([...handled.keys()]).toEqual(['before', 'after']), PATIENCE);
    expect(lines.join()).toContain('the connection was lost');
    expect(lines.join()).not.toContain('heartbeats were missed');
  });

  it.each([
    ['the consumer', async (manager) => manager.consumers.delete('gyre_work_deleted', 'workers')],
    ['the stream of messages', async (manager) => manager.streams.delete('gyre_work_deleted')],
    ['every stream', async (manager) => Promise.all(['work', 'dead', 'notices'].map((part) => manager.streams.delete(`gyre_${part}_deleted`)))],
  ] satisfies [string, (manager: Awaited<ReturnType<typeof operator>>['manager']) => Promise<unknown>][])('makes %s again when somebody has deleted it', async (part, remove) => {
    const spec = queue('deleted', { maxDeliver: 1, ackWaitMs: 800 });
    const { bus } = await open();
    const { manager, close } = await operator(server().url);
    ends.push(close);
    const got: string[] = [];
    const consumption = await bus.consume(spec, 2, async (delivery: Delivery) => {
      got.push(text(delivery.data));
      if (delivery.id.startsWith('silent')) return;
      await delivery.ack();
    });
    await bus.publish(spec, message(`before ${part}`));
    await vi.waitFor(async () => expect([got.length, await bus.depth(spec)]).toEqual([1, 0]), PATIENCE);
    await remove(manager);
    await bus.publish(spec, message(`after ${part}`));
    await bus.publish(spec, message(`silent ${part}`));
    await vi.waitFor(() => expect(got).toEqual([`before ${part}`, `after ${part}`, `silent ${part}`]), PATIENCE);
    await vi.waitFor(async () => expect((await bus.deadLetters(spec, 10)).map(({ id }) => id)).toContain(`silent ${part}`), PATIENCE);
    await consumption.stop();
  });

  it('publishes to a queue that was deleted, with nobody there who consumes it', async () => {
    const spec = queue('deleted-unseen');
    const { bus } = await open();
    await bus.publish(spec, message('before'));
    const { manager, close } = await operator(server().url);
    ends.push(close);
    await manager.streams.delete('gyre_work_deleted-unseen');
    await bus.publish(spec, message('after'));
    expect(await bus.depth(spec)).toBe(1);
    await manager.streams.delete('gyre_dead_deleted-unseen');
    expect(await bus.deadLetters(spec, 10)).toEqual([]);
  });

  it('writes one letter about a message that is given up twice because the server did not hear of it', async () => {
    const spec = queue('twice', { ackWaitMs: 500 });
    const proxy = await proxied();
    const { bus } = await open(proxy.url);
    let terms = 0;
    proxy.keep = ({ payload }, direction) => !(direction === 'to server' && payload.startsWith('+TERM') && ++terms === 1);
    const deliveries: number[] = [];
    await bus.consume(spec, 2, async (delivery) => {
      deliveries.push(delivery.delivery);
      await delivery.term(`given up for the ${delivery.delivery}. time`);
    });
    await bus.publish(spec, message('m'));
    await vi.waitFor(async () => expect(await bus.depth(spec)).toBe(0), PATIENCE);
    expect(deliveries).toEqual([1, 2]);
    expect(await bus.deadLetters(spec, 10)).toMatchObject([{ id: 'm', reason: 'given up for the 1. time' }]);
  });

  it('gives a publish up at its deadline, and says so', async () => {
    const spec = queue('silence');
    const proxy = await proxied();
    const { bus } = await loggingBus(proxy.url, { callTimeoutMs: 1_000 });
    ends.push(() => bus.close());
    await bus.depth(spec);
    proxy.keep = ({ line }, direction) => !(direction === 'to server' && line.includes('gyre.work.silence'));
    await expect(bus.publish(spec, message('job'))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'bus', retryable: true, message: expect.stringContaining('queue silence') });
    proxy.keep = () => true;
    await bus.publish(spec, message('job'));
    expect(await bus.depth(spec)).toBe(1);
  });

  it('stops, closes and answers even while there is no server', async () => {
    const spec = queue('gone', { ackWaitMs: 500 });
    const proxy = await proxied();
    const { bus } = await loggingBus(proxy.url, { callTimeoutMs: 1_000, heartbeatMs: 500 });
    const consumption = await bus.consume(spec, 2, (delivery) => delivery.ack());
    await proxy.close();
    ends.pop();
    await expect(bus.publish(spec, message('job'))).rejects.toMatchObject({ boundary: 'bus', retryable: true });
    await consumption.stop();
    await bus.close();
    await expect(bus.publish(spec, message('job'))).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'the bus is closed' });
  });
});
