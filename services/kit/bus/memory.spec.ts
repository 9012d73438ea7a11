import { expect, it } from 'vitest';
import { echoHandlers, echoRequest } from '#tests/contract/echo.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { ManualClock } from '../clock.ts';
import { inProcessClient } from '../rpc/in-process.ts';
import { openMemoryBus } from './memory.ts';
import { openBus } from './open.ts';
import type { QueueSpec } from './types.ts';

const HOUR = 3_600_000;
const QUEUE: QueueSpec = { name: 'rounds', maxMessages: 10, ackWaitMs: HOUR, maxDeliver: 2, duplicateWindowMs: HOUR };
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('takes its time from the clock it was given', async () => {
  const clock = new ManualClock();
  const bus = openMemoryBus({ clock });
  const deliveries: number[] = [];
  await bus.consume(QUEUE, 2, async (delivery) => void deliveries.push(delivery.delivery));
  await bus.publish(QUEUE, { id: 'm', data: new Uint8Array() });
  await settle();
  clock.advance(HOUR - 1);
  await settle();
  expect(deliveries).toEqual([1]);
  clock.advance(1);
  await settle();
  expect(deliveries).toEqual([1, 2]);
  clock.advance(HOUR);
  await settle();
  expect(await bus.deadLetters(QUEUE, 1)).toMatchObject([{ id: 'm', reason: 'not acknowledged within 3600000 ms (delivery 2 of 2)' }]);
  await bus.publish(QUEUE, { id: 'm', data: new Uint8Array() });
  expect(await bus.depth(QUEUE)).toBe(1);
});

it('names the variable when a URL has no driver, and hides credentials', async () => {
  await expect(openBus('amqp://user:secret@bus:5672')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    field: 'GYRE_BUS_URL',
    message: expect.not.stringContaining('secret'),
  });
  const bus = await openBus('memory:');
  await bus.ping();
  await expect(bus.consume(QUEUE, 0, async () => undefined)).rejects.toMatchObject({ field: 'concurrency' });
});

it('handles a message outside the call that sent it', async () => {
  const bus = openMemoryBus();
  const inner = inProcessClient(EchoServiceService, echoHandlers().handlers);
  const remaining = Promise.withResolvers<number>();
  await bus.consume(QUEUE, 1, async (delivery) => {
    remaining.resolve((await inner.echo(echoRequest())).remainingMs);
    await delivery.ack();
  });
  const sender = echoHandlers({
    async echo(request) {
      await bus.publish(QUEUE, { id: 'm', data: new Uint8Array() });
      return { ...request, metadata: {}, remainingMs: await remaining.promise };
    },
  });
  const { remainingMs } = await inProcessClient(EchoServiceService, sender.handlers).echo(echoRequest(), { timeoutMs: 1_000 });
  expect(remainingMs).toBeGreaterThan(28_000);
  await bus.close();
});
