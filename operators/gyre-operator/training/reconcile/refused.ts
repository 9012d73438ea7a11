import { z } from 'zod';
import type { CallOptions, Client } from '../../runtime/client.ts';
import { kubeObject, type Resource } from '../../runtime/objects.ts';
import { timeText } from '../../runtime/micro-time.ts';
import type { Job } from '../cluster-resources.ts';
import { FORBIDDEN, type Observation } from './observation.ts';
import { ofAttempt } from './pods.ts';

/**
 * Why the pods of a Job are not even made: a quota of the namespace, a policy, a limit. The Job controller tries again for ever, and says
 * so in events alone, which nobody watches: they are asked for when pods have been missing for a while.
 */

/** Pods that are not there after so long are missing, milliseconds. */
export const PATIENCE_MS = 5_000;
/** While they are missing it is looked for the reason so often. */
export const LOOK_AGAIN_MS = 30_000;

const event = kubeObject.extend({
  reason: z.string().optional(),
  note: z.string().optional(),
  regarding: z.looseObject({ uid: z.string().optional() }).optional(),
  deprecatedLastTimestamp: timeText.nullish(),
  eventTime: timeText.nullish(),
});
const EVENTS: Resource<z.infer<typeof event>> = { apiVersion: 'events.k8s.io/v1', kind: 'Event', plural: 'events', namespaced: true, schema: event };

/** How long pods of the present attempt have been missing, milliseconds; undefined if all were made, or none are to be. */
export function missingMs({ run, workload, trainers }: Observation, nowMs: number): number | undefined {
  const { attempt = 0 } = run.status ?? {};
  if (!workload || workload.leaving || workload.attempt !== attempt || workload.outcome.state !== 'active' || workload.outcome.suspended) return undefined;
  if (ofAttempt(trainers, attempt).length >= run.spec.trainer.nodes) return undefined;
  const since = Date.parse(workload.maker?.status?.startTime ?? workload.maker?.metadata.creationTimestamp ?? '');
  return Number.isNaN(since) ? undefined : Math.max(0, nowMs - since);
}

/** What the Job controller said last of pods that it could not make; undefined if it said nothing. */
export async function refusalOf(client: Client, { metadata: { namespace, uid } }: Job, options: CallOptions): Promise<string | undefined> {
  const { items } = await client.list(EVENTS, { ...(namespace ? { namespace } : {}), fields: `reason=FailedCreate,regarding.uid=${uid}` }, options);
  const at = (each: (typeof items)[number]) => Date.parse(each.deprecatedLastTimestamp ?? each.eventTime ?? '') || 0;
  const [last] = items.filter(({ reason, regarding }) => reason === 'FailedCreate' && regarding?.uid === uid).toSorted((a, b) => at(b) - at(a));
  return last?.note?.replace(FORBIDDEN, '');
}
