import { parentPort, workerData } from 'node:worker_threads';
import { phoneIntents, phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import { GyreError } from '#kit/errors.ts';
import { encodeStatus } from '#kit/rpc/status.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Task } from '#protos/core/v1/task.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import { constructIn } from './construct-world.ts';
import type { ConstructAnswer } from './threaded-construct.ts';

/** The thread that constructs tasks: the encoded request as its worker data, one answer, and it ends. */
async function answer(): Promise<ConstructAnswer> {
  try {
    const construct = constructIn([{ world: phoneWorld, intents: phoneIntents }]);
    const { tasks, rejected } = await construct(ConstructTasksRequest.decode(workerData));
    const encoded = tasks.map(({ task, criteria, witness }) => ({
      task: Task.encode(task).finish(),
      criteria: CompletionCriteria.encode(criteria).finish(),
      witness: Witness.encode(witness).finish(),
    }));
    return { kind: 'built', tasks: encoded, rejected };
  } catch (thrown) {
    return { kind: 'failed', status: encodeStatus(GyreError.from(thrown, 'caller')) };
  }
}

parentPort?.postMessage(await answer());
