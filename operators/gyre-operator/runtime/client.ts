import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { record } from '#kit/metrics.ts';
import type { Random } from '#kit/random.ts';
import { openScope, orAborted } from '#kit/rpc/call-scope.ts';
import { METRICS, type AttributeTypes } from '#kit/telemetry-names.ts';
import type { Access } from './access.ts';
import { askedToWaitMs, failureOf, isExpired, isMissing } from './failure.ts';
import { type KubeObject, parseObject, pathOf, type Place, type Resource } from './objects.ts';
import { bodyOf, type Request, Transport } from './transport.ts';

export interface ClientOptions {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  /** Longest time for one call with all its tries, milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Tries altogether. Default 4; 1 for those who come back by themselves, so that there is one pace and not two. */
  readonly tries?: number;
}

/** Which objects of a resource; the same selection serves the list and the watch. */
export interface Selection {
  readonly namespace?: string;
  readonly labels?: string;
  readonly fields?: string;
}

export interface Listing<T> {
  readonly items: readonly T[];
  /** What is wrong with items that are not as the schema says; `details.object` is the key of each that has one. */
  readonly unreadable: readonly GyreError[];
  /** Version to watch from. */
  readonly resourceVersion: string;
}

type Call = AttributeTypes['gyre.operator.call'];

const PAGE = 500;
const TRIES = 4;
const FIRST_WAIT_MS = 200;
const page = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string(), continue: z.string().optional() }), items: z.array(z.unknown()).nullable() });

/**
 * Reads from the API server, and the one way that {@link import('./writer.ts').Writer} and watches send what they have. Each call has a
 * deadline. Reads are tried again while the server is away; writes only where it refused with `Retry-After`, and so did nothing.
 */
export class Client {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #timeoutMs: number;

  constructor({ access, clock, random, timeoutMs = 15_000 }: ClientOptions) {
    this.#transport = new Transport(access);
    this.#clock = clock;
    this.#random = random;
    this.#timeoutMs = timeoutMs;
  }

  /** One object, from the store and not from a cache of the server. NOT_FOUND if it is not there. */
  async get<T extends KubeObject>(resource: Resource<T>, place: Place & { readonly name: string }, options: CallOptions = {}): Promise<T> {
    return parseObject(resource, await this.call('get', resource, { method: 'GET', path: pathOf(resource, place) }, options));
  }

  /** The same, undefined if it is not there. */
  async find<T extends KubeObject>(resource: Resource<T>, place: Place & { readonly name: string }, options: CallOptions = {}): Promise<T | undefined> {
    try {
      return await this.get(resource, place, options);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** All objects of a selection, page by page, as of one version. Pages that expire midway are fetched once more, in one piece. */
  async list<T extends KubeObject>(resource: Resource<T>, selection: Selection = {}, options: CallOptions = {}): Promise<Listing<T>> {
    try {
      return await this.#pages(resource, selection, PAGE, options);
    } catch (error) {
      if (!isExpired(error)) throw error;
      return this.#pages(resource, selection, undefined, options);
    }
  }

  /** One call with its tries; the parsed body. For the runtime itself. */
  async call(call: Call, resource: Resource, request: Omit<Request, 'signal'>, options: CallOptions = {}): Promise<unknown> {
    const what = `${request.method} ${request.path}`;
    const scope = openScope(what, this.#clock.now() + (options.timeoutMs ?? this.#timeoutMs), this.#clock, 'cluster', [options.signal]);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#measured(call, resource, () => orAborted(this.#once(what, { ...request, signal: scope.signal }), scope.signal));
        } catch (error) {
          const asked = askedToWaitMs(error);
          const again = error instanceof GyreError && error.retryable && (request.method === 'GET' || asked !== undefined);
          if (!again || attempt >= (options.tries ?? TRIES) || scope.signal.aborted) throw error;
          const longest = FIRST_WAIT_MS * 2 ** (attempt - 1);
          await this.#clock.sleep((asked ?? longest / 2) + (this.#random.next() * longest) / 2, scope.signal);
        }
      }
    } finally {
      scope.dispose();
    }
  }

  /** The stream of a watch, once its head is there; it lasts until the signal or the server ends it. For watch.ts. */
  async stream(resource: Resource, request: Omit<Request, 'signal' | 'method'>, signal: AbortSignal): Promise<IncomingMessage> {
    const what = `WATCH ${request.path}`;
    return this.#measured('watch', resource, async () => {
      const answer = await orAborted(this.#transport.send({ ...request, method: 'GET', signal }), signal);
      if (answer.statusCode === 200) return answer;
      throw failureOf(what, answer.statusCode ?? 0, await bodyOf(what, answer, signal), answer.headers['retry-after']);
    });
  }

  /** Closes every connection; calls under way fail. */
  close(): void {
    this.#transport.close();
  }

  async #once(what: string, request: Request): Promise<unknown> {
    const answer = await this.#transport.send(request);
    const body = await bodyOf(what, answer, request.signal);
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return body;
    throw failureOf(what, status, body, answer.headers['retry-after']);
  }

  async #measured<R>(call: Call, resource: Resource, body: () => Promise<R>): Promise<R> {
    const start = this.#clock.now();
    const tell = (error?: string) =>
      record(METRICS.operatorCallDuration, (this.#clock.now() - start) / 1000, { 'gyre.operator.call': call, 'gyre.operator.resource': resource.plural, 'error.type': error });
    try {
      const result = await body();
      tell();
      return result;
    } catch (error) {
      tell(GyreError.from(error, 'cluster').code);
      throw error;
    }
  }

  async #pages<T extends KubeObject>(resource: Resource<T>, { namespace, labels, fields }: Selection, limit: number | undefined, options: CallOptions): Promise<Listing<T>> {
    const items: T[] = [];
    const unreadable: GyreError[] = [];
    const path = pathOf(resource, { namespace });
    for (let next: string | undefined; ; ) {
      const query = { labelSelector: labels, fieldSelector: fields, limit: limit?.toString(), continue: next };
      const body = page.safeParse(await this.call('list', resource, { method: 'GET', path, query }, options));
      if (!body.success) throw new GyreError('INTERNAL', `GET ${path}: the answer is no list`, { boundary: 'cluster', retryable: true, cause: body.error });
      for (const item of body.data.items ?? []) {
        try {
          items.push(parseObject(resource, item));
        } catch (error) {
          unreadable.push(GyreError.from(error, 'cluster'));
        }
      }
      next = body.data.metadata.continue || undefined;
      if (next === undefined) return { items, unreadable, resourceVersion: body.data.metadata.resourceVersion };
    }
  }
}
