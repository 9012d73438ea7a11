import { z } from 'zod';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Ids } from '#kit/ids.ts';
import type { Logger } from '#kit/logs.ts';
import { count } from '#kit/metrics.ts';
import type { Random } from '#kit/random.ts';
import { METRICS, type AttributeTypes } from '#kit/telemetry-names.ts';
import { isConflict, isMissing } from './failure.ts';
import { microTime } from './micro-time.ts';
import { type KubeObject, kubeObject, type Resource } from './objects.ts';
import { WorkQueue } from './queue.ts';
import type { Writer } from './writer.ts';

const event = kubeObject.extend({ reason: z.string().optional(), note: z.string().optional(), type: z.string().optional(), series: z.looseObject({ count: z.int() }).nullish() });
export type ClusterEvent = z.infer<typeof event>;
export const EVENTS: Resource<ClusterEvent> = { apiVersion: 'events.k8s.io/v1', kind: 'Event', plural: 'events', namespaced: true, schema: event };

/** What happened to an object. */
export interface Happening {
  readonly type: 'Normal' | 'Warning';
  /** In CamelCase, one of a fixed few: what it is. */
  readonly reason: string;
  /** In CamelCase: what was being done. */
  readonly action: string;
  /** For people; what is beyond 1 KiB is cut off. */
  readonly note: string;
}

export interface EventRecorderOptions {
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Pick<Logger, 'warn'>;
  /** `reportingController`, for example `gyre.dev/operator`. */
  readonly controller: string;
  /** `reportingInstance`: the pod. */
  readonly instance: string;
}

interface Told {
  readonly about: KubeObject;
  readonly what: Happening;
  readonly firstMs: number;
  lastMs: number;
  count: number;
  written: ClusterEvent | undefined;
}

/** The same happening within so long is the same event, with a count. */
const SAME_MS = 600_000;
/** Of one object so many new events at once, and one more each five minutes. */
const BURST = 25;
const REFILL_MS = 300_000;
/** Happenings, and objects, that are remembered at most. */
const REMEMBERED = 4_096;
const LONGEST_NOTE = 1_024;
const TRIES = 3;

/** Events about objects, for those who read `kubectl describe`. They are told at once, written in the background, and may be lost. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #told = new Map<string, Told>();
  readonly #budgets = new Map<string, { tokens: number; atMs: number }>();
  readonly #queue: WorkQueue;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({ clock: options.clock, random: options.random, limit: REMEMBERED });
  }

  /** Returns at once and never fails. */
  tell(about: KubeObject, what: Happening): void {
    const now = this.#options.clock.now();
    const key = JSON.stringify([about.metadata.uid ?? about.metadata.name, what.type, what.reason, what.action, what.note]);
    const known = this.#told.get(key);
    if (known && now - known.firstMs < SAME_MS) {
      known.count++;
      known.lastMs = now;
    } else {
      if (!this.#mayTell(about.metadata.uid ?? about.metadata.name, now)) return fate('limited');
      remember(this.#told, key, { about, what, firstMs: now, lastMs: now, count: 1, written: undefined });
    }
    if (!this.#queue.add(key)) fate('limited');
  }

  /** Writes what is told until the signal ends it. */
  async run(signal: AbortSignal): Promise<void> {
    const close = () => void this.#queue.close();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    for (let taken = await this.#queue.take(); taken; taken = await this.#queue.take()) {
      await this.#write(taken.key, signal);
      this.#queue.done(taken.key);
    }
  }

  async #write(key: string, signal: AbortSignal): Promise<void> {
    const told = this.#told.get(key);
    if (!told) return;
    const { writer, log } = this.#options;
    try {
      const series = { count: told.count, lastObservedTime: microTime(told.lastMs) };
      const before = told.written;
      if (before) told.written = await writer.patch(EVENTS, before, { series }, { signal });
      else told.written = await writer.create(EVENTS, this.#eventOf(told), { signal });
      this.#queue.forget(key);
      fate(before ? 'repeated' : 'written');
    } catch (thrown) {
      const error = GyreError.from(thrown, 'cluster');
      // Events expire at the server: the next one begins anew.
      if (isMissing(error) || isConflict(error)) told.written = undefined;
      if ((error.retryable || told.written === undefined) && this.#queue.failures(key) < TRIES && !signal.aborted) {
        this.#queue.addFailed(key);
        return;
      }
      this.#queue.forget(key);
      this.#told.delete(key);
      fate('failed');
      log.warn({ err: error, reason: told.what.reason }, 'an event could not be written');
    }
  }

  #eventOf({ about, what, firstMs, lastMs, count: times }: Told) {
    const { ids, controller, instance } = this.#options;
    const { name, namespace, uid } = about.metadata;
    return {
      // Events about objects without a namespace lie in this one.
      metadata: { name: `${name.slice(0, 200)}.${ids.next('event').replace(/^event-/, '')}`, namespace: namespace ?? 'default' },
      eventTime: microTime(firstMs),
      reportingController: controller,
      reportingInstance: instance.slice(0, 128),
      regarding: { apiVersion: about.apiVersion, kind: about.kind, name, namespace, uid },
      type: what.type,
      reason: what.reason,
      action: what.action,
      note: what.note.length > LONGEST_NOTE ? `${what.note.slice(0, LONGEST_NOTE - 1)}…` : what.note,
      ...(times > 1 ? { series: { count: times, lastObservedTime: microTime(lastMs) } } : {}),
    };
  }

  #mayTell(object: string, now: number): boolean {
    const { tokens, atMs } = this.#budgets.get(object) ?? { tokens: BURST, atMs: now };
    const refilled = Math.min(BURST, tokens + (now - atMs) / REFILL_MS);
    remember(this.#budgets, object, { tokens: refilled < 1 ? refilled : refilled - 1, atMs: now });
    return refilled >= 1;
  }
}

/** Adds an entry as the newest; the oldest go where there are too many. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= REMEMBERED) return;
    map.delete(oldest);
  }
}

function fate(value: AttributeTypes['gyre.operator.event.fate']): void {
  count(METRICS.operatorEvents, 1, { 'gyre.operator.event.fate': value });
}
