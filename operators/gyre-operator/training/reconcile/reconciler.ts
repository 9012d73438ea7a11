import type { Clock } from '#kit/clock.ts';
import { canonicalJson } from '#kit/digest.ts';
import type { ReconcileContext, ReconcileResult } from '../../runtime/controller.ts';
import type { EventRecorder } from '../../runtime/events.ts';
import { isMissing } from '../../runtime/failure.ts';
import { placeOf } from '../../runtime/objects.ts';
import type { Installed } from '../cluster-resources.ts';
import { type Run, TRAINING_RUNS } from '../run.ts';
import { CarryOut, type CarryOutOptions, ChildRefused, NO_PLAN } from './carry-out.ts';
import { decide, isOurs, wantsTrainer } from './decide.ts';
import { happeningsOf } from './happenings.ts';
import { measure } from './measures.ts';
import { type Observation, observe } from './observation.ts';
import { missingMs, PATIENCE_MS, refusalOf } from './refused.ts';
import { type OwnStatus, ownStatus } from './status.ts';

/** What the API server says of a child that it refuses is said anew so often at most, milliseconds. */
const WORDS_MS = 60_000;

export interface ReconcilerOptions extends CarryOutOptions {
  readonly recorder: Pick<EventRecorder, 'tell'>;
  readonly clock: Clock;
  readonly installed: Installed;
}

/**
 * Reconciles TrainingRuns. The run is read from the API server, its children from caches; what is decided is written into the run's
 * status on condition that the run is still as it was read, and only then done. Whoever dies in between is taken over from: the
 * status says what was decided, the children what has come of it.
 */
export class TrainingReconciler {
  readonly #options: ReconcilerOptions;
  readonly #carryOut: CarryOut;
  /** By key of the run, what the API server refused at its last reconcile. */
  readonly #refusals = new Map<string, ChildRefused['refused'] & { readonly uid: string | undefined; readonly sinceMs: number }>();

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#carryOut = new CarryOut(options);
  }

  async reconcile(key: string, { signal }: Pick<ReconcileContext, 'signal'>): Promise<ReconcileResult> {
    const { client, clock, caches, installed } = this.#options;
    const { namespace, name } = placeOf(key);
    const run = await client.find(TRAINING_RUNS, { namespace, name }, { signal });
    // Children of a run that is gone, or going, go with it.
    if (!run || !isOurs(run)) {
      this.#refusals.delete(key);
      return {};
    }
    const cached = observe(run, installed, caches);
    const survey = wantsTrainer(run) ? await this.#carryOut.survey(run, installed, cached.workload !== undefined, signal) : undefined;
    const seen = survey?.found ? observe(run, installed, caches, survey.found) : cached;
    const refused = await this.#refused(seen, signal);
    const known = this.#refusals.get(key);
    const refusedChild = known?.uid === run.metadata.uid ? known : undefined;
    const decision = decide({ ...seen, refused: refused ?? seen.refused, refusedChild }, clock.now(), survey?.obstacle);
    const said = await this.#say(run, decision.status, signal);
    if (decision.expired) {
      await this.#expire(said, signal);
      return {};
    }
    try {
      await this.#carryOut.carryOut(seen, decision.wanted, decision.status.attempt ?? 0, survey ?? { plan: NO_PLAN }, signal);
    } catch (error) {
      if (!(error instanceof ChildRefused)) throw error;
      const { child, said } = error.refused;
      // Words that differ at each try (times, ids of requests) are no news: a write for each of them would bring on the next try at once.
      const same = refusedChild?.child === child && clock.now() - refusedChild.sinceMs < WORDS_MS;
      this.#refusals.set(key, same ? refusedChild : { child, said, uid: run.metadata.uid, sinceMs: clock.now() });
      // The next try comes soon at first, and says in the run what is refused.
      throw error.cause;
    }
    if (this.#refusals.delete(key)) return { requeueAfterMs: 1 };
    return decision.requeueAfterMs === undefined ? {} : { requeueAfterMs: decision.requeueAfterMs };
  }

  /** Why the trainer's pods are not made, asked for once they have been missing for a while. */
  async #refused(seen: Observation, signal: AbortSignal): Promise<Observation['refused']> {
    const { client, clock } = this.#options;
    const { maker } = seen.workload ?? {};
    if (!maker || (missingMs(seen, clock.now()) ?? 0) < PATIENCE_MS) return undefined;
    const said = await refusalOf(client, maker, { signal });
    return said === undefined ? undefined : { by: `Job ${maker.metadata.name}`, said };
  }

  /** Writes the status, if there is anything new in it, and tells what has happened. The run as it is then. */
  async #say(run: Run, status: OwnStatus, signal: AbortSignal): Promise<Run> {
    const { writer, recorder, clock } = this.#options;
    if (canonicalJson(status) === canonicalJson(ownStatus(run))) return run;
    const { namespace, name } = run.metadata;
    const said = await writer.apply(TRAINING_RUNS, { metadata: { namespace, name }, status }, { seen: run, force: true, subresource: 'status', signal });
    measure(run, status, clock.now());
    for (const happening of happeningsOf(run.status?.conditions, status.conditions)) recorder.tell(run, happening);
    return said;
  }

  /** Deletes the run that was decided on, as it was: another of its name, or one that has changed since, is looked at anew. */
  async #expire(run: Run, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.writer.delete(TRAINING_RUNS, run, { signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
