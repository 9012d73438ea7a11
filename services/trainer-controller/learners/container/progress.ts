import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '#kit/clock.ts';
import { withinDeadline } from '#kit/deadline.ts';
import { GyreError } from '#kit/errors.ts';
import { retry } from '#kit/retry.ts';
import type { WrittenCheckpoint } from '../checkpoints.ts';

const order = z.looseObject({
  resume: z.looseObject({ name: z.string(), uri: z.string().optional(), update: z.int().optional() }).nullable(),
  updates: z.int(),
  checkpoint: z.looseObject({ everyUpdates: z.int().min(1) }),
  suspend: z.boolean(),
  checkpoints: z.array(z.looseObject({ name: z.string(), update: z.int(), uri: z.string(), state: z.string() })),
});
/** What the run is to do now. */
export type Order = z.infer<typeof order>;
const refusal = z.looseObject({ code: z.string().optional(), message: z.string().optional(), field: z.string().optional() });

export interface ProgressOptions {
  readonly url: string;
  /** Read for each request, since it is renewed. */
  readonly tokenFile: string;
  readonly clock: Clock;
  /** Tries of each request. Default 8. */
  readonly attempts?: number;
}

const TIMEOUT_MS = 15_000;

/** The progress endpoint as a trainer sees it. 429, 5xx, 401 and silence are tried again; every report may be sent twice. */
export class Progress {
  readonly #options: ProgressOptions;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  order(): Promise<Order> {
    return this.#ask('', undefined);
  }

  /** `metrics` under the names that the endpoint takes. */
  update(update: number, statistics: Readonly<Record<string, number>>): Promise<Order> {
    const named = Object.entries(statistics).map(([name, value]) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]);
    return this.#ask('/progress', { update, metrics: Object.fromEntries(named) });
  }

  checkpoint({ name, uri, update, digest }: WrittenCheckpoint, state: 'Recorded' | 'Good' | 'Bad'): Promise<Order> {
    return this.#ask('/checkpoints', { name, uri, update, digest, state });
  }

  /** Of one that was resumed from, and that cannot be used. */
  bad(name: string, uri: string, update: number): Promise<Order> {
    return this.#ask('/checkpoints', { name, uri, update, state: 'Bad' });
  }

  #ask(path: string, body: unknown): Promise<Order> {
    const { clock, attempts = 8 } = this.#options;
    return retry(() => this.#once(path, body), { clock, attempts, firstDelayMs: 500 });
  }

  async #once(path: string, body: unknown): Promise<Order> {
    const what = `${body === undefined ? 'GET' : 'POST'} ${this.#options.url}${path}`;
    const token = (await readFile(this.#options.tokenFile, 'utf8')).trim();
    const { status, answer } = await withinDeadline(what, TIMEOUT_MS, 'cluster', async (signal) => {
      const response = await fetch(`${this.#options.url}${path}`, { method: body === undefined ? 'GET' : 'POST', headers: { authorization: `Bearer ${token}` }, ...(body === undefined ? {} : { body: JSON.stringify(body) }), signal });
      const text = await response.text();
      return { status: response.status, answer: response.ok ? (JSON.parse(text) as unknown) : refusal.safeParse(safeJson(text)).data };
    }).catch((thrown: unknown) => {
      throw new GyreError('UNAVAILABLE', `${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { boundary: 'cluster', retryable: true, cause: thrown });
    });
    if (status === 200) return order.parse(answer);
    const { message = 'no reason was given' } = refusal.parse(answer ?? {});
    // A token that has just been renewed is in the file by the next try.
    if (status === 401 || status === 429 || status >= 500) throw new GyreError('UNAVAILABLE', `${what}: ${status}: ${message}`, { boundary: 'cluster', retryable: true });
    if (status === 409 || status === 403) throw new GyreError('ABORTED', `${what}: ${message}`, { boundary: 'cluster', retryable: false, remedy: 'stop: this pod has no say any more' });
    throw new GyreError('INTERNAL', `${what}: ${status}: ${message}`, { boundary: 'cluster', retryable: false });
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
