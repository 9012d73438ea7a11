import { type Clock, systemClock } from '../clock.ts';
import { GyreError, invalid } from '../errors.ts';
import { MemoryQueue } from './memory-queue.ts';
import { checkSame } from './same-queue.ts';
import { sendSpan } from './spans.ts';
import type { Bus, QueueSpec } from './types.ts';

/** Opens a bus that lives in this process and is gone with it; the store is what a restart resumes from. */
export function openMemoryBus({ clock = systemClock }: { clock?: Clock } = {}): Bus {
  const queues = new Map<string, MemoryQueue>();
  let closed = false;
  const answer = () => {
    if (closed) throw new GyreError('UNAVAILABLE', 'the bus is closed', { boundary: 'bus' });
  };
  const queueOf = (spec: QueueSpec): MemoryQueue => {
    answer();
    const known = queues.get(spec.name);
    if (known) {
      checkSame(known.spec, spec);
      return known;
    }
    const queue = new MemoryQueue(spec, clock);
    queues.set(spec.name, queue);
    return queue;
  };
  return {
    publish: (spec, message) =>
      sendSpan('memory', spec.name, message, async (headers) => queueOf(spec).publish(message.id, message.data, headers)),
    async consume(spec, concurrency, handler) {
      if (!Number.isInteger(concurrency) || concurrency < 1) throw invalid('concurrency', `is ${concurrency}`, 'give a whole number from 1');
      return queueOf(spec).consume(concurrency, handler);
    },
    depth: async (spec) => queueOf(spec).depth(),
    oldestMs: async (spec) => queueOf(spec).oldestMs(),
    deadLetters: async (spec, limit, after = 0) => queueOf(spec).deadLetters(limit, after),
    discard: async (spec, number) => queueOf(spec).discard(number),
    ping: async () => answer(),
    async close() {
      closed = true;
      for (const queue of queues.values()) queue.close();
    },
  };
}
