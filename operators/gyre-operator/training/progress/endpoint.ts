import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Client } from '../../runtime/client.ts';
import { isConflict } from '../../runtime/failure.ts';
import { secondTime } from '../../runtime/micro-time.ts';
import { reviewToken } from '../../runtime/token-review.ts';
import type { Writer } from '../../runtime/writer.ts';
import { type Checkpoint, type ResumePoint, resumePoint } from '../checkpoints.ts';
import { type Pod, PODS } from '../cluster-resources.ts';
import { ATTEMPT_LABEL, audienceOf, idOf, INDEX_LABEL, selectorOf } from '../names.ts';
import { hasEnded } from '../reconcile/decide.ts';
import { isOver } from '../reconcile/pods.ts';
import { type Run, TRAINING_RUNS } from '../run.ts';
import { parseCheckpoint, parseProgress } from './messages.ts';
import { withCheckpoint, withProgress } from './record.ts';

export interface EndpointOptions {
  readonly client: Client;
  /** Under a field manager of its own, which owns progress and checkpoints. */
  readonly writer: Writer;
  readonly clock: Clock;
}

/** Who asks, and about which run. */
export interface Caller {
  readonly namespace: string;
  readonly name: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** What a trainer is to do now: what may change while a pod lives, and where it begins. */
export interface Order {
  readonly run: string;
  readonly uid: string;
  /** The checkpoint to go on from; null: the policy version. */
  readonly resume: ResumePoint | null;
  readonly updates: number;
  readonly checkpoint: { readonly everyUpdates: number; readonly keep: number };
  /** Whether the pod is about to be told to end. */
  readonly suspend: boolean;
  /** Updates reported as finished by this pod; null: none yet. */
  readonly update: number | null;
  /** Checkpoints on record. Others under the checkpoint URI may be removed. */
  readonly checkpoints: readonly Pick<Checkpoint, 'name' | 'update' | 'uri' | 'state'>[];
}

export interface Recorded extends Order {
  /** False: the push said nothing new, or came too late. */
  readonly recorded: boolean;
}

/** The status is written by several: so often a push is merged anew. */
const TRIES = 8;

/**
 * What trainers report and ask. Each call is judged by itself: the token by the API server, the run and its pods as they are now. Only
 * the newest pod of node 0 is heard: one that was replaced, and does not know it, can change nothing.
 */
export class ProgressEndpoint {
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  async order(caller: Caller): Promise<Order> {
    const { run, pod } = await this.#heard(caller);
    return orderOf(run, pod);
  }

  async progress(caller: Caller, body: unknown): Promise<Recorded> {
    return this.#record(caller, (run, pod, now) => {
      const progress = withProgress(run, parseProgress(body), pod.metadata.uid ?? '', now);
      return progress && { progress, checkpoints: run.status?.checkpoints };
    });
  }

  async checkpoint(caller: Caller, body: unknown): Promise<Recorded> {
    return this.#record(caller, (run, _, now) => {
      const checkpoints = withCheckpoint(run, parseCheckpoint(body), now);
      return checkpoints && { progress: run.status?.progress, checkpoints };
    });
  }

  async #record(caller: Caller, merge: (run: Run, pod: Pod, now: string) => Pick<NonNullable<Run['status']>, 'progress' | 'checkpoints'> | undefined): Promise<Recorded> {
    for (let attempt = 1; ; attempt++) {
      const { run, pod } = await this.#heard(caller);
      if (hasEnded(run)) throw new GyreError('FAILED_PRECONDITION', `TrainingRun ${run.metadata.name} has ended`, { boundary: 'caller', remedy: 'exit' });
      const status = merge(run, pod, secondTime(this.#options.clock.now()));
      if (!status) return { ...orderOf(run, pod), recorded: false };
      try {
        const { namespace, name } = run.metadata;
        const written = await this.#options.writer.apply(TRAINING_RUNS, { metadata: { namespace, name }, status }, { seen: run, force: true, subresource: 'status', signal: caller.signal });
        return { ...orderOf(written, pod), recorded: true };
      } catch (error) {
        if (!isConflict(error) || attempt >= TRIES) throw error;
      }
    }
  }

  /** The run, and the caller's pod, if it is the one to be heard. UNAUTHENTICATED, PERMISSION_DENIED, or ABORTED for one that was replaced. */
  async #heard({ namespace, name, token, signal }: Caller): Promise<{ readonly run: Run; readonly pod: Pod }> {
    const { client } = this.#options;
    const run = await client.find(TRAINING_RUNS, { namespace, name }, { signal });
    // Whether there is such a run is nobody's business without a token of it.
    if (!run) throw new GyreError('UNAUTHENTICATED', 'the token is not one of this run', { boundary: 'caller', remedy: 'ask at TRAINING_PROGRESS_URL' });
    const id = idOf(run);
    const bearer = await reviewToken(client, token, audienceOf(id), { signal });
    if (bearer.namespace !== namespace) throw new GyreError('PERMISSION_DENIED', `pods of namespace ${bearer.namespace} have no say in ${namespace}`, { boundary: 'caller' });
    const { items } = await client.list(PODS, { namespace, labels: `${selectorOf(id, 'trainer')},${INDEX_LABEL}=0` }, { signal });
    const pod = items.find(({ metadata }) => metadata.uid === bearer.uid);
    if (!pod) throw new GyreError('PERMISSION_DENIED', `pod ${bearer.name} is not node 0 of the trainer`, { boundary: 'caller', remedy: 'report from the pod whose TRAINING_NODE is 0' });
    const newer = items.find((other) => other !== pod && isNewer(other, pod));
    if (newer) throw new GyreError('ABORTED', `pod ${bearer.name} was replaced by ${newer.metadata.name}`, { boundary: 'caller', retryable: false, remedy: 'exit: what it does is done by another' });
    return { run, pod };
  }
}

/** Pods of node 0 follow each other: by attempt, by the second they were made in, then by which of them is there to stay. */
function isNewer(other: Pod, pod: Pod): boolean {
  const rank = (each: Pod) => [
    Number(each.metadata.labels?.[ATTEMPT_LABEL] ?? 0),
    Date.parse(each.metadata.creationTimestamp ?? ''),
    isOver(each) || each.metadata.deletionTimestamp ? 0 : 1,
  ];
  const [theirs, ours] = [rank(other), rank(pod)];
  const differs = theirs.findIndex((value, i) => value !== ours[i]);
  return differs >= 0 && (theirs[differs] ?? 0) > (ours[differs] ?? 0);
}

function orderOf(run: Run, pod: Pod): Order {
  const { spec, status = {}, metadata } = run;
  const { everyUpdates, keep } = spec.checkpoint;
  return {
    run: `${metadata.namespace}/${metadata.name}`,
    uid: metadata.uid ?? '',
    resume: resumePoint(run) ?? null,
    updates: spec.batch.updates,
    checkpoint: { everyUpdates, keep },
    suspend: spec.suspend,
    update: status.progress && status.progress.podUid === pod.metadata.uid ? status.progress.update : null,
    checkpoints: (status.checkpoints ?? []).map(({ name, update, uri, state }) => ({ name, update, uri, state })),
  };
}
