import { createInbox, type Msg, nanos } from '@nats-io/transport-node';
import type { Clock } from '../clock.ts';
import { GyreError } from '../errors.ts';
import type { Logger } from '../logs.ts';
import type { Random } from '../random.ts';
import { orAborted } from '../rpc/call-scope.ts';
import { busError } from './nats-errors.ts';
import type { Link } from './nats-link.ts';

/** How long the server keeps a request for messages. */
const EXPIRES_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** How long the messages that are on their way may take when a request is given up. */
const DRAIN_MS = 2_000;
const [HEARTBEAT, REQUEST_ENDED] = [100, 408];

export interface PullOptions {
  readonly link: Link;
  readonly stream: string;
  readonly consumer: string;
  /** Most messages in hand at a time. */
  readonly concurrency: number;
  /** While it has nothing to deliver, the server says at this interval that it is there, milliseconds. */
  readonly heartbeatMs: number;
  /** Makes what is missing of stream and consumer; called before each beginning. */
  readonly prepare: () => Promise<unknown>;
  /** Takes a message in hand until it resolves. */
  readonly handle: (message: Msg) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * Takes messages from a pull consumer, never more than are free to be handled: one request at a time, for as many as there are
 * hands free when it is sent. So nothing waits in this process while another could work on it, and no acknowledgement timer runs for
 * a message that nobody handles. When the server, the stream or the consumer went away, everything is looked at and begun afresh.
 */
export class Pull {
  readonly #options: PullOptions;
  readonly #stopping = new AbortController();
  readonly #idle = Promise.withResolvers<void>();
  readonly #loop: Promise<void>;
  #inHand = 0;
  /** What the request that is with the server may still bring. */
  #outstanding = 0;
  /** Sends a request, if one is due. */
  #request: () => void = () => undefined;

  constructor(options: PullOptions) {
    this.#options = options;
    this.#loop = this.#run();
  }

  /** Takes no more, and resolves when the messages in hand are done. */
  async stop(): Promise<void> {
    this.halt();
    await this.#loop;
    if (this.#inHand > 0) await this.#idle.promise;
  }

  /** Takes no more. */
  halt(): void {
    this.#stopping.abort(new GyreError('CANCELLED', 'the consumption was stopped', { boundary: 'caller' }));
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #run(): Promise<void> {
    const { link, clock, random, logger, stream, prepare } = this.#options;
    for (let failures = 0; !this.#stopped; ) {
      let why: unknown;
      try {
        await orAborted(prepare(), this.#stopping.signal);
        const { reason, heard } = await this.#session();
        why = reason;
        if (heard) failures = 0;
      } catch (thrown) {
        why = busError(thrown, `taking messages from ${stream}`).message;
      }
      if (this.#stopped) return;
      if (link.connection.isClosed()) return logger.error({ stream, why }, 'the connection is closed, no more messages are taken');
      logger.warn({ stream, why }, 'asking for messages afresh');
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures++, 10));
      await clock.sleep((longest * (1 + random.next())) / 2, this.#stopping.signal).catch(() => undefined);
    }
  }

  /** Takes messages until something is wrong or this was stopped; says what, and whether the consumer was there at first. */
  async #session(): Promise<{ reason: string; heard: boolean }> {
    const { link, stream, consumer, concurrency, heartbeatMs, clock } = this.#options;
    const { connection } = link;
    const inbox = createInbox();
    const over = Promise.withResolvers<string>();
    const ended = new AbortController();
    let heardAt = 0;
    let heard = false;
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error) return over.resolve(error.message);
        heardAt = clock.now();
        if (message.subject !== inbox) {
          heard = true;
          if (this.#outstanding > 0) this.#outstanding--;
          void this.#take(message);
          if (this.#outstanding === 0) this.#request();
          return;
        }
        const status = message.headers?.code ?? 0;
        if (status === HEARTBEAT || status === REQUEST_ENDED) heard = true;
        if (status === HEARTBEAT) return;
        this.#outstanding = 0;
        if (status === REQUEST_ENDED) this.#request();
        else over.resolve(`${status} ${message.headers?.description ?? ''}`.trim());
      },
    });
    void subscription.closed.then(() => over.resolve('the subscription has ended'));
    this.#outstanding = 0;
    this.#request = () => {
      const free = concurrency - this.#inHand;
      if (this.#outstanding > 0 || free <= 0 || this.#stopped) return;
      this.#outstanding = free;
      heardAt = clock.now();
      const asked = { batch: free, expires: nanos(EXPIRES_MS), idle_heartbeat: nanos(heartbeatMs) };
      try {
        connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, JSON.stringify(asked), { reply: inbox });
      } catch (thrown) {
        over.resolve(busError(thrown, 'asking for messages').message);
      }
    };
    const offReturn = link.onReturn(() => over.resolve('the connection was lost'));
    const onStop = () => over.resolve('stopped');
    this.#stopping.signal.addEventListener('abort', onStop, { once: true });
    void this.#watch(() => heardAt, ended.signal).then(over.resolve);
    if (this.#stopped) onStop();
    else this.#request();
    try {
      const reason = await over.promise;
      this.#request = () => undefined;
      // What the server has sent until it hears of this is still handled.
      if (!connection.isClosed() && !subscription.isClosed()) await Promise.race([subscription.drain().catch(() => undefined), clock.sleep(DRAIN_MS, ended.signal).catch(() => undefined)]);
      return { reason, heard };
    } finally {
      ended.abort();
      offReturn();
      this.#stopping.signal.removeEventListener('abort', onStop);
      if (!subscription.isClosed()) subscription.unsubscribe();
    }
  }

  async #take(message: Msg): Promise<void> {
    this.#inHand++;
    try {
      await this.#options.handle(message);
    } catch (err) {
      // Nobody has said what becomes of it, so it comes again when its time is over.
      const { logger, stream } = this.#options;
      logger[this.#stopped ? 'debug' : 'warn']({ err, stream }, 'a message was left as it is');
    } finally {
      this.#inHand--;
      if (this.#stopped && this.#inHand === 0) this.#idle.resolve();
      this.#request();
    }
  }

  /** Resolves, with what it is called, when the server has been silent for too long while a request of ours is with it. */
  async #watch(heardAt: () => number, signal: AbortSignal): Promise<string> {
    const { link, heartbeatMs, clock } = this.#options;
    const silent = () => this.#outstanding > 0 && clock.now() - heardAt() > 2.5 * heartbeatMs;
    while (!signal.aborted) {
      await clock.sleep(heartbeatMs, signal).catch(() => undefined);
      if (!silent()) continue;
      // This process may have been too busy to read what has arrived: it has, once a ping is answered. No answer means that the
      // connection is about to be given up.
      const answered = await link.connection.flush().then(() => true, () => false);
      if (answered && silent()) return 'heartbeats were missed';
    }
    return 'over';
  }
}
