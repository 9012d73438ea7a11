import pLimit from 'p-limit';
import type { Clock } from '#kit/clock.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { count } from '#kit/metrics.ts';
import type { Store } from '#kit/store/types.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import { Evidence, type Operation } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { Task } from '#protos/core/v1/task.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { EnvironmentBackends } from './environment.ts';
import { type ClosedEpisode, EvidenceStore } from './evidence-store.ts';
import { Exclusive } from './exclusive.ts';
import { type EpisodeDoc, type Journal, memoryJournal, storeJournal } from './journal.ts';
import { failed, fingerprint, type LiveEpisode, LiveEpisodes } from './live-episodes.ts';
import { leased, observedBlock } from './telemetry.ts';

export interface EpisodesOptions {
  readonly backends: EnvironmentBackends;
  /** Holds the journal, if it is kept in the store. */
  readonly store: Store;
  /** Another store, with a credential of its own. */
  readonly evidenceStore: Store;
  readonly clock: Clock;
  /** `store`: episodes survive the process. `memory`: nothing is written per step, and a restart loses them. */
  readonly journal: 'store' | 'memory';
  /** Episodes open in this process at a time. Default 50,000. */
  readonly maxOpen?: number;
}

export interface NewEpisode {
  readonly id: string;
  readonly task: Task;
  readonly seed: number;
  /** 0 means {@link DEFAULT_LEASE_MS}. */
  readonly leaseMs: number;
  readonly slotId: string;
  readonly attempt: number;
}

const DEFAULT_LEASE_MS = 60_000;
const LONGEST_LEASE_MS = 3_600_000;
const REAP_BATCH = 256;
const REAPED_AT_A_TIME = 32;
const SWEEP_BATCH = 256;
const LEASE_ENDED = 'lease ended';

/** The life of episodes over all backends: create, step, reset, evidence, close, and the lease that frees them (report section 2.2). */
export class Episodes {
  readonly #clock: Clock;
  readonly #backends: EnvironmentBackends;
  readonly #journal: Journal;
  readonly #evidence: EvidenceStore;
  readonly #live: LiveEpisodes;
  readonly #exclusive = new Exclusive();

  constructor(options: EpisodesOptions) {
    this.#clock = options.clock;
    this.#backends = options.backends;
    this.#journal = options.journal === 'store' ? storeJournal(options.store) : memoryJournal();
    this.#evidence = new EvidenceStore(options.evidenceStore, this.#journal.durable);
    this.#live = new LiveEpisodes(this.#journal, this.#evidence, options.backends, options.maxOpen ?? 50_000);
  }

  /** Episodes that run in this process. */
  get open(): number {
    return this.#live.size;
  }

