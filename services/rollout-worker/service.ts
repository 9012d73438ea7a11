import type { Access } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import type { RolloutWorkerServiceService } from '#protos/rollout/v1/rollout_worker_service.ts';
import type { RolloutWorker } from './worker.ts';

export const ROLLOUT_WORKER_ACCESS: Access<RolloutWorkerServiceService> = { getStatus: ['worker', 'trainer', 'admin'], drain: ['admin'] };

export function rolloutWorkerHandlers(worker: Pick<RolloutWorker, 'status' | 'drain'>): Handlers<RolloutWorkerServiceService> {
  return {
    getStatus: async () => ({ ...worker.status() }),
    async drain() {
      await worker.drain();
      return {};
    },
  };
}
