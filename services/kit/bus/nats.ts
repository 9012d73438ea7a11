import type { Clock } from '../clock.ts';
import type { BusSettings } from '../config.ts';
import { invalid } from '../errors.ts';
import { randomIds } from '../ids.ts';
import type { Logger } from '../logs.ts';
import { type Random, random as seeded } from '../random.ts';
import { Calls, closed } from './nats-calls.ts';
import { Handing } from './nats-delivery.ts';
import { busError } from './nats-errors.ts';
import { encodeHeaders, messageIdOf } from './nats-headers.ts';
import { Letters } from './nats-letters.ts';
import { type Link, openLink } from './nats-link.ts';
import { Pull, type PullOptions } from './nats-pull.ts';
import { API_TRY_MS, Queues } from './nats-queues.ts';
import { processSpan, sendSpan } from './spans.ts';
import type { Bus, Consumption, DeadLetter, Delivery, QueueSpec } from './types.ts';

const SYSTEM = 'nats';
const CONNECT_TIMEOUT_MS = 5_000;
const CALL_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 5_000;
const CLOSING_MS = 2_000;
/** So that the first tries of a publish fall into the window in which the server drops what it has already. */
const TRIES_IN_WINDOW = 4;
const LONGEST_FIRST_TRY_MS = 2_000;

export interface NatsBusOptions {
  readonly settings: Pick<BusSettings, 'tls' | 'replicas'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Spreads waits. By default another one in each process. */
  readonly random?: Random;
  /** For how long the first connection is tried, milliseconds. */
  readonly connectTimeoutMs?: number;
  /** How long a publish, or another call of the server, may take with all its tries, milliseconds. */
  readonly callTimeoutMs?: number;
  /** While it has nothing to deliver, the server says at this interval that it is there, milliseconds. */
  readonly heartbeatMs?: number;
}

/** Opens the bus on NATS JetStream that `url` names; fails as `openLink` does. */
export async function openNatsBus(url: string, options: NatsBusOptions): Promise<Bus> {
  const { settings, clock, logger, random = seeded(randomIds().next('bus')), connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const link = await openLink(url, { settings, clock, random, logger, connectTimeoutMs });
  return new NatsBus(link, { ...options, random });
}

class NatsBus implements Bus {
  readonly #link: Link;
  readonly #options: NatsBusOptions & { readonly random: Random };
  readonly #calls: Calls;
  readonly #queues: Queues;
  readonly #pulls = new Set<Pull>();
  #closing: Promise<void> | undefined;

  constructor(link: Link, options: NatsBusOptions & { readonly random: Random }) {
    const { clock, random, callTimeoutMs: timeoutMs = CALL_TIMEOUT_MS } = options;
    this.#link = link;
    this.#options = options;
    this.#calls = new Calls({ link, clock, random, timeoutMs });
    this.#queues = new Queues(link, this.#calls, options.settings.replicas);
  }

  async publish(spec: QueueSpec, message: { id: string; data: Uint8Array; headers?: Record<string, string> }): Promise<void> {
    const msgID = messageIdOf(message.id);
    // A later try may come when the caller has used the bytes for something else.
    const data = new Uint8Array(message.data);
    const firstMs = Math.min(LONGEST_FIRST_TRY_MS, spec.duplicateWindowMs / TRIES_IN_WINDOW);
    await sendSpan(SYSTEM, spec.name, message, (headers) =>
      this.#queues.use(spec, firstMs, async ({ workSubject }, timeout) => {
        await this.#link.client.publish(workSubject, data, { msgID, headers: encodeHeaders(headers), timeout });
      }),
    );
  }

  async consume(spec: QueueSpec, concurrency: number, handler: (delivery: Delivery) => Promise<void>): Promise<Consumption> {
    if (!Number.isInteger(concurrency) || concurrency < 1) throw invalid('concurrency', `is ${concurrency}`, 'give a whole number from 1');
    const { work, workers, notices, undertakers } = await this.#queues.use(spec, API_TRY_MS, async (names) => names);
    const { clock, logger } = this.#options;
    const letters = new Letters(spec, this.#link, this.#queues);
    /** By sequence. A handler may return before its message is settled. */
    const inHand = new Map<number, Handing>();
    const pulls = [
      this.#pull(spec, work, workers, concurrency, async (raw) => {
        const handing = new Handing(raw, { spec, letters, calls: this.#calls, clock });
        const { delivery, sequence } = handing;
        for (const [of, earlier] of inHand) {
          if (of === sequence) earlier.lapse();
          if (!earlier.held) inHand.delete(of);
        }
        inHand.set(sequence, handing);
        try {
          await processSpan(SYSTEM, spec.name, delivery, () => handler(delivery));
        } catch (thrown) {
          await handing.giveBack(thrown instanceof Error ? thrown.message : String(thrown));
        }
      }),
      this.#pull(spec, notices, undertakers, 1, async (raw) => {
        await letters.settle(raw, logger);
        await this.#calls.request({ what: notices, firstMs: API_TRY_MS }, raw.reply ?? '', '+ACK');
      }),
    ];
    return {
      stop: async () => {
        await Promise.all(pulls.map((pull) => pull.stop()));
        for (const pull of pulls) this.#pulls.delete(pull);
      },
    };
  }

  depth(spec: QueueSpec): Promise<number> {
    return this.#queues.use(spec, API_TRY_MS, async ({ work }) => (await this.#link.manager.streams.info(work)).state.messages);
  }

  oldestMs(spec: QueueSpec): Promise<number> {
    return this.#queues.use(spec, API_TRY_MS, async ({ work }) => {
      const { messages, first_ts: publishedAt } = (await this.#link.manager.streams.info(work)).state;
      // By the server's clock and ours, which may differ a little.
      return messages === 0 ? 0 : Math.max(0, this.#options.clock.now() - Date.parse(publishedAt));
    });
  }

  deadLetters(spec: QueueSpec, limit: number, after = 0): Promise<DeadLetter[]> {
    return new Letters(spec, this.#link, this.#queues).read(limit, after);
  }

  discard(spec: QueueSpec, number: number): Promise<boolean> {
    return new Letters(spec, this.#link, this.#queues).discard(number);
  }

  async ping(): Promise<void> {
    if (this.#closing) throw closed();
    await this.#link.manager.getAccountInfo().catch((thrown: unknown) => {
      throw busError(thrown, 'JetStream');
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const pull of this.#pulls) pull.halt();
    const { connection } = this.#link;
    const patience = new AbortController();
    const late = this.#options.clock.sleep(CLOSING_MS, patience.signal).catch(() => undefined);
    // Without a server nobody answers the drain.
    await Promise.race([connection.drain().catch(() => undefined), late]);
    patience.abort();
    await connection.close();
  }

  #pull(spec: QueueSpec, stream: string, consumer: string, concurrency: number, handle: PullOptions['handle']): Pull {
    const { clock, random, logger, heartbeatMs = HEARTBEAT_MS } = this.#options;
    const prepare = () => this.#queues.check(spec, stream, consumer);
    const pull = new Pull({ link: this.#link, stream, consumer, concurrency, heartbeatMs, prepare, handle, clock, random, logger });
    this.#pulls.add(pull);
    return pull;
  }
}
