import type { MongoClient } from 'mongodb';
import type { Clock } from '../clock.ts';

/** So long without an answer, a client is replaced; the driver by itself looks every ten seconds. */
const REPLACED_AFTER_MS = 20_000;

/**
 * The driver's client, made anew when its server has not been reached for long. A monitor of the driver (7.9) may wait for ever for an
 * answer on a connection that a restarting server has closed; the pool then stays shut although the server is back.
 */
export class MongoReach {
  readonly #make: () => MongoClient;
  readonly #clock: Clock;
  #client: MongoClient;
  #since: number;

  constructor(make: () => MongoClient, clock: Clock) {
    this.#make = make;
    this.#clock = clock;
    this.#client = make();
    this.#since = clock.now();
  }

  /** The present client; connects by itself at its first operation. */
  get client(): MongoClient {
    return this.#client;
  }

  /** An operation had an answer of the server, whatever it said. */
  answered(): void {
    this.#since = this.#clock.now();
  }

  /** An operation did not reach the server. */
  unreached(): void {
    if (this.#clock.now() - this.#since <= REPLACED_AFTER_MS) return;
    const old = this.#client;
    this.#client = this.#make();
    this.#since = this.#clock.now();
    // Nothing that runs on it reaches anything.
    void old.close(true).catch(() => undefined);
  }
}
