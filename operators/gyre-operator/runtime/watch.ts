import { z } from 'zod';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Random } from '#kit/random.ts';
import type { Client, Selection } from './client.ts';
import { failureOf, unreachable } from './failure.ts';
import { type KubeObject, parseObject, pathOf, type Resource } from './objects.ts';

/** What a watch says. A bookmark says only how far it has come. */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T; readonly resourceVersion: string }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }
  /** An object that is not as its schema says. */
  | { readonly type: 'UNREADABLE'; readonly error: GyreError; readonly resourceVersion: string };

export interface WatchOptions<T extends KubeObject> {
  readonly client: Client;
  readonly resource: Resource<T>;
  readonly selection: Selection;
  /** Events after this version. */
  readonly resourceVersion: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The watch is given up after so long without an event or bookmark, milliseconds; the server sends a bookmark each minute. */
  readonly idleMs: number;
  /** Longest life of one watch; the server is asked to end it somewhere in its upper half. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
  /** The server has answered: the watch stands. */
  readonly onOpen?: () => void;
}

const line = z.looseObject({ type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']), object: z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string().optional() }).optional() }) });
const LONGEST_LINE_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;

/**
 * One watch, until the server ends it (then the loop ends), or it fails: DEADLINE_EXCEEDED if nothing came for `idleMs` (a connection
 * that is open and dead looks just so), UNAVAILABLE if it broke, what `isExpired` tells if the version is no longer there. Leaving the
 * loop closes the connection.
 */
export async function* watch<T extends KubeObject>(options: WatchOptions<T>): AsyncGenerator<WatchEvent<T>> {
  const { client, resource, selection, clock, random } = options;
  const end = new AbortController();
  const signal = AbortSignal.any([options.signal, end.signal]);
  const path = pathOf(resource, { namespace: selection.namespace });
  const heard = idleAlarm(clock, options.idleMs, path, end);
  try {
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: options.resourceVersion,
      labelSelector: selection.labels,
      fieldSelector: selection.fields,
      // Spread out, so that the watches of many replicas do not come back together.
      timeoutSeconds: String(Math.ceil((options.longestMs * (1 + random.next())) / 2000)),
    };
    const stream = await client.stream(resource, { path, query }, signal);
    options.onOpen?.();
    heard();
    for await (const text of linesOf(stream, path, signal)) {
      heard();
      yield read(resource, path, text);
    }
  } finally {
    end.abort(new GyreError('CANCELLED', `WATCH ${path}: the watch is over`, { boundary: 'cluster' }));
  }
}

/** Ends the watch when `heard` has not been called for `idleMs`. */
function idleAlarm(clock: Clock, idleMs: number, path: string, end: AbortController): () => void {
  let lastAt = clock.now();
  const keep = async () => {
    for (let left = idleMs; left > 0; left = lastAt + idleMs - clock.now()) await clock.sleep(left, end.signal);
    end.abort(new GyreError('DEADLINE_EXCEEDED', `WATCH ${path}: silent for ${idleMs} ms`, { boundary: 'cluster' }));
  };
  keep().catch(() => undefined);
  return () => {
    lastAt = clock.now();
  };
}

function read<T extends KubeObject>(resource: Resource<T>, path: string, text: string): WatchEvent<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreachable(`WATCH ${path}`, error);
  }
  const parsed = line.safeParse(value);
  if (!parsed.success) throw new GyreError('INTERNAL', `WATCH ${path}: a line is no watch event`, { boundary: 'cluster', retryable: true, cause: parsed.error });
  const { type, object } = parsed.data;
  if (type === 'ERROR') throw failureOf(`WATCH ${path}`, 500, object);
  const resourceVersion = object.metadata?.resourceVersion;
  if (resourceVersion === undefined) throw new GyreError('INTERNAL', `WATCH ${path}: an event has no resourceVersion`, { boundary: 'cluster', retryable: true });
  if (type === 'BOOKMARK') return { type, resourceVersion };
  try {
    return { type, object: parseObject(resource, object), resourceVersion };
  } catch (error) {
    return { type: 'UNREADABLE', error: GyreError.from(error, 'cluster'), resourceVersion };
  }
}

/** Lines of a stream. What stands after the last line break when the stream ends is half an event, and dropped: it will come again. */
async function* linesOf(stream: AsyncIterable<unknown>, path: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      let part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE)) {
        const text = Buffer.concat([...rest, part.subarray(0, at)]).toString('utf8');
        [rest, bytes, part] = [[], 0, part.subarray(at + 1)];
        if (text.trim() !== '') yield text;
      }
      bytes += part.length;
      if (bytes > LONGEST_LINE_BYTES) throw new Error(`an event is longer than ${LONGEST_LINE_BYTES} bytes`);
      if (part.length > 0) rest.push(part);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : unreachable(`WATCH ${path}`, error);
  }
  // A stream that was cut may end without an error.
  signal.throwIfAborted();
}
