import type { MessagePort } from 'node:worker_threads';
import { context } from '@opentelemetry/api';
import { GyreError } from '../errors.ts';
import { decodeStatus, encodeStatus } from '../rpc/status.ts';
import { extractTrace, injectTrace } from '../telemetry.ts';
import type { Call, FromBus, FromWorker } from './thread-messages.ts';
import type { Bus, Consumption, Delivery, QueueSpec } from './types.ts';

/** A delivery that the thread may still settle. */
interface Held {
  readonly delivery: Delivery;
  readonly done: PromiseWithResolvers<void>;
  /** Whether the thread's handler has returned. */
  handled: boolean;
  settled: boolean;
}

/**
 * Lets a worker thread use `bus` over `port`; the thread's end is made by {@link connectBusPort}. When the port closes, which it
 * also does when the thread dies, the messages that the thread had in hand are given back at once.
 */
export function serveBusPort(bus: Bus, port: MessagePort): { close(): Promise<void> } {
  const consumptions = new Map<number, Consumption>();
  const inHand = new Map<number, Held>();
  let lastDelivery = 0;
  let open = true;
  const post = (message: FromBus) => port.postMessage(message);

  const hand = async (consumption: number, queue: QueueSpec, delivery: Delivery): Promise<void> => {
    if (!open) throw gone();
    const number = ++lastDelivery;
    const entry: Held = { delivery, done: Promise.withResolvers<void>(), handled: false, settled: false };
    inHand.set(number, entry);
    const { id, data, headers, delivery: count } = delivery;
    post({ kind: 'delivery', consumption, delivery: number, message: { id, data, headers, delivery: count }, trace: injectTrace({}) });
    try {
      await entry.done.promise;
      entry.handled = true;
    } finally {
      if (!entry.handled || entry.settled) inHand.delete(number);
    }
    // What a handler never settles comes again; it is not kept for ever.
    const [oldest] = inHand.size > queue.maxMessages ? inHand.entries().filter(([, { handled }]) => handled) : [];
    if (oldest) inHand.delete(oldest[0]);
  };
  const held = (number: number): Held => {
    const entry = inHand.get(number);
    if (entry) return entry;
    throw new GyreError('FAILED_PRECONDITION', `delivery ${number} is no longer in hand`, { boundary: 'bus' });
  };
  const settle = async (number: number, by: (delivery: Delivery) => Promise<void>): Promise<void> => {
    const entry = held(number);
    await by(entry.delivery);
    entry.settled = true;
    if (entry.handled) inHand.delete(number);
  };
  const perform = async (call: Call): Promise<unknown> => {
    switch (call.method) {
      case 'publish': {
        const { id, data, headers } = call.message;
        return context.with(extractTrace(call.trace), () => bus.publish(call.queue, headers ? { id, data, headers } : { id, data }));
      }
      case 'consume': {
        const consumption = await bus.consume(call.queue, call.concurrency, (delivery) => hand(call.consumption, call.queue, delivery));
        consumptions.set(call.consumption, consumption);
        return undefined;
      }
      case 'stop': {
        const consumption = consumptions.get(call.consumption);
        consumptions.delete(call.consumption);
        return consumption?.stop();
      }
      case 'depth':
        return bus.depth(call.queue);
      case 'deadLetters':
        return bus.deadLetters(call.queue, call.limit, call.after);
      case 'discard':
        return bus.discard(call.queue, call.number);
      case 'ping':
        return bus.ping();
      case 'ack':
        return settle(call.delivery, (delivery) => delivery.ack());
      case 'working':
        return held(call.delivery).delivery.working();
      case 'nak':
        return settle(call.delivery, (delivery) => delivery.nak(call.delayMs));
      case 'term':
        return settle(call.delivery, (delivery) => delivery.term(call.reason));
    }
  };
  port.on('message', (message: FromWorker) => {
    if (message.kind === 'handled') {
      const done = inHand.get(message.delivery)?.done;
      if (message.error) done?.reject(decode(message.error));
      else done?.resolve();
      return;
    }
    perform(message.body).then(
      (value) => post({ kind: 'answer', call: message.call, value }),
      (error) => post({ kind: 'failure', call: message.call, error: encodeStatus(GyreError.from(error, 'bus')) }),
    );
  });
  const closed = Promise.withResolvers<void>();
  port.on('close', () => {
    open = false;
    // Before anything is given back: it is not to come to the dead thread again.
    const stopped = [...consumptions.values()].map((one) => one.stop());
    for (const { delivery, done, handled } of inHand.values()) {
      if (handled) delivery.nak().catch(() => undefined);
      else done.reject(gone());
    }
    Promise.all(stopped).then(() => closed.resolve());
  });
  return {
    close() {
      port.close();
      return closed.promise;
    },
  };
}

