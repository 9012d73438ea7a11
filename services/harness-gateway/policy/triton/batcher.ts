import type { Context } from '@opentelemetry/api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { callerContext } from '#kit/telemetry.ts';
import type { ChoiceBatch } from '../compact/network/mod.ts';
import { Parcel } from './parcel.ts';

export interface BatcherOptions {
  readonly clock: Clock;
  /** How long the first choice of a parcel waits for others, milliseconds. 0: until all that is ready to run has run. Default 0. */
  readonly windowMs?: number;
  /** A parcel is sent as soon as it holds so many choices or bytes. Defaults 64 and 8 MiB. */
  readonly maxChoices?: number;
  readonly maxBytes?: number;
  /** Parcels that are out at a time; while so many are, choices gather. Default 2. */
  readonly maxInFlight?: number;
  /** Choices that wait or are out, at most; more are refused. Default 4,096. */
  readonly maxPending?: number;
}

/** Sends a parcel and returns the logits of all its candidates, in order. `callers` are where its choices were asked for. */
export type Send = (parcel: Parcel, callers: readonly Context[]) => Promise<Float64Array>;

interface Waiting {
  readonly caller: Context;
  readonly resolve: (logits: Float64Array) => void;
  readonly reject: (error: unknown) => void;
}

/** A parcel that is being filled, or full, with those who wait for it. */
interface Lot {
  readonly parcel: Parcel;
  readonly waiting: Waiting[];
}

/**
 * Gathers the choices of many sessions into one request each time. A turn's tokens depend on each other, so that what is gathered is of
 * different sessions. Scoring is a pure function of the choice: with whom a choice travels changes nothing of its logits beyond 1e-14.
 */
export class Batcher {
  readonly #send: Send;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #maxChoices: number;
  readonly #maxBytes: number;
  readonly #maxInFlight: number;
  readonly #maxPending: number;
  readonly #full: Lot[] = [];
  /** Parcels that have come back, to be filled again: their memory is worth more than what is in it. */
  readonly #empty: Parcel[] = [];
  #open: Lot | undefined;
  /** Whether the open lot has waited its window and goes as soon as there is room. */
  #due = false;
  #inFlight = 0;
  #pending = 0;

  constructor(send: Send, { clock, windowMs = 0, maxChoices = 64, maxBytes = 8 * 1024 * 1024, maxInFlight = 2, maxPending = 4096 }: BatcherOptions) {
    this.#send = send;
    this.#clock = clock;
    this.#windowMs = windowMs;
    this.#maxChoices = maxChoices;
    this.#maxBytes = maxBytes;
    this.#maxInFlight = maxInFlight;
    this.#maxPending = maxPending;
  }

  /** The logits of the choice's candidates. The choice is copied before this returns. RESOURCE_EXHAUSTED when too many are pending. */
  score(choice: ChoiceBatch): Promise<Float64Array> {
    if (this.#pending >= this.#maxPending) {
      const error = new GyreError('RESOURCE_EXHAUSTED', `${this.#pending} choices are being scored already`, { boundary: 'harness', remedy: 'run fewer sessions in one process, or more processes' });
      return Promise.reject(error);
    }
    this.#pending++;
    const lot = this.#open ?? this.#begin();
    const bytes = lot.parcel.add(choice);
    const logits = new Promise<Float64Array>((resolve, reject) => lot.waiting.push({ caller: callerContext(), resolve, reject }));
    if (lot.waiting.length >= this.#maxChoices || bytes >= this.#maxBytes) {
      this.#full.push(lot);
      this.#open = undefined;
      this.#pump();
    }
    return logits;
  }

  #begin(): Lot {
    const lot: Lot = { parcel: this.#empty.pop() ?? new Parcel(), waiting: [] };
    this.#open = lot;
    this.#due = false;
    const waited = this.#windowMs > 0 ? this.#clock.sleep(this.#windowMs) : nextTurn();
    void waited.then(() => {
      if (this.#open !== lot) return;
      this.#due = true;
      this.#pump();
    });
    return lot;
  }

  #pump(): void {
    while (this.#inFlight < this.#maxInFlight) {
      let lot = this.#full.shift();
      if (lot === undefined && this.#due) {
        lot = this.#open;
        this.#open = undefined;
        this.#due = false;
      }
      if (lot === undefined) return;
      void this.#deliver(lot);
    }
  }

  async #deliver({ parcel, waiting }: Lot): Promise<void> {
    this.#inFlight++;
    try {
      const logits = await this.#send(parcel, waiting.map(({ caller }) => caller));
      for (const [i, mine] of parcel.divide(logits).entries()) waiting[i]?.resolve(mine);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      if (this.#empty.length <= this.#maxInFlight) {
        parcel.clear();
        this.#empty.push(parcel);
      }
      this.#inFlight--;
      this.#pending -= waiting.length;
      this.#pump();
    }
  }
}
