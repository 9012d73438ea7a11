import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openBlobs } from '#kit/blobs/open.ts';
import { GyreError } from '#kit/errors.ts';
import { CompactLearner } from './compact-learner.ts';
import type { Reply, Request } from './thread-messages.ts';

/** Entry of the learner thread. */
const { blobsUrl } = z.object({ blobsUrl: z.string() }).parse(workerData);
const learner = new CompactLearner(await openBlobs(blobsUrl));

function run({ ask }: Request) {
  switch (ask.kind) {
    case 'initialise':
      return learner.initialise(ask.job);
    case 'coldStart':
      return learner.coldStart(ask.job);
    case 'update':
      return learner.update(ask.job);
  }
}

parentPort?.on('message', (request: Request) => {
  const answer = (reply: Reply) => parentPort?.postMessage(reply);
  run(request).then(
    (result) => answer({ kind: 'done', id: request.id, result }),
    (thrown) => {
      const { code, message, boundary, retryable, field } = GyreError.from(thrown, 'harness');
      answer({ kind: 'failed', id: request.id, code, message, boundary, retryable, field });
    },
  );
});
