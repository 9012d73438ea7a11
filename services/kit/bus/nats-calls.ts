import type { Msg } from '@nats-io/transport-node';
import type { Clock } from '../clock.ts';
import { GyreError } from '../errors.ts';
import type { Random } from '../random.ts';
import { orAborted, startScope } from '../rpc/call-scope.ts';
import { busError } from './nats-errors.ts';
import type { Link } from './nats-link.ts';

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;
const LONGEST_TRY_MS = 5_000;

export interface CallsOptions {
  readonly link: Link;
  readonly clock: Clock;
  readonly random: Random;
  /** How long a call may take with all its tries, milliseconds. */
  readonly timeoutMs: number;
}

export interface Trying {
  /** What is tried, for errors. */
  readonly what: string;
  /** How long the first try may take, milliseconds; each further one twice as long. */
  readonly firstMs: number;
}

/** Calls of the NATS server that are tried again until a deadline, for servers restart and answers get lost. Only for what may be done twice. */
export class Calls {
  readonly #options: CallsOptions;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /**
   * Runs `attempt`, which gets the time that it may take, until it succeeds. UNAVAILABLE or DEADLINE_EXCEEDED if it has not by the
   * deadline, or by that of the call being served; at once what trying again cannot help, RESOURCE_EXHAUSTED among it.
   */
  async call<R>({ what, firstMs }: Trying, attempt: (timeoutMs: number) => Promise<R>): Promise<R> {
    const { link, clock, random, timeoutMs } = this.#options;
    const { deadline, signal, dispose } = startScope(what, {}, clock, 'bus', timeoutMs);
    let last: GyreError | undefined;
    try {
      for (let tries = 0; ; tries++) {
        if (link.connection.isClosed() || link.connection.isDraining()) throw closed();
        const left = deadline - clock.now();
        try {
          return await orAborted(attempt(Math.max(1, Math.min(left, LONGEST_TRY_MS, firstMs * 2 ** tries))), signal);
        } catch (thrown) {
          signal.throwIfAborted();
          last = busError(thrown, what);
          if (last.code !== 'UNAVAILABLE' && last.code !== 'DEADLINE_EXCEEDED') throw last;
        }
        const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
        await clock.sleep((longest * (1 + random.next())) / 2, signal);
      }
    } catch (thrown) {
      // What went wrong at the last try says more than that the time is over.
      throw last !== undefined && thrown instanceof GyreError && thrown.code === 'DEADLINE_EXCEEDED' ? last : thrown;
    } finally {
      dispose();
    }
  }

  /** Sends to a subject once; whether an answer came. */
  async send({ firstMs }: Trying, subject: string, payload: string): Promise<boolean> {
    const { connection } = this.#options.link;
    if (connection.isClosed() || connection.isDraining()) throw closed();
    return connection.request(subject, payload, { timeout: firstMs }).then(() => true, () => false);
  }

  /** Sends to a subject and waits for the answer. */
  request(trying: Trying, subject: string, payload: string | Uint8Array): Promise<Msg> {
    return this.call(trying, (timeout) => this.#options.link.connection.request(subject, payload, { timeout }));
  }
}

export function closed(): GyreError {
  return new GyreError('UNAVAILABLE', 'the bus is closed', { boundary: 'bus' });
}
