import { canonicalJson } from '#kit/digest.ts';
import { type Code, GyreError } from '#kit/errors.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { Environment, EnvironmentBackends } from './environment.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { callDoc, callOf, type EpisodeDoc, type Journal } from './journal.ts';

/** An episode that runs in this process. */
export interface LiveEpisode {
  readonly id: string;
  readonly taskId: string;
  readonly origin: string;
  readonly environment: Environment;
  steps: number;
  resets: number;
  leaseMs: number;
  leaseUntilMs: number;
  /** The latest step, kept so that a repeat of it is answered without running again. */
  last: { readonly calls: string; readonly results: readonly ToolResult[] } | undefined;
}

/** The open episodes of this process: at most `maxOpen`, rebuilt from the journal when another process opened them. */
export class LiveEpisodes {
  readonly #live = new Map<string, LiveEpisode>();
  readonly #journal: Journal;
  readonly #evidence: EvidenceStore;
  readonly #backends: EnvironmentBackends;
  readonly #maxOpen: number;
  #opening = 0;

  constructor(journal: Journal, evidence: EvidenceStore, backends: EnvironmentBackends, maxOpen: number) {
    this.#journal = journal;
    this.#evidence = evidence;
    this.#backends = backends;
    this.#maxOpen = maxOpen;
  }

  get size(): number {
    return this.#live.size;
  }

  get(id: string): LiveEpisode | undefined {
    return this.#live.get(id);
  }

  ids(): string[] {
    return [...this.#live.keys()];
  }

  /** Opens an environment within the bound and hands it to `made`, which says what to keep. RESOURCE_EXHAUSTED at the bound. */
  async open(id: string, make: () => Promise<LiveEpisode>): Promise<LiveEpisode> {
    if (this.#live.size + this.#opening >= this.#maxOpen) {
      throw failed('RESOURCE_EXHAUSTED', id, `${this.#maxOpen} episodes are open here already; close some, or wait for their leases`);
    }
    this.#opening++;
    try {
      return this.#keep(await make());
    } finally {
      this.#opening--;
    }
  }

  /** The episode, rebuilt by replay if it does not run here. NOT_FOUND if nobody knows it, FAILED_PRECONDITION once it is closed. */
  async attach(id: string): Promise<LiveEpisode> {
    const live = this.#live.get(id);
    if (live) return live;
    const doc = await this.#journal.get(id);
    const closed = doc?.open === true ? undefined : await this.#evidence.closed(id);
    if (closed || doc?.open === false) {
      throw failed('FAILED_PRECONDITION', id, `is closed (${closed?.reason ?? doc?.close_reason ?? ''})`);
    }
    if (!doc || !this.#journal.durable) throw failed('NOT_FOUND', id, 'is not known here; it was never opened, or lost in a restart');
    return this.open(id, () => this.#rebuild(doc));
  }

  /** The same, and as the journal has it: another process may have stepped, reset or closed it since it ran here. */
  async fresh(id: string): Promise<LiveEpisode> {
    const live = this.#live.get(id);
    if (live && this.#journal.durable) {
      const doc = await this.#journal.get(id);
      if (doc?.open && doc.steps === live.steps && doc.resets === live.resets) live.leaseUntilMs = doc.lease_until_ms;
      else await this.drop(id);
    }
    return this.attach(id);
  }

  /** Frees what the episode holds in this process. */
  async drop(id: string): Promise<void> {
    const live = this.#live.get(id);
    this.#live.delete(id);
    await live?.environment.close();
  }

  async #rebuild(doc: EpisodeDoc): Promise<LiveEpisode> {
    const id = doc._id;
    const task = await this.#journal.task(doc);
    if (!task) throw failed('NOT_FOUND', id, 'has lost its task');
    const environment = await this.#backends.open(task, doc.seed);
    if (environment.worldBuild !== doc.world_build) {
      await environment.close();
      throw failed('FAILED_PRECONDITION', id, `runs on world build ${doc.world_build}; this process has ${environment.worldBuild}`);
    }
    let last: LiveEpisode['last'];
    for (let step = 0; step < doc.steps; step++) {
      const calls = (doc.calls[String(step)] ?? []).map(callOf);
      last = { calls: fingerprint(calls), results: await environment.step(calls) };
    }
    const { task_id: taskId, origin, steps, resets, lease_ms: leaseMs, lease_until_ms: leaseUntilMs } = doc;
    return { id, taskId, origin, environment, steps, resets, leaseMs, leaseUntilMs, last };
  }

  #keep(live: LiveEpisode): LiveEpisode {
    this.#live.set(live.id, live);
    return live;
  }
}

/** Equal for the same calls and for no others. */
export function fingerprint(calls: readonly ToolCall[]): string {
  return canonicalJson(calls.map(callDoc));
}

/** Failures of the episode's state are the environment's, so that a worker starts the attempt afresh; misuse is the caller's. */
export function failed(code: Code, id: string, message: string): GyreError {
  const misuse = code === 'ALREADY_EXISTS' || code === 'INVALID_ARGUMENT';
  return new GyreError(code, `episode ${id} ${message}`, { boundary: misuse ? 'caller' : 'environment', details: { episode: id } });
}
