import { GyreError, invalid } from '#kit/errors.ts';
import type { Client } from '#kit/rpc/types.ts';
import { seedOf } from '#kit/random.ts';
import { jsonOf } from '#kit/store/json.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import type { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EvaluateResponse, type TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import type { SlotDoc } from '#rollout-worker/mod.ts';
import type { EvaluationDoc, TrainerCollections } from '../collections.ts';
import { runBatch, type Waiting } from '../waiting.ts';
import { chooseTasks } from './choice.ts';
import { groupName, scoresOf } from './scores.ts';

export interface EvaluationRequest {
  readonly id: string;
  /** A policy version id or a scripted policy's name. */
  readonly policy: string;
  readonly harnessVersion: string;
  readonly split: 'dev' | 'test';
  /** 0 means all tasks of the split. */
  readonly limit: number;
  readonly seed: number;
}

export interface EvaluationDependencies {
  readonly curator: Pick<Client<CuratorServiceService>, 'listTasks'>;
  readonly collections: Pick<TrainerCollections, 'evaluations'>;
  readonly waiting: Waiting;
}

/** Tasks done and tasks in all. */
export type OnDone = (done: number, total: number) => void;

const SPLITS = { dev: Split.DEV, test: Split.TEST } as const;
const PAGE = 1000;

/**
 * Runs a policy greedily over a split, with slots of its own under `eval/<id>`, and scores it. Each task is a checkpoint: a run that
 * was cut off goes on where it was. Asking again for a finished evaluation gives the stored result; ALREADY_EXISTS if the id was
 * used for another question.
 */
export async function evaluate(request: EvaluationRequest, on: EvaluationDependencies, onDone: OnDone = () => undefined): Promise<EvaluateResponse> {
  const { id, policy, harnessVersion, split, limit, seed } = request;
  const doc: EvaluationDoc = { _id: id, policy, harness_version: harnessVersion, split, result: null };
  await on.collections.evaluations.insert(doc);
  const known = await on.collections.evaluations.get(id);
  if (known && (known.policy !== policy || known.harness_version !== harnessVersion || known.split !== split)) {
    throw new GyreError('ALREADY_EXISTS', `evaluation ${id} asks something else`, { boundary: 'caller', field: 'evaluation_id', details: { evaluation: id } });
  }
  if (known && known.result !== null) return EvaluateResponse.fromJSON(known.result);

  const tasks = chooseTasks(await listTasks(on.curator, SPLITS[split]), limit, seed);
  if (tasks.length === 0) throw invalid('split', `${split} has no tasks`, 'construct tasks first, by starting a round');
  const batch = `eval/${id}`;
  await runBatch(
    {
      ...{ id: batch, purpose: 'evaluation', policy, harnessVersion, temperature: 0, seed: seedOf('evaluation', seed), groupSize: 1 },
      ...{ randomGuidance: false, tasks: tasks.map((task) => task.id), spares: [] },
    },
    on.waiting,
    (status) => onDone(status.settled + (tasks.length - status.expected), tasks.length),
  );
  const byTask = new Map((await on.waiting.batches.accepted(batch, { fields: ['taskId', 'summary'] })).map((slot) => [slot.taskId, slot]));
  const outcomes = tasks.map((task) => outcomeOf(task, byTask.get(task.id)));
  const response = { evaluationId: id, scores: scoresOf(outcomes), outcomes };
  await on.collections.evaluations.update(id, {}, { set: { result: jsonOf(EvaluateResponse.toJSON(response)) } });
  return response;
}

/** All tasks of a split. */
export async function listTasks(curator: Pick<Client<CuratorServiceService>, 'listTasks'>, split: Split): Promise<Task[]> {
  const all: Task[] = [];
  for (let after = ''; ; ) {
    const { tasks } = await curator.listTasks({ split, family: '', limit: PAGE, after });
    all.push(...tasks);
    const last = tasks.at(-1);
    if (!last || tasks.length < PAGE) return all;
    after = last.id;
  }
}

/** A run that was lost to faults, or that could not be judged, is not valid; it stays in the denominator. */
function outcomeOf({ id: taskId, family, abilityGroup }: Task, slot: Pick<SlotDoc, 'summary'> | undefined): TaskOutcome {
  const summary = slot?.summary;
  const valid = summary !== undefined && summary.valid && summary.success !== null;
  return {
    ...{ taskId, family, abilityGroup: groupName(abilityGroup), valid, success: valid && summary.success === true },
    ...{ progress: summary?.progress ?? 0, steps: summary?.steps ?? 0, cost: (summary?.tokens ?? 0) + (summary?.toolCalls ?? 0) },
  };
}