  /**
   * Creates the episode, or returns the one of that id. ALREADY_EXISTS if the id belongs to another task or seed,
   * FAILED_PRECONDITION if it is closed, RESOURCE_EXHAUSTED if too many are open.
   */
  async create(episode: NewEpisode): Promise<{ worldBuild: string; initialStateDigest: string }> {
    const { id, task, seed } = episode;
    const leaseMs = leaseOf(episode.leaseMs);
    // Tasks have no maps, so the same task always has the same bytes.
    const origin = digestOfBytes(`${digestOfBytes(Task.encode(task).finish())} ${seed}`);
    return this.#exclusive.run(id, async () => {
      const known = (await this.#journal.get(id)) ?? (await this.#createDoc(episode, origin, leaseMs));
      if (known.origin !== origin) throw failed('ALREADY_EXISTS', id, 'exists with another task or seed');
      if (!known.open) throw failed('FAILED_PRECONDITION', id, `is closed (${known.close_reason ?? ''})`);
      return { worldBuild: known.world_build, initialStateDigest: known.initial_state_digest };
    });
  }

  /**
   * Applies the parallel block of step `index`. A repeat of the latest step returns its stored results; FAILED_PRECONDITION for
   * an older step or a gap, ALREADY_EXISTS for a repeat with other calls.
   */
  step(id: string, index: number, calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
    return this.#exclusive.run(id, async () => {
      let live = await this.#attach(id);
      if (index !== live.steps) live = await this.#attachFresh(id);
      // The second try is for a process that learns only by writing that its copy has fallen behind.
      for (let tries = 0; index === live.steps && tries < 2; tries++) {
        const results = await this.#advance(live, index, calls);
        if (results) return results;
        live = await this.#attach(id);
      }
      return repeated(live, index, calls);
    });
  }

  /** Back to the start of the task; the next step is 0. */
  reset(id: string): Promise<string> {
    return this.#exclusive.run(id, async () => {
      const live = await this.#attach(id);
      const leaseUntilMs = this.#clock.now() + live.leaseMs;
      const resets = (await this.#journal.restart(id, leaseUntilMs)) ?? (await this.#stale(id));
      await live.environment.reset();
      Object.assign(live, { steps: 0, resets, last: undefined, leaseUntilMs });
      return live.environment.initialStateDigest;
    });
  }

  /** Puts the end of the lease `leaseMs` from now; 0 keeps the episode's own length. */
  renew(id: string, leaseMs: number): Promise<void> {
    return this.#exclusive.run(id, async () => {
      const live = await this.#attach(id);
      const length = leaseMs === 0 ? live.leaseMs : leaseOf(leaseMs);
      const leaseUntilMs = this.#clock.now() + length;
      if (!(await this.#journal.renew(id, length, leaseUntilMs))) await this.#stale(id);
      Object.assign(live, { leaseMs: length, leaseUntilMs });
    });
  }

  /** Logs what the harness did itself; see {@link EvidenceStore.append}. */
  appendEvidence(id: string, offset: number, operations: readonly Operation[], finalAction: Action | undefined): Promise<void> {
    return this.#exclusive.run(id, async () => {
      await this.#attachFresh(id);
      await this.#evidence.append(id, offset, operations, finalAction);
    });
  }

  /** Evidence of an open or a closed episode. NOT_FOUND if there is none. The caller has checked that a verifier asks. */
  evidence(id: string): Promise<Evidence> {
    return this.#exclusive.run(id, async () => {
      const closed = await this.#evidence.closed(id);
      if (closed?.evidence !== undefined) return Evidence.fromJSON(closed.evidence);
      if (closed) throw failed('NOT_FOUND', id, `left no evidence (${closed.reason})`);
      return this.#collect(await this.#attachFresh(id));
    });
  }

  /**
   * Closes the episode and writes its evidence; returns the digest of its final state, empty if that is lost. What this process
   * holds is freed in every case. The first close stands: closing again only clears away what one that was cut off has left, and answers
   * what stands. Closing what nobody knows changes nothing.
   */
  close(id: string, reason: string): Promise<string> {
    return this.#exclusive.run(id, async () => {
      let standing: ClosedEpisode | undefined;
      try {
        standing = await this.#evidence.closed(id);
        if (standing) await this.#evidence.dropLog(id);
        else {
          const evidence = await this.#lastEvidence(id);
          if (evidence === 'unknown') return '';
          standing = await this.#evidence.close(id, reason, evidence);
        }
        return standing.final_state_digest;
      } finally {
        await this.#live.drop(id);
        if (standing || !this.#journal.durable) await this.#journal.close(id, standing?.reason ?? reason);
      }
    });
  }

  list(openOnly: boolean, limit: number): Promise<EpisodeDoc[]> {
    return this.#journal.list(openOnly, limit);
  }

  tools(world: string): readonly ToolSpec[] {
    return this.#backends.tools(world);
  }

  /**
   * Frees every episode whose lease has ended, however many there are; returns how many. An episode freed so leaves no evidence.
   * One that fails does not hold up the others.
   */
  async reap(): Promise<number> {
    let failure: PromiseRejectedResult | undefined;
    for (let freed = 0; ; ) {
      const now = this.#clock.now();
      const lapsed = this.#live.ids().filter((id) => (this.#live.get(id)?.leaseUntilMs ?? now) < now);
      const expired = await this.#journal.expired(now, REAP_BATCH);
      const limit = pLimit(REAPED_AT_A_TIME);
      const outcomes = await Promise.allSettled([...new Set([...expired, ...lapsed])].map((id) => limit(() => this.#exclusive.run(id, () => this.#freeIfExpired(id)))));
      failure ??= outcomes.find((outcome) => outcome.status === 'rejected');
      const more = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
      freed += more;
      if (expired.length === REAP_BATCH && more > 0) continue;
      if (failure) throw failure.reason;
      return freed;
    }
  }

  /** Clears away what processes left that died creating or closing an episode, a bounded part of it a call; returns how much that was. */
  async sweep(): Promise<number> {
    return (await this.#journal.sweep(this.#clock.now(), SWEEP_BATCH)) + (await this.#evidence.sweep(SWEEP_BATCH));
  }

  async #createDoc({ id, task, seed, slotId, attempt }: NewEpisode, origin: string, leaseMs: number): Promise<EpisodeDoc> {
    const closed = await this.#evidence.closed(id);
    if (closed) throw failed('FAILED_PRECONDITION', id, `is closed (${closed.reason})`);
    let doc: EpisodeDoc | undefined;
    await this.#live.open(id, async () => {
      const environment = await leased(task.backend, () => this.#backends.open(task, seed));
      const leaseUntilMs = this.#clock.now() + leaseMs;
      const { worldBuild: world_build, initialStateDigest: initial_state_digest } = environment;
      const lease = { lease_ms: leaseMs, lease_until_ms: leaseUntilMs };
      const about = { task_id: task.id, origin, slot_id: slotId, attempt, seed, world_build, initial_state_digest };
      doc = { _id: id, ...about, open: true, ...lease, steps: 0, resets: 0, calls: {} };
      return { id, taskId: task.id, origin, environment, steps: 0, resets: 0, leaseMs, leaseUntilMs, last: undefined };
    });
    try {
      if (doc && (await this.#journal.create(doc, task))) return doc;
    } catch (thrown) {
      await this.#live.drop(id);
      throw thrown;
    }
    // Another process was faster; its episode counts.
    await this.#live.drop(id);
    return (await this.#journal.get(id)) ?? this.#stale(id);
  }

  /** Runs and records the next step; undefined if another process was faster. */
  async #advance(live: LiveEpisode, index: number, calls: readonly ToolCall[]): Promise<readonly ToolResult[] | undefined> {
    const leaseUntilMs = this.#clock.now() + live.leaseMs;
    const results = await observedBlock(live, calls, () => live.environment.step(calls));
    try {
      if (await this.#journal.record(live.id, live.resets, index, calls, leaseUntilMs)) {
        Object.assign(live, { steps: index + 1, leaseUntilMs, last: { calls: fingerprint(calls), results } });
        return results;
      }
    } catch (thrown) {
      // What runs here is ahead of what is written down: the next call rebuilds it.
      await this.#live.drop(live.id);
      throw thrown;
    }
    await this.#live.drop(live.id);
    return undefined;
  }

  /** The running episode, within its lease; good for what the journal checks anyway. */
  async #attach(id: string): Promise<LiveEpisode> {
    return this.#withinLease(await this.#live.attach(id));
  }

  /** The same, as it stands after whatever other processes did. */
  async #attachFresh(id: string): Promise<LiveEpisode> {
    return this.#withinLease(await this.#live.fresh(id));
  }

  async #withinLease(live: LiveEpisode): Promise<LiveEpisode> {
    const { id } = live;
    if (live.leaseUntilMs >= this.#clock.now()) return live;
    if (await this.#freeIfExpired(id)) throw failed('FAILED_PRECONDITION', id, 'was freed: its lease has ended');
    return this.#live.attach(id);
  }

  async #freeIfExpired(id: string): Promise<boolean> {
    const doc = await this.#journal.get(id);
    const live = this.#live.get(id);
    if (doc?.open && doc.lease_until_ms >= this.#clock.now()) {
      // Renewed through another process.
      if (live) live.leaseUntilMs = doc.lease_until_ms;
      return false;
    }
    await this.#live.drop(id);
    if (!doc?.open) return false;
    const { reason } = await this.#evidence.close(id, LEASE_ENDED, undefined);
    await this.#journal.close(id, reason);
    if (reason === LEASE_ENDED) count(METRICS.environmentEpisodesLapsed, 1, {});
    return true;
  }

  /** Evidence for the close: undefined if the episode cannot be rebuilt, `unknown` if there never was one. */
  async #lastEvidence(id: string): Promise<Evidence | undefined | 'unknown'> {
    if (!this.#live.get(id) && (await this.#journal.get(id)) === undefined) return 'unknown';
    try {
      return await this.#collect(await this.#live.fresh(id));
    } catch (thrown) {
      // An episode that no process can rebuild must still be freed; a store that does not answer is tried again.
      if (thrown instanceof GyreError && (thrown.boundary === 'store' || thrown.code === 'RESOURCE_EXHAUSTED')) throw thrown;
      return undefined;
    }
  }

  async #collect(live: LiveEpisode): Promise<Evidence> {
    const inside = await live.environment.evidence();
    const { operations, finalAction } = await this.#evidence.log(live.id);
    return {
      episodeId: live.id,
      taskId: live.taskId,
      worldBuild: live.environment.worldBuild,
      initialStateDigest: live.environment.initialStateDigest,
      finalStateDigest: inside.finalStateDigest,
      changes: [...inside.changes],
      // Within a step the environment's calls come first: a block is parallel, and each side keeps its own order.
      operations: [...inside.operations, ...operations].sort((a, b) => a.step - b.step),
      factsJson: JSON.stringify(inside.facts),
      finalAction,
    };
  }

  async #stale(id: string): Promise<never> {
    await this.#live.drop(id);
    throw failed('ABORTED', id, 'was changed by another process; send the call again');
  }
}

/** The stored results, if `index` with these calls was the latest step. */
function repeated({ id, steps, last }: LiveEpisode, index: number, calls: readonly ToolCall[]): readonly ToolResult[] {
  if (index >= steps) throw outOfOrder(id, `is at step ${steps}; step ${index} leaves a gap (step every turn, if need be with no calls)`);
  if (index < steps - 1 || !last) throw outOfOrder(id, `is at step ${steps}; step ${index} is over`);
  if (last.calls !== fingerprint(calls)) throw failed('ALREADY_EXISTS', id, `made step ${index} with other calls`);
  return last.results;
}

function outOfOrder(id: string, message: string): GyreError {
  return new GyreError('FAILED_PRECONDITION', `episode ${id} ${message}`, { boundary: 'caller', field: 'step', details: { episode: id } });
}

function leaseOf(leaseMs: number): number {
  if (leaseMs === 0) return DEFAULT_LEASE_MS;
  if (leaseMs > 0 && leaseMs <= LONGEST_LEASE_MS) return leaseMs;
  throw invalid('lease_ms', `${leaseMs} is out of range`, `give 1 to ${LONGEST_LEASE_MS}, or 0 for ${DEFAULT_LEASE_MS}`);
}
