import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '#deploy/servers/mod.ts';
import { freePort } from '#deploy/servers/probes.ts';
import type { Bus } from '#kit/bus/types.ts';
import { systemClock } from '#kit/clock.ts';
import { withServers } from '#tests/servers/server.testkit.ts';
import { loggingBus, message, operator, queue } from './testkit.ts';

const PATIENCE = { timeout: 90_000, interval: 50 };
const NAMES = ['first', 'second', 'third'] as const;
const SETTINGS = { tls: { ca: undefined, cert: undefined, key: undefined }, replicas: 3 };

const describeWithNats = await withServers('nats');

describeWithNats('bus on three NATS servers', () => {
  let servers: RunningServer<'nats'>[];
  beforeAll(async () => {
    const taken = new Set<number>();
    const ports: number[] = [];
    for (const _ of NAMES) {
      const port = await freePort(taken);
      taken.add(port);
      ports.push(port);
    }
    const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
    servers = await Promise.all(NAMES.map((name, i) => startServer('nats', { settings: { server_name: name, cluster: { name: 'gyre', listen: `127.0.0.1:${ports[i]}`, routes } } })));
    const { manager, close } = await operator(servers.map(({ url }) => url).join(','));
    // A leader is elected first.
    await vi.waitFor(() => manager.getAccountInfo(), PATIENCE);
    await close();
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  it('keeps every stream three times, and loses nothing when leaders are killed in the middle of the work', async () => {
    const spec = queue('replicated', { ackWaitMs: 2_000 });
    const url = servers.map((server) => server.url).join(',');
    const buses: Bus[] = [];
    const open = async () => {
      const { bus } = await loggingBus(url, { settings: SETTINGS, heartbeatMs: 500, callTimeoutMs: 60_000 });
      buses.push(bus);
      return bus;
    };
    const [publisher, one, two] = [await open(), await open(), await open()];
    await vi.waitFor(() => publisher.depth(spec), PATIENCE);
    const { manager, close } = await operator(url);
    const infos = await Promise.all(['work', 'dead', 'notices'].map((part) => manager.streams.info(`gyre_${part}_replicated`)));
    expect(infos.map(({ config }) => config.num_replicas)).toEqual([3, 3, 3]);
    await close();

    const handled = new Set<string>();
    let [active, most] = [0, 0];
    for (const bus of [one, two]) {
      await bus.consume(spec, 4, async (delivery) => {
        most = Math.max(most, ++active);
        await systemClock.sleep(5);
        active--;
        await delivery.ack();
        handled.add(delivery.id);
      });
    }
    const ids = Array.from({ length: 500 }, (_, i) => `job-${i}`);
    const waiting = [...ids];
    const lane = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await publisher.publish(spec, message(id));
    };
    const published = Promise.all(Array.from({ length: 8 }, lane));
    const leader = infos[0]?.cluster?.leader;
    const killed = servers[NAMES.findIndex((name) => name === leader)];
    expect(killed).toBeDefined();
    await vi.waitFor(() => expect(handled.size).toBeGreaterThan(50), PATIENCE);
    await killed?.kill('SIGKILL');
    await published;
    await vi.waitFor(async () => expect(await publisher.depth(spec)).toBe(0), PATIENCE);
    expect(handled).toEqual(new Set(ids));
    expect(most).toBeLessThanOrEqual(8);
    expect(await publisher.deadLetters(spec, 10)).toEqual([]);
    await killed?.restart();
    for (const bus of buses) await bus.close();
  });
});
