import { expect, it } from 'vitest';
import { digestOfBytes } from '../digest.ts';
import { GyreError } from '../errors.ts';
import { LARGE_BYTES, withLargeFields } from './large.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './types.ts';

interface Book {
  readonly _id: string;
  readonly text: string;
}

const BOOKS = { name: 'books', large: ['text'] };
const large = (letter: string) => letter.repeat(LARGE_BYTES);

/** Blobs in memory, and what was done in which order. */
function blobsOf(log: string[], failing: { put?: boolean; get?: boolean } = {}) {
  const kept = new Map<string, Uint8Array>();
  const down = () => new GyreError('UNAVAILABLE', 'the blobs do not answer', { boundary: 'store' });
  return {
    kept,
    open: async () => ({
      async put(bytes: Uint8Array) {
        if (failing.put) throw down();
        const digest = digestOfBytes(bytes);
        kept.set(digest, bytes);
        log.push('blob');
        return digest;
      },
      async get(digest: string) {
        const bytes = kept.get(digest);
        if (failing.get || bytes === undefined) throw down();
        return bytes;
      },
    }),
  };
}

/** A store whose writes are logged, and fail once for each name in `failing`. */
function logged(store: Store, log: string[], failing: string[]): Store {
  return {
    ...{ ping: () => store.ping(), close: () => store.close() },
    collection: (spec) =>
      new Proxy(store.collection(spec), {
        get(target, name: string) {
          const method = Reflect.get(target, name);
          return async (...args: unknown[]) => {
            log.push(name);
            if (failing[0] === name) throw new GyreError('UNAVAILABLE', `${failing.shift()} was cut off`, { boundary: 'store' });
            return method.apply(target, args);
          };
        },
      }) as never,
  };
}

it.each(['insert', 'insertMany', 'put', 'update', 'updateFirst'] as const)('writes the blob before the document by %s, and a repetition after a crash between them is whole', async (way) => {
  const [log, failing]: [string[], string[]] = [[], []];
  const { kept, open } = blobsOf(log);
  const raw = openSqliteStore(':memory:');
  const books = withLargeFields(logged(raw, log, failing), open).collection<Book>(BOOKS);
  const doc = { _id: 'a', text: large('x') };
  const changing = way === 'update' || way === 'updateFirst';
  if (changing) await raw.collection<Book>(BOOKS).insert({ _id: 'a', text: 'before' });
  const change = { set: { text: doc.text } };
  const write = () =>
    ({ insert: () => books.insert(doc), insertMany: () => books.insertMany([doc]), put: () => books.put(doc), update: () => books.update('a', {}, change), updateFirst: () => books.updateFirst({}, [], change) })[way]();
  failing.push(way);
  await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(log).toEqual(['blob', way]);
  expect(kept.size).toBe(1);
  expect(await raw.collection<Book>(BOOKS).get('a')).toEqual(changing ? { _id: 'a', text: 'before' } : undefined);
  await write();
  expect(await books.get('a')).toEqual(doc);
  expect(kept.size).toBe(1);
});

it('writes no document whose blob could not be written, and lets a failure that may pass be tried again', async () => {
  const failing = { put: true, get: false };
  const books = withLargeFields(openSqliteStore(':memory:'), blobsOf([], failing).open).collection<Book>(BOOKS);
  await expect(books.insert({ _id: 'a', text: large('x') })).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  expect(await books.get('a')).toBeUndefined();
  failing.put = false;
  await books.insert({ _id: 'a', text: large('x') });
  failing.get = true;
  await expect(books.get('a')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  failing.get = false;
  expect(await books.get('a')).toEqual({ _id: 'a', text: large('x') });
});

it.each(['update', 'updateFirst'] as const)('says of a change by %s that it was made although the blobs do not answer after it', async (way) => {
  const log: string[] = [];
  const failing = { get: false };
  const books = withLargeFields(openSqliteStore(':memory:'), blobsOf(log, failing).open).collection<Book & { readonly pages?: readonly (string | undefined)[] }>({ ...BOOKS, large: ['text', 'pages'] });
  await books.insert({ _id: 'a', text: 'short' });
  failing.get = true;
  const change = { set: { text: large('x'), pages: [large('y')] } };
  const changed = way === 'update' ? books.update('a', {}, change) : books.updateFirst({}, [], change);
  expect(await changed).toEqual({ _id: 'a', ...change.set });
  // What it did not write it cannot give, and is not asked for.
  const more = { set: { pages: ['one'] } };
  expect(await (way === 'update' ? books.update('a', {}, more, { fields: ['pages'] }) : books.updateFirst({}, [], more, { fields: ['pages'] }))).toEqual({ _id: 'a', pages: ['one'] });
});
