/**
 * The bus port: work queues with explicit acknowledgement. A message is a wake-up, the store is the truth, so handlers must
 * tolerate a message that arrives twice or late.
 */
export interface QueueSpec {
  readonly name: string;
  /** Most messages waiting; a publish beyond that fails with RESOURCE_EXHAUSTED and loses nothing. */
  readonly maxMessages: number;
  /** A delivery not acknowledged within this time is delivered again. */
  readonly ackWaitMs: number;
  /** After that many deliveries the message goes to the dead letters. */
  readonly maxDeliver: number;
  /** A message id published again within this window is dropped. */
  readonly duplicateWindowMs: number;
}

export interface Message {
  readonly id: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** 1 for the first delivery. */
  readonly delivery: number;
}

export interface Delivery extends Message {
  ack(): Promise<void>;
  /** Deliver again after `delayMs`. */
  nak(delayMs?: number): Promise<void>;
  /** Never deliver again; goes to the dead letters with the reason. */
  term(reason: string): Promise<void>;
  /** Restarts the acknowledgement timer; for work longer than `ackWaitMs`. */
  working(): Promise<void>;
}

/** A message that was given up, by its handler (`term`) or because it was delivered too often. */
export interface DeadLetter extends Message {
  /** Names the letter among those of its queue; later letters have higher numbers. */
  readonly number: number;
  readonly reason: string;
  /** When it was given up, milliseconds since the epoch. */
  readonly atMs: number;
  /** Whether `data` is what was published. It is lost where it was too large for a letter, or where another program terminated the message. */
  readonly whole: boolean;
}

export interface Consumption {
  /** Stops taking messages and resolves when those in hand are settled. */
  stop(): Promise<void>;
}

export interface Bus {
  publish(queue: QueueSpec, message: { id: string; data: Uint8Array; headers?: Record<string, string> }): Promise<void>;
  /**
   * Hands each message to `handler`, at most `concurrency` at a time. A handler that throws naks; one that returns has its hand free
   * for the next message and may settle the delivery later.
   */
  consume(queue: QueueSpec, concurrency: number, handler: (delivery: Delivery) => Promise<void>): Promise<Consumption>;
  /** Messages waiting or in hand. */
  depth(queue: QueueSpec): Promise<number>;
  /** Milliseconds since the oldest of those was published, 0 without any. Absent where a driver cannot tell at the cost of one question. */
  oldestMs?(queue: QueueSpec): Promise<number>;
  /** The oldest letters with a number above `after`, oldest first. */
  deadLetters(queue: QueueSpec, limit: number, after?: number): Promise<DeadLetter[]>;
  /** Deletes a letter; true if this call did. */
  discard(queue: QueueSpec, number: number): Promise<boolean>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
