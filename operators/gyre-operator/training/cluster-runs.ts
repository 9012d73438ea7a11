import type { TrainingRunSpecInput } from '../api/mod.ts';
import type { Client } from '../runtime/client.ts';
import { isAlreadyThere, isConflict, isMissing } from '../runtime/failure.ts';
import type { Writer } from '../runtime/writer.ts';
import { type Run, TRAINING_RUNS } from './run.ts';

export interface ClusterRunsOptions {
  readonly client: Client;
  /** Without a fence: every write is a creation, or on what was read. */
  readonly writer: Writer;
  readonly namespace: string;
}

/** A run that is to be there. */
export interface WantedRun {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: TrainingRunSpecInput;
}

const TRIES = 5;

/** TrainingRuns of one namespace, for who wants trainings. Each write may be made again. */
export class ClusterRuns {
  readonly namespace: string;
  readonly #client: Client;
  readonly #writer: Writer;

  constructor({ client, writer, namespace }: ClusterRunsOptions) {
    this.#client = client;
    this.#writer = writer;
    this.namespace = namespace;
  }

  /** The run of this name, created if it is not there. One that is there is given as it is, whatever is in it. */
  async ensure({ name, labels, spec }: WantedRun, signal?: AbortSignal): Promise<Run> {
    const there = await this.find(name, signal);
    if (there) return there;
    try {
      return await this.#writer.create(TRAINING_RUNS, { metadata: { name, namespace: this.namespace, labels }, spec }, { signal });
    } catch (error) {
      if (!isAlreadyThere(error)) throw error;
      return this.#client.get(TRAINING_RUNS, { namespace: this.namespace, name }, { signal });
    }
  }

  find(name: string, signal?: AbortSignal): Promise<Run | undefined> {
    return this.#client.find(TRAINING_RUNS, { namespace: this.namespace, name }, { signal });
  }

  /** Suspends the run, or lets it go on from its last good checkpoint; nothing, where it is so or is not there. */
  async suspend(name: string, suspend: boolean, signal?: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries++) {
      const run = await this.find(name, signal);
      if (!run || run.spec.suspend === suspend) return;
      try {
        await this.#writer.patch(TRAINING_RUNS, run, { spec: { suspend } }, { signal });
        return;
      } catch (error) {
        if (isMissing(error)) return;
        if (!isConflict(error) || tries >= TRIES) throw error;
      }
    }
  }
}
