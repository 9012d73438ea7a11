import pLimit from 'p-limit';
import type { Blobs } from '../blobs/types.ts';
import { GyreError, invalid } from '../errors.ts';
import type { Change, Collection, CollectionSpec, Doc, FindOptions, Part, Store, Wanted, Where } from './types.ts';

/** A field that {@link CollectionSpec.large} names is kept as a blob when its JSON text has more bytes than this. */
export const LARGE_BYTES = 1024 * 1024;
/** Blobs read or written at a time. */
const AT_ONCE = 8;
/** UTF-16 units of a string take at most so many bytes of JSON text. */
const MOST_BYTES_A_UNIT = 6;

/** Opens the blobs when the first is needed. */
export type OpenBlobs = () => Promise<Pick<Blobs, 'put' | 'get'>>;

/** What stands in the document for a field that is kept as a blob. */
interface Reference {
  /** Digest of the field's JSON text. */
  readonly blob: string;
  readonly bytes: number;
}

/**
 * The store with the large fields of its documents kept as blobs. A blob is written before the document that names it, so a crash leaves
 * at worst a blob that nothing names, and is checked against its digest whenever it is read. Blobs are never deleted here, also when their
 * field is unset: equal bytes are one blob, whoever names it. Who reads or writes documents sees them whole. Without
 * `blobs` large fields stay in their documents, and one that another process keeps as a blob cannot be read.
 */
export function withLargeFields(store: Store, blobs?: OpenBlobs): Store {
  return {
    collection<T extends Doc>(spec: CollectionSpec): Collection<T> {
      const documents = store.collection<T>(spec);
      return spec.large === undefined ? documents : new LargeFields(documents, spec.name, spec.large, blobs);
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

class LargeFields<T extends Doc> implements Collection<T> {
  readonly #documents: Collection<T>;
  readonly #name: string;
  readonly #fields: readonly string[];
  readonly #blobs: OpenBlobs | undefined;

  constructor(documents: Collection<T>, name: string, fields: readonly string[], blobs: OpenBlobs | undefined) {
    this.#documents = documents;
    this.#name = name;
    this.#fields = fields;
    this.#blobs = blobs;
  }

  async insert(doc: T): Promise<boolean> {
    return this.#documents.insert(await this.#moved(doc));
  }

  async insertMany(docs: readonly T[]): Promise<number> {
    return this.#documents.insertMany(await inTurns(docs, (doc) => this.#moved(doc)));
  }

  async get(id: string): Promise<T | undefined> {
    const doc = await this.#documents.get(id);
    return doc && this.#restored(doc);
  }

  async find<F extends keyof T>(where: Where, options?: FindOptions & Wanted<F>): Promise<Part<T, F>[]> {
    this.#refuse(Object.keys(where));
    for (const [field] of options?.sort ?? []) this.#refuse([field]);
    return inTurns(await this.#documents.find(where, options), (doc) => this.#restored(doc));
  }

  async count(where: Where): Promise<number> {
    this.#refuse(Object.keys(where));
    return this.#documents.count(where);
  }

  async update<F extends keyof T>(id: string, where: Where, change: Change, wanted?: Wanted<F>): Promise<Part<T, F> | undefined> {
    this.#refuse(Object.keys(where));
    const doc = await this.#documents.update(id, where, await this.#changed(change), wanted);
    return doc && this.#restored(doc, change.set);
  }

  async updateFirst<F extends keyof T>(where: Where, sort: FindOptions['sort'], change: Change, wanted?: Wanted<F>): Promise<Part<T, F> | undefined> {
    this.#refuse([...Object.keys(where), ...(sort ?? []).map(([field]) => field)]);
    const doc = await this.#documents.updateFirst(where, sort, await this.#changed(change), wanted);
    return doc && this.#restored(doc, change.set);
  }

  async put(doc: T): Promise<void> {
    await this.#documents.put(await this.#moved(doc));
  }

  async delete(id: string, where: Where = {}): Promise<boolean> {
    this.#refuse(Object.keys(where));
    return this.#documents.delete(id, where);
  }

  /** What is kept as a blob cannot be searched or changed in part, so what is kept in the document is not either. */
  #refuse(paths: readonly string[]): void {
    const path = paths.find((each) => this.#fields.some((field) => each === field || each.startsWith(`${field}.`)));
    if (path !== undefined) throw invalid(path, `is or lies in a large field of ${this.#name}`, 'search by other fields, and set or unset the field as a whole');
  }

  async #changed(change: Change): Promise<Change> {
    const { set = {}, inc = {}, unset = [] } = change;
    const whole = (path: string) => this.#fields.includes(path);
    this.#refuse([...Object.keys(inc), ...[...Object.keys(set), ...unset].filter((path) => !whole(path))]);
    return change.set === undefined ? change : { ...change, set: await this.#moved(set) };
  }

  /** The same fields, the large ones written to blobs. */
  async #moved<F extends object>(fields: F): Promise<F> {
    if (this.#blobs === undefined) return fields;
    let moved = fields;
    for (const field of this.#fields) {
      const bytes = largeText(Reflect.get(fields, field));
      if (bytes === undefined) continue;
      const reference: Reference = { blob: await (await this.#blobs()).put(bytes), bytes: bytes.length };
      moved = { ...moved, [field]: reference };
    }
    return moved;
  }

  /** The document with its large fields; those that have just been `written` are not read again. */
  async #restored<D extends Doc>(doc: D, written: Change['set'] = {}): Promise<D> {
    let restored = doc;
    for (const field of this.#fields) {
      const reference = referenceIn(Reflect.get(doc, field));
      if (reference === undefined) continue;
      const known = written[field];
      restored = { ...restored, [field]: known === undefined ? await this.#read(doc._id, field, reference) : JSON.parse(JSON.stringify(known)) };
    }
    return restored;
  }

  async #read(id: string, field: string, { blob }: Reference): Promise<unknown> {
    try {
      if (this.#blobs === undefined) throw new GyreError('FAILED_PRECONDITION', 'this store was opened without blobs', { boundary: 'store' });
      const bytes = await (await this.#blobs()).get(blob);
      return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
    } catch (thrown) {
      const error = GyreError.from(thrown, 'store');
      if (error.retryable) throw error;
      // Not NOT_FOUND: the document is there.
      throw new GyreError('INTERNAL', `${field} of document ${id} of collection ${this.#name} is kept as a blob that cannot be read: ${error.message}`, {
        ...{ boundary: 'store', field, cause: thrown, details: { collection: this.#name, document: id, digest: blob } },
        remedy: 'see to it that every process names the same blobs in GYRE_BLOBS_URL, or restore the blob from a copy',
      });
    }
  }
}

/** The JSON text of a value that is too large for its document; undefined for others. */
function largeText(value: unknown): Buffer | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.length * MOST_BYTES_A_UNIT <= LARGE_BYTES)) return undefined;
  const bytes = Buffer.from(JSON.stringify(value));
  return bytes.length > LARGE_BYTES ? bytes : undefined;
}

function referenceIn(value: unknown): Reference | undefined {
  if (typeof value !== 'object' || value === null || !('blob' in value) || !('bytes' in value) || Object.keys(value).length !== 2) return undefined;
  const { blob, bytes } = value;
  return typeof blob === 'string' && typeof bytes === 'number' ? { blob, bytes } : undefined;
}

function inTurns<A, B>(list: readonly A[], each: (item: A) => Promise<B>): Promise<B[]> {
  const turn = pLimit(AT_ONCE);
  return Promise.all(list.map((item) => turn(each, item)));
}
