import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { openScope, orAborted } from '#kit/rpc/call-scope.ts';
import type { EventRecorder } from './events.ts';
import { isMissing } from './failure.ts';
import { type KubeObject, keyOf, type Resource } from './objects.ts';
import type { Writer } from './writer.ts';

export interface FinalizerOptions<T extends KubeObject> {
  readonly writer: Writer;
  readonly recorder: EventRecorder;
  readonly clock: Clock;
  readonly resource: Resource<T>;
  /** `gyre.dev/…`. */
  readonly finalizer: string;
  /** So long after its deletion was asked for the object goes, cleaned up or not, milliseconds. */
  readonly deadlineMs: number;
  /** Longest time of one try to clean up. Default 30,000. */
  readonly tryMs?: number;
  /** Level-based and idempotent; true once nothing is left to clean up. */
  readonly cleanUp: (object: T, signal: AbortSignal) => Promise<boolean>;
}

export type Finalized =
  /** The object lives and has the finalizer. */
  | { readonly state: 'living' }
  /** The object is being deleted and waits for its cleaning up: look again after so long. */
  | { readonly state: 'waiting'; readonly requeueAfterMs: number }
  /** The object no longer waits for us. */
  | { readonly state: 'released' };

const LOOK_AGAIN_MS = 2_000;

/**
 * Puts the finalizer on an object that lives, and takes it off one that is being deleted: when the cleaning up is done, or when its
 * deadline has passed, so that a deletion can never hang. Then an event says that something may be left. A failure of the cleaning up
 * before the deadline is thrown, for the queue to come back.
 */
export async function finalize<T extends KubeObject>(object: T, options: FinalizerOptions<T>, signal: AbortSignal): Promise<Finalized> {
  const { writer, resource, finalizer, clock, deadlineMs, recorder } = options;
  const finalizers = object.metadata.finalizers ?? [];
  const has = finalizers.includes(finalizer);
  const { deletionTimestamp } = object.metadata;
  if (!deletionTimestamp) {
    if (!has) await writer.patch(resource, object, { metadata: { finalizers: [...finalizers, finalizer] } }, { signal });
    return { state: 'living' };
  }
  if (!has) return { state: 'released' };

  const left = () => Date.parse(deletionTimestamp) + deadlineMs - clock.now();
  const result = await tryOnce(object, options, signal);
  if (result !== true && left() > 0) {
    if (result instanceof GyreError) throw result;
    return { state: 'waiting', requeueAfterMs: Math.min(LOOK_AGAIN_MS, left()) };
  }
  if (result !== true) {
    const why = result instanceof GyreError ? result.message : 'it is not done';
    recorder.tell(object, { type: 'Warning', reason: 'CleanupAbandoned', action: 'Finalize', note: `${finalizer} was removed ${Math.round(deadlineMs / 1000)} s after the deletion although cleaning up did not succeed: ${why}` });
  }
  try {
    await writer.patch(resource, object, { metadata: { finalizers: finalizers.filter((each) => each !== finalizer) } }, { signal });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return { state: 'released' };
}

async function tryOnce<T extends KubeObject>(object: T, { cleanUp, clock, tryMs = 30_000, finalizer }: FinalizerOptions<T>, signal: AbortSignal): Promise<boolean | GyreError> {
  const scope = openScope(`${finalizer} of ${keyOf(object)}`, clock.now() + tryMs, clock, 'cluster', [signal]);
  try {
    return await orAborted(cleanUp(object, scope.signal), scope.signal);
  } catch (thrown) {
    signal.throwIfAborted();
    return GyreError.from(thrown, 'cluster');
  } finally {
    scope.dispose();
  }
}
