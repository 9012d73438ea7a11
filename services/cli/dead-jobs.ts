import { openBus } from '#kit/bus/open.ts';
import { type DeadJobs, deadJobsOn } from '#rollout-worker/mod.ts';
import type { Invocation } from './invocation.ts';

/**
 * The dead jobs of this installation, closed when the command ends. A bus in memory is asked through the process that it lives in, one
 * on NATS directly, so that they can be seen when no worker runs.
 */
export async function openDeadJobs(invocation: Invocation): Promise<DeadJobs> {
  const { busUrl, addresses } = invocation.config();
  if (busUrl === 'memory:' && addresses['rollout-worker'] !== undefined) {
    const { rollouts } = await invocation.services();
    return {
      list: async (limit, after) => (await rollouts.listDeadJobs({ limit, after })).jobs,
      redrive: async (number) => void (await rollouts.redriveDeadJob({ number })),
      purge: async (number) => (await rollouts.purgeDeadJob({ number })).purged,
    };
  }
  if (busUrl === 'memory:') invocation.remark('the bus is in memory and lives with its process; set the variables that gyre up prints to see what it gave up');
  const bus = await openBus(busUrl);
  invocation.closing(() => bus.close());
  return deadJobsOn(bus);
}
