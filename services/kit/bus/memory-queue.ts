import type { Clock } from '../clock.ts';
import { GyreError } from '../errors.ts';
import { processSpan } from './spans.ts';
import type { Consumption, DeadLetter, Delivery, QueueSpec } from './types.ts';

type Handler = (delivery: Delivery) => Promise<void>;

/** Stops a timer; without a reason of its own, each message would pay for a DOMException that nobody reads. */
const SETTLED = new GyreError('CANCELLED', 'the delivery is settled', { boundary: 'harness' });

interface Entry {
  readonly id: string;
  /** Published at, milliseconds since the epoch. */
  readonly at: number;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  deliveries: number;
  /** The delivery that is in somebody's hands; 0 while the message waits. */
  held: number;
  settled: boolean;
  /** Aborted to stop the acknowledgement timer or the delay. */
  timer: AbortController;
}

interface Consumer {
  readonly handler: Handler;
  readonly concurrency: number;
  active: number;
  stopped: boolean;
  readonly idle: PromiseWithResolvers<void>;
}

/** One queue of the memory bus: what waits, what is in hand until when, what was seen lately, and what was given up. */
export class MemoryQueue {
  readonly spec: QueueSpec;
  readonly #clock: Clock;
  /** Waiting messages, first in first out; settled ones are skipped when they come up. */
  #ready: Entry[] = [];
  readonly #open = new Set<Entry>();
  /** Message ids by the time until which they count as duplicates, oldest first. */
  readonly #seen = new Map<string, number>();
  readonly #consumers = new Set<Consumer>();
  readonly #dead: DeadLetter[] = [];
  #letters = 0;

  constructor(spec: QueueSpec, clock: Clock) {
    this.spec = spec;
    this.#clock = clock;
  }

  publish(id: string, data: Uint8Array, headers: Readonly<Record<string, string>>): void {
    const now = this.#clock.now();
    for (const [seen, until] of this.#seen) {
      if (until > now) break;
      this.#seen.delete(seen);
    }
    if (this.#seen.has(id)) return;
    if (this.#open.size >= this.spec.maxMessages) {
      throw new GyreError('RESOURCE_EXHAUSTED', `queue ${this.spec.name} is full with ${this.spec.maxMessages} messages`, {
        boundary: 'bus',
        remedy: 'publish again later, or add consumers',
        details: { queue: this.spec.name, message: id },
      });
    }
    this.#seen.set(id, now + this.spec.duplicateWindowMs);
    const entry = { id, at: now, data: new Uint8Array(data), headers: { ...headers }, deliveries: 0, held: 0, settled: false, timer: new AbortController() };
    this.#open.add(entry);
    this.#ready.push(entry);
    this.#pump();
  }

  consume(concurrency: number, handler: Handler): Consumption {
    const consumer: Consumer = { handler, concurrency, active: 0, stopped: false, idle: Promise.withResolvers() };
    this.#consumers.add(consumer);
    this.#pump();
    return {
      stop: () => {
        consumer.stopped = true;
        this.#consumers.delete(consumer);
        if (consumer.active === 0) consumer.idle.resolve();
        return consumer.idle.promise;
      },
    };
  }

  depth(): number {
    return this.#open.size;
  }

  oldestMs(): number {
    // Messages are open in the order in which they came.
    const oldest = this.#open.values().next().value;
    return oldest ? this.#clock.now() - oldest.at : 0;
  }

  deadLetters(limit: number, after: number): DeadLetter[] {
    const later = this.#dead.filter(({ number }) => number > after);
    return later.slice(0, limit).map((letter) => ({ ...letter, data: new Uint8Array(letter.data) }));
  }

  discard(number: number): boolean {
    const at = this.#dead.findIndex((letter) => letter.number === number);
    if (at >= 0) this.#dead.splice(at, 1);
    return at >= 0;
  }

  close(): void {
    for (const consumer of this.#consumers) consumer.stopped = true;
    this.#consumers.clear();
    for (const entry of this.#open) entry.timer.abort(SETTLED);
    this.#open.clear();
    this.#ready = [];
  }

  #pump(): void {
    while (this.#ready.length > 0) {
      const consumer = this.#consumers.values().find((one) => one.active < one.concurrency);
      if (!consumer) return;
      const entry = this.#ready.shift();
      if (!entry || entry.settled) continue;
      // Consumers take turns.
      this.#consumers.delete(consumer);
      this.#consumers.add(consumer);
      void this.#deliver(entry, consumer);
    }
  }

  async #deliver(entry: Entry, consumer: Consumer): Promise<void> {
    consumer.active++;
    const delivery = ++entry.deliveries;
    entry.held = delivery;
    this.#awaitAck(entry, delivery);
    const handed = this.#handed(entry, delivery);
    try {
      // The publisher's call stack ends before its message is handled.
      await null;
      await processSpan('memory', this.spec.name, handed, () => consumer.handler(handed));
    } catch (thrown) {
      this.#return(entry, delivery, 0, thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      consumer.active--;
      if (consumer.stopped && consumer.active === 0) consumer.idle.resolve();
      this.#pump();
    }
  }

  #handed(entry: Entry, delivery: number): Delivery {
    return {
      id: entry.id,
      data: new Uint8Array(entry.data),
      headers: entry.headers,
      delivery,
      ack: async () => this.#settle(entry),
      nak: async (delayMs = 0) => this.#return(entry, delivery, delayMs, 'returned by its handler'),
      term: async (reason) => {
        if (entry.held === delivery) this.#bury(entry, reason);
      },
      working: async () => {
        if (entry.held === delivery) this.#awaitAck(entry, delivery);
      },
    };
  }

  #awaitAck(entry: Entry, delivery: number): void {
    this.#after(entry, this.spec.ackWaitMs, () => this.#return(entry, delivery, 0, `not acknowledged within ${this.spec.ackWaitMs} ms`));
  }

  /** Work that was done stays done, so an acknowledgement counts even when it comes after a redelivery. */
  #settle(entry: Entry): void {
    entry.timer.abort(SETTLED);
    entry.settled = true;
    entry.held = 0;
    this.#open.delete(entry);
  }

  #return(entry: Entry, delivery: number, delayMs: number, reason: string): void {
    if (entry.held !== delivery || !this.#open.has(entry)) return;
    if (entry.deliveries >= this.spec.maxDeliver) return this.#bury(entry, `${reason} (delivery ${delivery} of ${this.spec.maxDeliver})`);
    entry.held = 0;
    const again = () => {
      this.#ready.unshift(entry);
      this.#pump();
    };
    if (delayMs > 0) this.#after(entry, delayMs, again);
    else {
      entry.timer.abort(SETTLED);
      again();
    }
  }

  #bury(entry: Entry, reason: string): void {
    const { id, data, headers, deliveries } = entry;
    this.#settle(entry);
    this.#dead.push({ number: ++this.#letters, id, data, headers, delivery: deliveries, reason, atMs: this.#clock.now(), whole: true });
    // Bounded like the queue itself; the oldest letters have had the longest time to be read.
    if (this.#dead.length > this.spec.maxMessages) this.#dead.shift();
  }

  #after(entry: Entry, ms: number, then: () => void): void {
    entry.timer.abort(SETTLED);
    const timer = new AbortController();
    entry.timer = timer;
    this.#clock.sleep(ms, timer.signal).then(() => {
      if (!timer.signal.aborted) then();
    }, () => undefined);
  }
}