/** The bus at the other end of `port`, which {@link serveBusPort} serves there. */
export function connectBusPort(port: MessagePort): Bus {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const handlers = new Map<number, (delivery: Delivery) => Promise<void>>();
  let lastCall = 0;
  let open = true;
  const post = (message: FromWorker) => port.postMessage(message);

  const ask = async (body: Call): Promise<unknown> => {
    if (!open) throw gone();
    const call = ++lastCall;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(call, answer);
    post({ kind: 'call', call, body });
    return answer.promise.finally(() => waiting.delete(call));
  };
  const handle = async ({ consumption, delivery, message, trace }: FromBus & { kind: 'delivery' }): Promise<void> => {
    const handed: Delivery = {
      ...message,
      ack: async () => void (await ask({ method: 'ack', delivery })),
      nak: async (delayMs) => void (await ask({ method: 'nak', delivery, delayMs })),
      term: async (reason) => void (await ask({ method: 'term', delivery, reason })),
      working: async () => void (await ask({ method: 'working', delivery })),
    };
    try {
      const handler = handlers.get(consumption);
      if (!handler) throw gone();
      await context.with(extractTrace(trace), () => handler(handed));
      if (open) post({ kind: 'handled', delivery, error: undefined });
    } catch (error) {
      if (open) post({ kind: 'handled', delivery, error: encodeStatus(GyreError.from(error, 'bus')) });
    }
  };
  port.on('message', (message: FromBus) => {
    if (message.kind === 'delivery') void handle(message);
    else if (message.kind === 'answer') waiting.get(message.call)?.resolve(message.value);
    else waiting.get(message.call)?.reject(decode(message.error));
  });
  port.on('close', () => {
    open = false;
    for (const answer of waiting.values()) answer.reject(gone());
  });
  return {
    publish: async (queue, message) => void (await ask({ method: 'publish', queue, message, trace: injectTrace({}) })),
    async consume(queue, concurrency, handler) {
      const consumption = ++lastCall;
      handlers.set(consumption, handler);
      await ask({ method: 'consume', queue, concurrency, consumption });
      return {
        stop: async () => {
          await ask({ method: 'stop', consumption });
          handlers.delete(consumption);
        },
      };
    },
    // Both ends are this module, so an answer has the type that its call asks for.
    depth: async (queue) => (await ask({ method: 'depth', queue })) as Awaited<ReturnType<Bus['depth']>>,
    deadLetters: async (queue, limit, after) => (await ask({ method: 'deadLetters', queue, limit, after })) as Awaited<ReturnType<Bus['deadLetters']>>,
    discard: async (queue, number) => (await ask({ method: 'discard', queue, number })) as Awaited<ReturnType<Bus['discard']>>,
    ping: async () => void (await ask({ method: 'ping' })),
    async close() {
      open = false;
      port.close();
    },
  };
}

function gone(): GyreError {
  return new GyreError('UNAVAILABLE', 'the thread at the other end of the bus is gone', { boundary: 'bus' });
}

function decode(bytes: Uint8Array): GyreError {
  return decodeStatus(bytes) ?? new GyreError('UNKNOWN', 'the other thread sent a failure that cannot be read', { boundary: 'bus' });
}
