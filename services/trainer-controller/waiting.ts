import type { Clock } from '#kit/clock.ts';
import type { Batches, BatchPlan, BatchStatus } from '#rollout-worker/mod.ts';
import { showBatch } from './telemetry.ts';

export interface Waiting {
  readonly batches: Batches;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/** Plans the batch, wakes the workers, and waits until every slot is settled. Resumable: what is there already is not done again. */
export async function runBatch(plan: BatchPlan, waiting: Waiting, onStatus: (status: BatchStatus) => void = () => undefined): Promise<BatchStatus> {
  await waiting.batches.plan(plan);
  return awaitBatch(plan, waiting, onStatus);
}

/** Waits until every slot of a planned batch is settled; tells of each change on the way. */
export async function awaitBatch({ id, purpose }: Pick<BatchPlan, 'id' | 'purpose'>, { batches, clock, pollMs, signal }: Waiting, onStatus: (status: BatchStatus) => void = () => undefined): Promise<BatchStatus> {
  for (let told = -1; ; ) {
    signal.throwIfAborted();
    const status = await batches.status(id);
    if (status.settled !== told) {
      onStatus(status);
      showBatch(purpose, status);
    }
    told = status.settled;
    if (status.settled >= status.expected) return status;
    await clock.sleep(pollMs, signal);
  }
}
