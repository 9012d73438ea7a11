import { type ConsumerConfig, JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import { GyreError } from '../errors.ts';
import type { Calls } from './nats-calls.ts';
import { busError, isMissing, isNobodyThere } from './nats-errors.ts';
import type { Link } from './nats-link.ts';
import { namesOf, partsOf, type QueueNames, type StreamParts } from './nats-streams.ts';
import { checkSame } from './same-queue.ts';
import type { QueueSpec } from './types.ts';

/** Somebody else has made it in the meantime, perhaps otherwise. */
const ALREADY: ReadonlySet<number> = new Set([
  10058, // a stream of that name with another configuration
  10105, // a consumer of that name
  10148, // the same
]);

/** How long one try of a call that manages streams may take, milliseconds. */
export const API_TRY_MS = 5_000;

/** The queues that this process uses: each is made, or brought in line with its spec, when it is first needed, and when it went away. */
export class Queues {
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #replicas: number;
  readonly #specs = new Map<string, QueueSpec>();
  readonly #ready = new Map<string, Promise<QueueNames>>();

  constructor(link: Link, calls: Calls, replicas: number) {
    this.#link = link;
    this.#calls = calls;
    this.#replicas = replicas;
  }

  /**
   * Runs `attempt`, which gets the time that it may take, on a queue that is there, until it succeeds or the deadline of calls is over.
   * INVALID_ARGUMENT for a second definition of a queue.
   */
  use<R>(spec: QueueSpec, firstMs: number, attempt: (names: QueueNames, timeoutMs: number) => Promise<R>): Promise<R> {
    return this.#calls.call({ what: `queue ${spec.name}`, firstMs }, async (timeoutMs) => {
      const names = await this.#readied(spec);
      try {
        return await attempt(names, timeoutMs);
      } catch (thrown) {
        if (isNobodyThere(thrown) || isMissing(thrown)) this.#ready.delete(spec.name);
        throw thrown;
      }
    });
  }

  /** Looks whether a consumer is there, in one call, and makes what is missing of its queue. */
  async check(spec: QueueSpec, stream: string, consumer: string): Promise<void> {
    const there = await found(() => this.#link.manager.consumers.info(stream, consumer));
    if (there !== undefined) return;
    this.#ready.delete(spec.name);
    await this.#readied(spec);
  }

  #readied(spec: QueueSpec): Promise<QueueNames> {
    const known = this.#specs.get(spec.name);
    if (known) checkSame(known, spec);
    else this.#specs.set(spec.name, spec);
    const begun = this.#ready.get(spec.name);
    if (begun) return begun;
    const made = this.#make(spec);
    this.#ready.set(spec.name, made);
    made.catch(() => {
      if (this.#ready.get(spec.name) === made) this.#ready.delete(spec.name);
    });
    return made;
  }

  async #make(spec: QueueSpec): Promise<QueueNames> {
    for (const parts of partsOf(spec, this.#replicas)) await this.#makeStream(parts);
    return namesOf(spec);
  }

  async #makeStream({ stream, consumers }: StreamParts): Promise<void> {
    const { streams, consumers: existing } = this.#link.manager;
    await this.#ensure<Partial<StreamConfig>>(`stream ${stream.name}`, stream, {
      read: async () => (await streams.info(stream.name)).config,
      add: () => streams.add(stream),
      update: () => streams.update(stream.name, stream),
    });
    for (const consumer of consumers) {
      await this.#ensure<Partial<ConsumerConfig>>(`consumer ${consumer.durable_name} of ${stream.name}`, consumer, {
        read: async () => (await existing.info(stream.name, consumer.durable_name)).config,
        add: () => existing.add(stream.name, consumer),
        update: () => existing.update(stream.name, consumer.durable_name, consumer),
      });
    }
  }

  async #ensure<C extends object>(what: string, wanted: C, { read, add, update }: { read(): Promise<C>; add(): Promise<unknown>; update(): Promise<unknown> }): Promise<void> {
    const current = await found(read);
    if (current === undefined) {
      try {
        await add();
        return;
      } catch (thrown) {
        if (!(thrown instanceof JetStreamApiError) || !ALREADY.has(thrown.code)) throw thrown;
      }
    } else if (agrees(current, wanted)) return;
    try {
      await update();
    } catch (thrown) {
      const error = busError(thrown, what);
      if (error.code !== 'FAILED_PRECONDITION' || error.remedy !== undefined) throw error;
      throw new GyreError('FAILED_PRECONDITION', `${what} is there but cannot be brought in line: ${error.message}`, { boundary: 'bus', cause: thrown, remedy: 'delete it once its messages are handled' });
    }
  }
}

async function found<C>(read: () => Promise<C>): Promise<C | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** Whether everything that is wanted is there; the server fills in what is not said. */
function agrees(current: object, wanted: object): boolean {
  const there = new Map(Object.entries(current));
  return Object.entries(wanted).every(([key, value]) => JSON.stringify(there.get(key)) === JSON.stringify(value));
}
