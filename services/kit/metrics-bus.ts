import type { Bus, QueueSpec } from './bus/types.ts';
import { observe } from './metrics.ts';
import { METRICS } from './telemetry-names.ts';

/** Has depth and oldest age of a queue read at each export, until the function that is returned is called. For one process a queue. */
export function observeQueue(bus: Bus, queue: QueueSpec): () => void {
  const named = { 'messaging.destination.name': queue.name };
  const ends = [observe(METRICS.queueDepth, async () => [[await bus.depth(queue), named]])];
  if (bus.oldestMs) ends.push(observe(METRICS.queueOldestAge, async () => [[((await bus.oldestMs?.(queue)) ?? 0) / 1000, named]]));
  return () => {
    for (const end of ends) end();
  };
}
