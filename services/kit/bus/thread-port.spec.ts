import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { openMemoryBus } from './memory.ts';
import { connectBusPort, serveBusPort } from './thread-port.ts';
import type { QueueSpec } from './types.ts';

const QUEUE: QueueSpec = { name: 'episodes', maxMessages: 10, ackWaitMs: 60_000, maxDeliver: 3, duplicateWindowMs: 1000 };

it.each([
  ['has in hand', 'await new Promise(() => {});'],
  ['has handled and not settled', ''],
])('gives the messages that a thread %s back at once when the thread is terminated', async (_, ending) => {
  const bus = openMemoryBus();
  const { port1, port2 } = new MessageChannel();
  serveBusPort(bus, port1);
  const source = `
    const { workerData } = require('node:worker_threads');
    import(workerData.module).then(async ({ connectBusPort }) => {
      const bus = connectBusPort(workerData.port);
      await bus.consume(workerData.queue, 1, async (delivery) => {
        await bus.publish({ ...workerData.queue, name: 'echoes' }, { id: delivery.id, data: delivery.data });
        ${ending}
      });
    });`;
  const module = new URL('./thread-port.ts', import.meta.url).href;
  const worker = new Worker(source, { eval: true, workerData: { module, port: port2, queue: QUEUE }, transferList: [port2] });
  await bus.publish(QUEUE, { id: 'm', data: Buffer.from('work') });
  await vi.waitFor(async () => expect(await bus.depth({ ...QUEUE, name: 'echoes' })).toBe(1), { timeout: 30_000 });
  await worker.terminate();
  const got: [string, number][] = [];
  await bus.consume(QUEUE, 1, async (delivery) => {
    got.push([Buffer.from(delivery.data).toString(), delivery.delivery]);
    await delivery.ack();
  });
  await vi.waitFor(() => expect(got).toEqual([['work', 2]]), { timeout: 30_000 });
  await bus.close();
});

it('fails what waits for an answer when the other end closes', async () => {
  const bus = openMemoryBus();
  const { port1, port2 } = new MessageChannel();
  const served = serveBusPort(bus, port1);
  const connected = connectBusPort(port2);
  const begun = Promise.withResolvers<void>();
  const consumption = await connected.consume(QUEUE, 1, async () => {
    begun.resolve();
    await new Promise(() => undefined);
  });
  await connected.publish(QUEUE, { id: 'm', data: Buffer.from('work') });
  await begun.promise;
  const stopping = expect(consumption.stop()).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'bus', retryable: true });
  await connected.ping();
  await served.close();
  await stopping;
  await expect(connected.depth(QUEUE)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await bus.depth(QUEUE)).toBe(1);
  await bus.close();
});
