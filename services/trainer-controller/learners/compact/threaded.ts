import { Worker } from 'node:worker_threads';
import type { ColdStartJob, InitialiseJob, Learner, LearnerResult, UpdateJob } from '../../learner.ts';
import { GyreError } from '#kit/errors.ts';
import type { Reply, Request } from './thread-messages.ts';

/** The compact learner in a worker thread, so that rollouts go on while it computes. */
export function openThreadedLearner(blobsUrl: string): Learner {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { blobsUrl } });
  const waiting = new Map<number, { resolve: (result: LearnerResult) => void; reject: (error: unknown) => void }>();
  let next = 0;
  let failure: GyreError | undefined;
  const fail = (error: GyreError) => {
    failure = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (reply: Reply) => {
    const entry = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'done') entry?.resolve(reply.result);
    else entry?.reject(new GyreError(reply.code, reply.message, { boundary: reply.boundary, retryable: reply.retryable, field: reply.field }));
  });
  worker.on('error', (cause) => fail(new GyreError('UNAVAILABLE', 'the learner thread died', { boundary: 'harness', cause })));
  worker.on('exit', () => fail(new GyreError('UNAVAILABLE', 'the learner thread ended', { boundary: 'harness' })));

  const ask = (request: Request['ask']) =>
    new Promise<LearnerResult>((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ask: request } satisfies Request);
    });
  return {
    kind: 'compact',
    initialise: (job: InitialiseJob) => ask({ kind: 'initialise', job }),
    coldStart: (job: ColdStartJob) => ask({ kind: 'coldStart', job }),
    update: (job: UpdateJob) => ask({ kind: 'update', job }),
    close: async () => {
      await worker.terminate();
    },
  };
}
