import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GyreError } from '#kit/errors.ts';
import { decodeStatus } from '#kit/rpc/status.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Task } from '#protos/core/v1/task.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import type { Construct, ConstructedTask } from './construction.ts';

/** What the thread says, once. */
export type ConstructAnswer =
  | { readonly kind: 'built'; readonly tasks: readonly EncodedTask[]; readonly rejected: readonly string[] }
  | { readonly kind: 'failed'; readonly status: Uint8Array };

interface EncodedTask {
  readonly task: Uint8Array;
  readonly criteria: Uint8Array;
  readonly witness: Uint8Array;
}

/**
 * Construction in the phone world in a thread of its own: planning families takes seconds of computation, and in the
 * embedded profile leases of running episodes are renewed by the thread that would be held up.
 */
export function constructInThread(): Construct {
  return async (request) => {
    const worker = new Worker(new URL('./construct-thread.ts', import.meta.url), { workerData: ConstructTasksRequest.encode(request).finish() });
    try {
      const answer = await Promise.race([answerOf(worker), diedWithout(worker)]);
      if (answer.kind === 'failed') throw decodeStatus(answer.status) ?? died('its failure could not be read');
      return { tasks: answer.tasks.map(decoded), rejected: answer.rejected };
    } finally {
      await worker.terminate();
    }
  };
}

function decoded({ task, criteria, witness }: EncodedTask): ConstructedTask {
  return { task: Task.decode(task), criteria: CompletionCriteria.decode(criteria), witness: Witness.decode(witness) };
}

async function answerOf(worker: Worker): Promise<ConstructAnswer> {
  // `once` rejects with what the thread threw.
  const [answer] = await once(worker, 'message');
  return answer;
}

async function diedWithout(worker: Worker): Promise<never> {
  const [code] = await once(worker, 'exit');
  throw died(`it ended with code ${code} and no answer`);
}

function died(how: string): GyreError {
  return new GyreError('INTERNAL', `the construction thread failed: ${how}`, { boundary: 'store', retryable: true });
}
