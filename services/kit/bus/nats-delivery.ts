import type { Msg } from '@nats-io/transport-node';
import type { Clock } from '../clock.ts';
import { GyreError } from '../errors.ts';
import type { Calls, Trying } from './nats-calls.ts';
import { decodeHeaders, idIn } from './nats-headers.ts';
import { LETTER_WRITTEN, type Letters, type Place } from './nats-letters.ts';
import type { Delivery, Message, QueueSpec } from './types.ts';

/** What JetStream takes for the end of a delivery. */
const [ACK, NAK, WORKING, TERM] = ['+ACK', '-NAK', '+WPI', '+TERM'];
const TRY_MS = 1_000;
/**
 * The part of its time in which a delivery counts as held. The server's timer began when it sent the message, ours when it came, and
 * the server does not look at which delivery a nak or term belongs to: sent too late, it would end the next one.
 */
const HELD_PART = 0.9;
/** Characters of a reason that the server is told; the letter has more. */
const LONGEST_TOLD = 500;

export interface HandingOptions {
  readonly spec: QueueSpec;
  readonly letters: Letters;
  readonly calls: Calls;
  readonly clock: Clock;
}

/** One delivery of a message, from its arrival until it is acknowledged, given back or given up. */
export class Handing {
  readonly #options: HandingOptions;
  readonly #message: Message;
  readonly #place: Place;
  /** Where the server listens for what becomes of this delivery. */
  readonly #reply: string;
  /** Until then the message is in our hands; later the server hands it out again, and only an acknowledgement counts. */
  #heldUntil: number;
  #acknowledged = false;

  constructor(raw: Msg, options: HandingOptions) {
    const { spec, clock } = options;
    const { delivery, ...place } = deliveryIn(raw.reply ?? '');
    this.#options = options;
    this.#reply = raw.reply ?? '';
    this.#place = place;
    this.#heldUntil = clock.now() + HELD_PART * spec.ackWaitMs;
    this.#message = { id: idIn(raw.headers, `${spec.name} ${place.sequence}`), data: raw.data, headers: decodeHeaders(raw.headers), delivery };
  }

  /** What the handler gets. */
  get delivery(): Delivery {
    const { id, data, headers, delivery } = this.#message;
    return {
      id,
      data: new Uint8Array(data),
      headers,
      delivery,
      ack: () => this.#ack(),
      nak: (delayMs) => this.giveBack('returned by its handler', delayMs),
      term: (reason) => this.#giveUp(reason),
      working: () => this.#working(),
    };
  }

  /** Which message of the queue this is. */
  get sequence(): number {
    return this.#place.sequence;
  }

  /** Whether the message is in our hands still, to be given back or given up. */
  get held(): boolean {
    return this.#options.clock.now() < this.#heldUntil;
  }

  /** Says that the message has been delivered again: from now on only an acknowledgement counts. */
  lapse(): void {
    this.#heldUntil = 0;
  }

  /** Has the message delivered again, or gives it up for `reason` if this was its last delivery. Does nothing for what is no longer held. */
  async giveBack(reason: string, delayMs = 0): Promise<void> {
    const { delivery } = this.#message;
    const { maxDeliver } = this.#options.spec;
    if (!this.held) return;
    if (delivery >= maxDeliver) return this.#giveUp(`${reason} (delivery ${delivery} of ${maxDeliver})`);
    this.#heldUntil = 0;
    // Sent once: a second one might give back the next delivery. If it gets lost, the server's timer has the same effect.
    await this.#options.calls.send(this.#trying, this.#reply, delayMs > 0 ? `${NAK} ${JSON.stringify({ delay: delayMs * 1e6 })}` : NAK);
  }

  get #trying(): Trying {
    return { what: `message ${this.#message.id} of ${this.#options.spec.name}`, firstMs: TRY_MS };
  }

  /** Resolves when the server has noted it, so that what was done is not done again. */
  async #ack(): Promise<void> {
    if (this.#acknowledged) return;
    await this.#options.calls.request(this.#trying, this.#reply, ACK);
    this.#acknowledged = true;
    this.#heldUntil = 0;
  }

  async #giveUp(reason: string): Promise<void> {
    if (!this.held) return;
    const { letters, calls } = this.#options;
    this.#heldUntil = 0;
    // The letter first: what is terminated is gone.
    await letters.write(this.#place, { ...this.#message, reason, whole: true });
    await calls.request(this.#trying, this.#reply, `${TERM} ${LETTER_WRITTEN}${reason.replaceAll(/\s+/g, ' ').slice(0, LONGEST_TOLD)}`);
  }

  async #working(): Promise<void> {
    const { calls, spec, clock } = this.#options;
    if (!this.held) return;
    const from = clock.now();
    // No reason to end the work if nobody answers: at worst the message comes again. What has ended or lapsed meanwhile stays so.
    if ((await calls.send(this.#trying, this.#reply, WORKING)) && this.#heldUntil > 0) this.#heldUntil = from + HELD_PART * spec.ackWaitMs;
  }
}

/** What the reply subject says: `$JS.ACK.[DOMAIN.ACCOUNT.]STREAM.CONSUMER.DELIVERIES.SEQUENCE.CONSUMER_SEQUENCE.STORED_NS.PENDING[.TOKEN]`. */
function deliveryIn(reply: string): Place & { readonly delivery: number } {
  const tokens = reply.split('.');
  const first = tokens.length === 9 ? 2 : 4;
  const [delivery = '', sequence = '', , storedNs = ''] = tokens.slice(first + 2);
  if (!reply.startsWith('$JS.ACK.') || ![delivery, sequence, storedNs].every((token) => /^\d+$/.test(token))) throw new GyreError('INTERNAL', `a message came without its place: ${JSON.stringify(reply)}`, { boundary: 'bus' });
  return { delivery: Number(delivery), sequence: Number(sequence), storedMs: Number(BigInt(storedNs) / 1_000_000n) };
}
