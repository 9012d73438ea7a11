import type { Action } from '#protos/core/v1/action.ts';
import type { Operation } from '#protos/core/v1/evidence.ts';

/** Where the log of what the harness executed becomes part of an episode's evidence. Entries that are there already are not added again. */
export interface EvidenceSink {
  append(episodeId: string, offset: number, operations: readonly Operation[], finalAction: Action | undefined): Promise<void>;
}

/** One episode's log, written in order; what could not be written stays pending and goes first next time. */
export class EvidenceLog {
  readonly #sink: EvidenceSink;
  readonly #episodeId: string;
  #written = 0;
  #pending: Operation[] = [];
  #finalAction: Action | undefined;

  constructor(sink: EvidenceSink, episodeId: string) {
    this.#sink = sink;
    this.#episodeId = episodeId;
  }

  add(operations: readonly Operation[], finalAction: Action | undefined): void {
    this.#pending.push(...operations);
    this.#finalAction ??= finalAction;
  }

  /** Writes what is pending; a failure leaves it pending and goes to the caller, who plans the same step again. */
  async flush(): Promise<void> {
    const operations = this.#pending;
    const finalAction = this.#finalAction;
    if (operations.length === 0 && finalAction === undefined) return;
    await this.#sink.append(this.#episodeId, this.#written, operations, finalAction);
    this.#written += operations.length;
    this.#pending = [];
    this.#finalAction = undefined;
  }
}
