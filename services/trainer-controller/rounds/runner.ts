import { GyreError, withRemedy } from '#kit/errors.ts';
import { retry } from '#kit/retry.ts';
import { outsideCall } from '#kit/rpc/call-scope.ts';
import { withSpan } from '#kit/telemetry.ts';
import type { Round, RoundPlan } from '#protos/core/v1/round.ts';
import { preflight } from '../preflight.ts';
import { observedPhase } from '../telemetry.ts';
import type { Phase, Plant, RoundContext } from './context.ts';
import { awaitingRelease, collecting, constructing, curating } from './data-phases.ts';
import { coldStart, evaluating, training } from './learning-phases.ts';
import { ProgressHub } from './progress.ts';
import { awaitingHarness, done, revising } from './revision-phases.ts';
import type { OwnedRound, RoundStore } from './store.ts';

/** The state machine: a phase by its name in the round document. Each may be run again from its start at any time. */
const PHASES: Readonly<Record<string, Phase>> = {
  planned: async ({ plan, plant, round, save }) => {
    const inherited = plan.harnessVersion !== '' || plan.parentRound === '' ? plan.harnessVersion : (await plant.parentOf(plan.parentRound)).harness;
    const { version } = await plant.harness.getVersion({ id: inherited });
    await save({ harness: version?.id ?? round.harness });
    return { next: 'constructing' };
  },
  constructing,
  collecting,
  curating,
  awaiting_release: awaitingRelease,
  cold_start: coldStart,
  training,
  evaluating,
  revising,
  awaiting_harness: awaitingHarness,
  done,
};

/** A phase whose servers do not answer begins again so many times, over some minutes, before the round ends with the error. */
const PATIENCE = { attempts: 10, firstDelayMs: 1_000, maxDelayMs: 30_000 } as const;
/** The round document alone says how far the round is and why it ended: it is waited for until this process stops. */
const UNTIL_STORED = { ...PATIENCE, attempts: Number.POSITIVE_INFINITY } as const;

/** Runs rounds in this process: starts, resumes and watches them; one run of a round at a time. */
export class RoundRunner {
  readonly hub = new ProgressHub();
  readonly #plant: Plant;
  readonly #rounds: RoundStore;
  readonly #stop: AbortController;
  readonly #running = new Map<string, Promise<void>>();
  readonly #takenOver = new Set<string>();

  constructor(plant: Plant, rounds: RoundStore, stop: AbortController) {
    this.#plant = plant;
    this.#rounds = rounds;
    this.#stop = stop;
  }

  /** Checks the plan, writes the round and sets it going. Idempotent by id; a broken rule or an unknown version (NOT_FOUND) is named and nothing is written. */
  async start(id: string, plan: RoundPlan): Promise<Round> {
    preflight(plan, this.#plant.settings);
    const poolSeed = plan.parentRound === '' ? plan.seed : await this.#rounds.poolSeed(plan.parentRound);
    if (plan.parentRound !== '') await this.#plant.parentOf(plan.parentRound);
    await this.#versionsExist(plan);
    await this.#rounds.create(id, plan, poolSeed);
    return this.resume(id);
  }

  /** A name that nothing has would be found out hours later, with the round's id spent. */
  async #versionsExist({ policyVersion, harnessVersion }: RoundPlan): Promise<void> {
    const { policies, harness } = this.#plant;
    if (policyVersion !== '') await policies.get(policyVersion).catch((thrown) => refuseUnknown(thrown, 'policy_version', policyVersion));
    if (harnessVersion === '') return;
    const { version } = await harness.getVersion({ id: harnessVersion }).catch((thrown) => refuseUnknown(thrown, 'harness_version', harnessVersion));
    if (version === undefined) throw unknownVersion('harness_version', harnessVersion);
  }

  /** Goes on where the round is, after a restart or a decision. */
  async resume(id: string): Promise<Round> {
    const round = await this.#rounds.get(id);
    if (round.phase !== 'done' || round.digest === '') this.#go(round);
    return round;
  }

  /** Whether the round's latest run in this process ended because another controller goes on with it. */
  takenOver(id: string): boolean {
    return this.#takenOver.has(id);
  }

  /** Resolves when the round's run in this process ends, for whatever reason; at once if there is none. */
  async settled(id: string): Promise<void> {
    await this.#running.get(id);
  }

  /** Rounds that run in this process. */
  get running(): number {
    return this.#running.size;
  }

