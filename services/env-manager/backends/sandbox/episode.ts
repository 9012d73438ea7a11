import { digestOf } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { random, type Random } from '#kit/random.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { Operation, StateChange } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { ToolRun } from '../../worlds/world.ts';
import { executeCall } from './call.ts';
import { changesBetween, stateDigest } from './changes.ts';
import { type CompiledWorld, PERMISSIONS } from './compiled-world.ts';
import { Overlay, type OverlayData } from './overlay.ts';
import type { EpisodeSetup } from './setup.ts';
import { instantAt, localAt, type VirtualClock } from './virtual-clock.ts';

/** What stays the same for an episode and all its forks. */
export interface EpisodeStart {
  readonly world: CompiledWorld;
  readonly setup: EpisodeSetup;
  readonly seed: number;
  readonly clock: VirtualClock;
  /** The base with the task's start over it. Never written to. */
  readonly initial: Overlay;
}

/** An episode's state as JSON data: its own changes and log, nothing of the base. */
export interface EpisodeSnapshot {
  /** Digest of the world build and the initial state: a snapshot is restored only where it came from. */
  readonly origin: string;
  readonly step: number;
  readonly state: OverlayData;
  readonly reached: readonly (readonly [tool: string, calls: number])[];
  readonly operations: readonly Operation[];
}

/**
 * One episode of the sandbox (report section 2.2, architecture.md section 5): a deterministic state machine. The same task, seed
 * and calls give the same bytes. Synchronous and free of I/O.
 */
export class SandboxEpisode {
  readonly #start: EpisodeStart;
  #state: Overlay;
  #step = 0;
  #reached = new Map<string, number>();
  #operations: readonly Operation[] = [];

  constructor(start: EpisodeStart) {
    this.#start = start;
    this.#state = start.initial.fork();
  }

  /** Steps done so far; the index of the next one. */
  get steps(): number {
    return this.#step;
  }

  /**
   * Applies one parallel block: calls in order, results in the same order. An empty block only lets time pass (a turn whose
   * calls belong to the harness). If a tool breaks, the whole step leaves no trace and the error is INTERNAL.
   */
  step(calls: readonly ToolCall[]): ToolResult[] {
    const { world, setup, clock } = this.#start;
    const state = this.#state.fork();
    const reached = new Map(this.#reached);
    const scene = {
      world,
      faults: setup.faults,
      reached,
      step: this.#step,
      at: instantAt(clock, this.#step),
      run: (ordinal: number) => this.#run(state, ordinal),
      granted: (permission: string) => state.get(PERMISSIONS, permission)?.['granted'] === true,
    };
    let ordinal = 0;
    const executed = calls.map((call) => {
      const done = executeCall(scene, call, ordinal);
      // Calls that no tool answered leave the randomness of the others alone, whether or not they were sent here.
      if (done.answered) ordinal++;
      return done;
    });
    this.#state = state;
    this.#reached = reached;
    this.#operations = [...this.#operations, ...executed.map((done) => done.operation)];
    this.#step++;
    return executed.map((done) => done.result);
  }

  /** Back to the start of the task: state, clock, fault plan, log. */
  reset(): void {
    this.#state = this.#start.initial.fork();
    this.#step = 0;
    this.#reached = new Map();
    this.#operations = [];
  }

  /** An independent episode in the same state; neither sees what the other does afterwards. */
  fork(): SandboxEpisode {
    const copy = new SandboxEpisode(this.#start);
    copy.#state = this.#state.fork();
    copy.#step = this.#step;
    copy.#reached = new Map(this.#reached);
    copy.#operations = this.#operations;
    return copy;
  }

  /** Rows that differ from the initial state, by table and row id. */
  changes(): StateChange[] {
    return changesBetween(this.#start.initial, this.#state);
  }

  stateDigest(): string {
    return stateDigest(this.#start.world.build, this.#state);
  }

  initialStateDigest(): string {
    return stateDigest(this.#start.world.build, this.#start.initial);
  }

  /** Everything that was executed, in order. */
  operations(): readonly Operation[] {
    return this.#operations;
  }

  snapshot(): EpisodeSnapshot {
    return {
      origin: this.#origin(),
      step: this.#step,
      state: this.#state.data(),
      reached: [...this.#reached],
      operations: this.#operations,
    };
  }

  /** Takes over a snapshot of an episode with the same start. FAILED_PRECONDITION for one of another task, seed or build. */
  restore(snapshot: EpisodeSnapshot): void {
    if (snapshot.origin !== this.#origin()) {
      throw new GyreError('FAILED_PRECONDITION', 'the snapshot comes from another task, seed or world build', { boundary: 'environment' });
    }
    this.#state = Overlay.from(this.#start.world.tables, snapshot.state);
    this.#step = snapshot.step;
    this.#reached = new Map(snapshot.reached);
    this.#operations = [...snapshot.operations];
  }

  #origin(): string {
    const { world, setup, seed } = this.#start;
    return digestOf({ build: world.build, setup, seed });
  }

  #run(tables: Overlay, ordinal: number): ToolRun {
    const { clock, setup, seed } = this.#start;
    const step = this.#step;
    let stream: Random | undefined;
    let local: string | undefined;
    // Time zones and hashes cost more than most tools; only those who ask pay.
    return {
      tables,
      get now() {
        return (local ??= localAt(clock, step));
      },
      timeZone: clock.timeZone,
      locale: setup.locale,
      get random() {
        return (stream ??= random(seed, step, ordinal));
      },
    };
  }
}
