import { invalid } from '#kit/errors.ts';
import type { Access } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import type { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import type { DeadJobs } from './dead-jobs.ts';
import type { RolloutWorker } from './worker.ts';

export const ROLLOUT_WORKER_ACCESS: Access<RolloutWorkerServiceService> = {
  getStatus: ['worker', 'trainer', 'admin'],
  drain: ['admin'],
  listDeadJobs: ['admin'],
  redriveDeadJob: ['admin'],
  purgeDeadJob: ['admin'],
};

const DEFAULT_LIMIT = 100;
const LONGEST_LIST = 10_000;

export function rolloutWorkerHandlers(worker: Pick<RolloutWorker, 'status' | 'drain'>, deadJobs: DeadJobs): Handlers<RolloutWorkerServiceService> {
  return {
    getStatus: async () => ({ ...worker.status() }),
    async drain() {
      await worker.drain();
      return {};
    },
    async listDeadJobs({ limit, after }) {
      if (limit < 0) throw invalid('limit', `is ${limit}`, 'write 0 for the default, or more');
      return { jobs: await deadJobs.list(Math.min(limit || DEFAULT_LIMIT, LONGEST_LIST), after) };
    },
    async redriveDeadJob({ number }) {
      await deadJobs.redrive(number);
      return {};
    },
    purgeDeadJob: async ({ number }) => ({ purged: await deadJobs.purge(number) }),
  };
}