  /** Stops all runs; they go on where they were when resumed. */
  async close(): Promise<void> {
    this.#stop.abort(new GyreError('CANCELLED', 'the trainer is stopping', { boundary: 'caller' }));
    await Promise.all(this.#running.values());
  }

  #go(round: Round): void {
    const { id } = round;
    if (this.#running.has(id)) return;
    this.#takenOver.delete(id);
    this.hub.begin(id);
    // The round outlives the call that started it.
    const run = outsideCall(() => withSpan('round', { 'gyre.round.id': id }, () => this.#run(round))).finally(() => {
      this.#running.delete(id);
      this.hub.end(id);
    });
    this.#running.set(id, run);
  }

  async #run(round: Round): Promise<void> {
    const { id } = round;
    try {
      let owned: OwnedRound | undefined = await this.#stored(round, () => this.#rounds.take(id));
      while (owned) owned = await this.#phases(owned).then(() => undefined, this.#ended(owned));
    } catch (thrown) {
      const error = GyreError.from(thrown, 'harness');
      if (isTakenOver(error, id)) this.#takenOver.add(id);
      else this.hub.emit(id, { phase: 'failed', done: 0, total: 0, scores: [], message: error.message });
    }
  }

  /**
   * Writes down what ended the round's phases; the phase stays, so that a resume goes on from it. Where the store did not take it at once,
   * and waiting may mend what ended them, the round goes on with what this gives. Rejects when the round was stopped or taken over.
   */
  #ended({ round: { id }, ...owned }: OwnedRound): (thrown: unknown) => Promise<OwnedRound | undefined> {
    return async (thrown) => {
      const error = GyreError.from(thrown, 'harness');
      if (isTakenOver(error, id) || this.#stop.signal.aborted) throw error;
      const latest = await this.#stored({ id, phase: 'waiting' }, async (number) => {
        const round = await this.#rounds.get(id);
        const ends = number === 1 || !error.retryable;
        const written = { ...round, error: ends ? withRemedy(error) : '' };
        await this.#rounds.save(written, owned.epoch);
        return ends ? undefined : written;
      });
      if (latest) return { ...owned, round: latest };
      throw error;
    };
  }

  /** Reads or writes the round document, again and again while the store does not answer. */
  #stored<R>({ id, phase }: Pick<Round, 'id' | 'phase'>, call: (number: number) => Promise<R>): Promise<R> {
    return retry(call, {
      ...UNTIL_STORED,
      clock: this.#plant.clock,
      signal: this.#stop.signal,
      onRetry: ({ message }, _, delayMs) => this.hub.emit(id, { phase, done: 0, total: 0, scores: [], message: `asks its store again in ${Math.ceil(delayMs / 1_000)} s: ${message}` }),
    });
  }

  async #phases(owned: OwnedRound): Promise<void> {
    const { epoch, poolSeed } = owned;
    let round = owned.round;
    const { plan } = round;
    if (!plan) throw new GyreError('INTERNAL', `round ${round.id} has no plan`, { boundary: 'store' });
    const save = async (change: Partial<Round>) => {
      const next = { ...round, ...change };
      await this.#rounds.save(next, epoch);
      round = next;
    };
    if (round.error !== '') await this.#stored(round, () => save({ error: '' }));
    const emit: RoundContext['emit'] = (progress) => this.hub.emit(round.id, progress);
    const { signal } = this.#stop;
    for (;;) {
      signal.throwIfAborted();
      const phase = PHASES[round.phase];
      if (!phase) throw new GyreError('FAILED_PRECONDITION', `round ${round.id} is in the unknown phase ${round.phase}`, { boundary: 'store' });
      emit({ phase: round.phase, done: 0, total: 0, scores: round.scores, message: '' });
      const context: RoundContext = {
        plant: this.#plant,
        plan,
        get round() {
          return round;
        },
        poolSeed,
        signal,
        save,
        emit,
      };
      const outcome = await retry(() => observedPhase(round.id, round.phase, () => phase(context)), {
        ...PATIENCE,
        clock: this.#plant.clock,
        signal,
        onRetry: ({ message }, _, delayMs) => emit({ phase: round.phase, done: 0, total: 0, scores: round.scores, message: `begins again in ${Math.ceil(delayMs / 1_000)} s: ${message}` }),
      });
      if ('parked' in outcome) return emit({ phase: round.phase, done: 1, total: 1, scores: round.scores, message: outcome.parked });
      await this.#stored(round, () => save({ phase: outcome.next }));
    }
  }
}

/** Only the round's own store says so with its id. */
function isTakenOver({ code, details }: GyreError, id: string): boolean {
  return code === 'ABORTED' && details['round'] === id;
}

function refuseUnknown(thrown: unknown, field: string, id: string): never {
  const error = GyreError.from(thrown, 'harness');
  throw error.code === 'NOT_FOUND' ? unknownVersion(field, id) : error;
}

function unknownVersion(field: string, id: string): GyreError {
  return new GyreError('NOT_FOUND', `${field} ${id} is not known`, { boundary: 'caller', field, remedy: 'list the versions, or leave it out', details: { version: id } });
}
