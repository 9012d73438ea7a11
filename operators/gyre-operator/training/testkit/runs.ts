import { changed, sample, stored } from '../../testkit/samples.ts';
import { parseObject } from '../../runtime/objects.ts';
import { type Run, TRAINING_RUNS } from '../run.ts';

/** The sample run as the API server stores it, without its queue, with changes by path. */
export function runJson(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return stored('TrainingRun', changed(sample('TrainingRun'), { 'metadata.name': 'planner', 'metadata.namespace': 'ml', 'metadata.labels': {}, ...changes }));
}

/** The same as it is read. */
export function runOf(changes: Readonly<Record<string, unknown>> = {}): Run {
  return parseObject(TRAINING_RUNS, runJson({ 'metadata.uid': 'run-uid', 'metadata.resourceVersion': '7', 'metadata.generation': 1, ...changes }));
}

export const QUEUED = { 'metadata.labels': { 'kueue.x-k8s.io/queue-name': 'training', 'kueue.x-k8s.io/priority-class': 'high' } };

/** The value at a path through records and lists; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined), value);
}
