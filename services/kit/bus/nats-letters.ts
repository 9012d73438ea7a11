import type { StoredMsg } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import { z } from 'zod';
import type { Logger } from '../logs.ts';
import { busError, isMissing, isNoMessage, isTaken } from './nats-errors.ts';
import { decodeHeaders, decodeLetter, encodeLetter, idIn } from './nats-headers.ts';
import type { Link } from './nats-link.ts';
import type { Queues } from './nats-queues.ts';
import { deadSubject, deadSubjects, namesOf } from './nats-streams.ts';
import type { DeadLetter, QueueSpec } from './types.ts';

const TRY_MS = 1_000;

/** What the server says about a message that it gave up: `max_deliver`, or `terminated` with the reason that was given. */
const Notice = z.object({
  type: z.string(),
  stream_seq: z.number().int(),
  deliveries: z.number().int(),
  reason: z.string().optional(),
  timestamp: z.coerce.date(),
});

/** What is to be kept of a message that was given up. */
export type NewLetter = Omit<DeadLetter, 'number' | 'atMs'>;

/** Before the reason that the server is told of a message whose letter has been written. */
export const LETTER_WRITTEN = 'gyre: ';

/** A message of a queue by its place in the stream. */
export interface Place {
  readonly sequence: number;
  readonly storedMs: number;
}

/** The dead letters of a queue: a stream of copies, one for each message that was given up, however often it is said. */
export class Letters {
  readonly #spec: QueueSpec;
  readonly #link: Link;
  readonly #queues: Queues;

  constructor(spec: QueueSpec, link: Link, queues: Queues) {
    this.#spec = spec;
    this.#link = link;
    this.#queues = queues;
  }

  /** Keeps a letter about the message at that place; the first one stays. What is too large with the reason is kept without its data. */
  async write(place: Place, letter: NewLetter): Promise<void> {
    try {
      await this.#publish(place, letter);
    } catch (thrown) {
      const size = letter.data.length;
      if (busError(thrown, 'dead letter').code !== 'INVALID_ARGUMENT' || size === 0) throw thrown;
      await this.#publish(place, { ...letter, data: new Uint8Array(), whole: false, reason: `${letter.reason.slice(0, 500)} (its ${size} bytes did not fit)` });
    }
  }

  /** The oldest letters with a number above `after`, oldest first. Their numbers are their places in the stream of letters. */
  async read(limit: number, after: number): Promise<DeadLetter[]> {
    const { dead } = namesOf(this.#spec);
    const letters: DeadLetter[] = [];
    for (let seq = after + 1; letters.length < limit; ) {
      const found = await this.#get(dead, { seq, next_by_subj: deadSubjects(this.#spec.name) });
      if (!found) break;
      letters.push({ number: found.seq, atMs: found.time.getTime(), ...decodeLetter(found.header), data: new Uint8Array(found.data), headers: decodeHeaders(found.header) });
      seq = found.seq + 1;
    }
    return letters;
  }

  /** Deletes a letter; true if this call did. */
  async discard(number: number): Promise<boolean> {
    const { dead } = namesOf(this.#spec);
    // The server fails, for another reason each time, to delete what is not there.
    return (await this.#get(dead, { seq: number })) !== null && this.#remove(dead, number);
  }

  /** Looks after a message that the server gave up: writes its letter and takes it out of the queue. */
  async settle(notice: Msg, logger: Logger): Promise<void> {
    const parsed = Notice.safeParse(notice.json());
    if (!parsed.success) return logger.error({ queue: this.#spec.name, err: parsed.error }, 'a notice of the NATS server cannot be read');
    const { type, stream_seq: sequence, deliveries, reason, timestamp } = parsed.data;
    if (type.endsWith('.terminated')) return reason?.startsWith(LETTER_WRITTEN) ? undefined : this.#lost(sequence, deliveries, reason ?? 'terminated');
    const { work } = namesOf(this.#spec);
    const message = await this.#get(work, { seq: sequence });
    // Acknowledged in the meantime; or the stream was made anew, and another message has that place now.
    if (!message || message.time > timestamp) return;
    const { ackWaitMs, maxDeliver } = this.#spec;
    await this.write(
      { sequence, storedMs: message.time.getTime() },
      {
        id: idIn(message.header, `${work} ${sequence}`),
        data: message.data,
        headers: decodeHeaders(message.header),
        delivery: deliveries,
        whole: true,
        reason: `not acknowledged within ${ackWaitMs} ms (delivery ${deliveries} of ${maxDeliver})`,
      },
    );
    await this.#remove(work, sequence);
  }

  /** A message that somebody terminated without writing its letter first is gone; its letter says so. */
  async #lost(sequence: number, delivery: number, reason: string): Promise<void> {
    const { dead, work } = namesOf(this.#spec);
    const written = await this.#get(dead, { last_by_subj: deadSubject(this.#spec.name, sequence, '*') });
    if (written) return;
    const letter = { id: `${work} ${sequence}`, data: new Uint8Array(), headers: {}, delivery, whole: false, reason: `${reason} (the message itself is lost)` };
    await this.write({ sequence, storedMs: 0 }, letter);
  }

  async #publish({ sequence, storedMs }: Place, letter: NewLetter): Promise<void> {
    const subject = deadSubject(this.#spec.name, sequence, storedMs);
    await this.#queues.use(this.#spec, TRY_MS, async (_names, timeout) => {
      try {
        await this.#link.client.publish(subject, letter.data, { headers: encodeLetter(letter), expect: { lastSubjectSequence: 0 }, timeout });
      } catch (thrown) {
        if (!isTaken(thrown)) throw thrown;
      }
    });
  }

  #get(stream: string, query: { readonly seq: number; readonly next_by_subj?: string } | { readonly last_by_subj: string }): Promise<StoredMsg | null> {
    return this.#queues.use(this.#spec, TRY_MS, () => this.#link.manager.streams.getMessage(stream, query));
  }

  #remove(stream: string, sequence: number): Promise<boolean> {
    return this.#queues.use(this.#spec, TRY_MS, async () => {
      try {
        return await this.#link.manager.streams.deleteMessage(stream, sequence, false);
      } catch (thrown) {
        if (isMissing(thrown) || isNoMessage(thrown)) return false;
        throw thrown;
      }
    });
  }
}
