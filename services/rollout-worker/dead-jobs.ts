import { redrive } from '#kit/bus/redrive.ts';
import type { Bus, DeadLetter } from '#kit/bus/types.ts';
import type { DeadJob } from '#protos/rollout/v1/rollout_worker_service.ts';
import { ROLLOUT_QUEUE } from './collections.ts';
import { groupsNamed } from './wake-up.ts';

/** The wake-ups that were given up: the dead letters of the rollout queue as an operator sees them. */
export interface DeadJobs {
  /** The oldest with a number above `after`, oldest first. */
  list(limit: number, after: number): Promise<DeadJob[]>;
  /** Publishes it again; NOT_FOUND, FAILED_PRECONDITION and RESOURCE_EXHAUSTED as {@link redrive}. */
  redrive(number: number): Promise<void>;
  /** True if there was one of that number. */
  purge(number: number): Promise<boolean>;
}

export function deadJobsOn(bus: Bus): DeadJobs {
  return {
    list: async (limit, after) => (await bus.deadLetters(ROLLOUT_QUEUE, limit, after)).map(deadJob),
    redrive: async (number) => void (await redrive(bus, ROLLOUT_QUEUE, number)),
    purge: (number) => bus.discard(ROLLOUT_QUEUE, number),
  };
}

function deadJob({ number, id, data, delivery, reason, atMs, whole }: DeadLetter): DeadJob {
  return { number, queue: ROLLOUT_QUEUE.name, messageId: id, groups: [...(groupsNamed(data) ?? [])], deliveries: delivery, reason, atMs, whole };
}
