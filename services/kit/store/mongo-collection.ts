import { BSON, type Collection as DriverCollection, type Db, type Document } from 'mongodb';
import { GyreError, invalid } from '../errors.ts';
import { applyChange } from './change.ts';
import { mongoUpdate } from './mongo-change.ts';
import { duplicatedIndex, duplicateError, isMismatch, OVERSIZE_REMEDY, refusals } from './mongo-errors.ts';
import { createIndexes } from './mongo-indexes.ts';
import { restoredDoc, storedDoc, storedName } from './mongo-values.ts';
import { mongoFilter, mongoSort } from './mongo-where.ts';
import { checkCollectionName, checkId } from './names.ts';
import type { Change, Collection, CollectionSpec, Doc, FindOptions, Part, Wanted, Where } from './types.ts';

/** What MongoDB takes as one document. */
const LARGEST_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** What one insert sends at most. */
const BATCH_DOCUMENTS = 500;
const BATCH_BYTES = 8 * 1024 * 1024;

type Kept = Document & { _id: string };

/** What the server may take for a command, in milliseconds. */
export interface Limits {
  readonly maxTimeMS: number;
}

/** Runs one operation under a deadline, after which nobody waits for it and `signal` is aborted; what it throws is a GyreError. */
export type Operate = <R>(name: string, body: (limits: Limits, signal: AbortSignal) => Promise<R>) => Promise<R>;

/** A collection in MongoDB. Its declared indexes are created before its first operation. */
export class MongoCollection<T extends Doc> implements Collection<T> {
  readonly #database: () => Db;
  readonly #spec: CollectionSpec;
  readonly #operate: Operate;
  #indexed: Promise<void> | undefined;

  /** `database` is asked for at each operation: the client behind it may be another one by then. */
  constructor(database: () => Db, spec: CollectionSpec, operate: Operate) {
    checkCollectionName(spec.name);
    this.#database = database;
    this.#spec = spec;
    this.#operate = operate;
  }

  get #documents(): DriverCollection<Kept> {
    return this.#database().collection(this.#spec.name);
  }

  async insert(doc: T): Promise<boolean> {
    const { kept } = this.#kept(doc);
    return this.#run('insert', async (limits) => {
      try {
        await this.#documents.insertOne(kept, limits);
        return true;
      } catch (error) {
        const index = duplicatedIndex(error);
        // Of two indexes that are violated the server names one; a repeated insert is no violation of the other.
        if (index === '_id' || (index !== undefined && (await this.#exists({ _id: doc._id }, limits)))) return false;
        throw error;
      }
    });
  }

  async insertMany(docs: readonly T[]): Promise<number> {
    let inserted = 0;
    for (const batch of batches(docs.map((doc) => this.#kept(doc)))) inserted += await this.#insertBatch(batch);
    return inserted;
  }

  async get(id: string): Promise<T | undefined> {
    return this.#run('get', async (limits) => restored<T>(await this.#documents.findOne({ _id: id }, limits)));
  }

  async find<F extends keyof T>(where: Where, options: FindOptions & Wanted<F> = {}): Promise<Part<T, F>[]> {
    const { after, limit, sort, fields } = options;
    if (after !== undefined && sort) throw invalid('after', 'pages in _id order only', 'leave out sort');
    const filter = mongoFilter(where, ...(after === undefined ? [] : [{ _id: { $gt: after } }]));
    const order = mongoSort(sort);
    if (limit === 0) return [];
    // The driver reads a negative limit as something else than none.
    const most = limit === undefined || limit < 0 ? {} : { limit };
    return this.#run('find', async (limits) => (await this.#documents.find(filter, { sort: order, ...projection(fields), ...most, ...limits }).toArray()).map((kept) => restoredDoc<T>(kept)));
  }

  async count(where: Where): Promise<number> {
    const filter = mongoFilter(where);
    return this.#run('count', (limits) => this.#documents.countDocuments(filter, limits));
  }

  async update<F extends keyof T>(id: string, where: Where, change: Change, { fields }: Wanted<F> = {}): Promise<Part<T, F> | undefined> {
    const changing = this.#changing(mongoFilter(where, { _id: id }), projection(fields), change, { document: id });
    return this.#run('update', changing);
  }

  /** Looks again while others take what it was about to change: there is nothing left only if a search finds nothing. */
  async updateFirst<F extends keyof T>(where: Where, sort: FindOptions['sort'], change: Change, { fields }: Wanted<F> = {}): Promise<Part<T, F> | undefined> {
    const filter = mongoFilter(where);
    const changing = this.#changing(filter, { sort: mongoSort(sort), ...projection(fields) }, change);
    return this.#run('updateFirst', async (limits, signal) => {
      for (;;) {
        const changed = await changing(limits);
        if (changed !== undefined || !(await this.#exists(filter, limits))) return changed;
        signal.throwIfAborted();
      }
    });
  }

  async put(doc: T): Promise<void> {
    const { kept } = this.#kept(doc);
    await this.#run('put', async (limits) => {
      const replace = () => this.#documents.replaceOne({ _id: doc._id }, kept, { upsert: true, ...limits });
      await replace().catch((error: unknown) => {
        // Two that find nothing both insert; the second then finds what the first has inserted.
        if (duplicatedIndex(error) === '_id') return replace();
        throw error;
      });
    });
  }

  async delete(id: string, where: Where = {}): Promise<boolean> {
    const filter = mongoFilter(where, { _id: id });
    return this.#run('delete', async (limits) => (await this.#documents.deleteOne(filter, limits)).deletedCount === 1);
  }

  #changing(filter: Document, options: { sort?: Map<string, 1 | -1>; projection?: Document }, change: Change, ids: Readonly<Record<string, string>> = {}): (limits: Limits) => Promise<T | undefined> {
    const update = mongoUpdate(change);
    this.#sizeOf(update, ['a change', ...Object.values(ids)].join(' of document '), ids);
    const find = async (found: object, limits: Limits) => restored<T>(await this.#documents.findOne(filter, { ...found, ...limits }));
    // A change of nothing is no update to the server.
    if (Object.keys(update).length === 0) return (limits) => find(options, limits);
    return async (limits) => {
      try {
        return restored<T>(await this.#documents.findOneAndUpdate(filter, update, { returnDocument: 'after', ...options, ...limits }));
      } catch (error) {
        const doc = isMismatch(error) ? await find({ ...options, projection: {} }, limits) : undefined;
        // Throws an error that names the field, as on the other side.
        if (doc !== undefined) applyChange(doc, change);
        throw error;
      }
    };
  }

  async #insertBatch(batch: readonly Kept[]): Promise<number> {
    return this.#run('insertMany', async (limits) => {
      try {
        await this.#documents.insertMany(batch, { ordered: false, ...limits });
        return batch.length;
      } catch (error) {
        const refused = refusals(error, batch.length);
        if (refused === undefined) throw error;
        for (const { index, at } of refused) {
          if (index !== '_id' && !(await this.#exists({ _id: batch[at]?._id }, limits))) throw duplicateError(index, error);
        }
        return batch.length - refused.length;
      }
    });
  }

  async #exists(filter: Document, limits: Limits): Promise<boolean> {
    return (await this.#documents.findOne(filter, { projection: { _id: 1 }, ...limits })) !== null;
  }

  async #run<R>(name: string, body: (limits: Limits, signal: AbortSignal) => Promise<R>): Promise<R> {
    const where = `${this.#spec.name}.${name}`;
    this.#indexed ??= this.#operate(where, () => createIndexes(this.#documents, this.#spec)).catch((error: unknown) => {
      this.#indexed = undefined;
      throw error;
    });
    await this.#indexed;
    return this.#operate(where, body);
  }

  /** INVALID_ARGUMENT for an id that not every store takes, RESOURCE_EXHAUSTED for a document that MongoDB does not. */
  #kept(doc: T): Sized {
    checkId(doc._id);
    const kept = storedDoc(doc);
    return { kept, size: this.#sizeOf(kept, `document ${doc._id}`, { document: doc._id }) };
  }

  #sizeOf(bson: Document, what: string, ids: Readonly<Record<string, string>>): number {
    const size = BSON.calculateObjectSize(bson);
    if (size <= LARGEST_DOCUMENT_BYTES) return size;
    const message = `${what} of collection ${this.#spec.name} has ${size} bytes; MongoDB takes ${LARGEST_DOCUMENT_BYTES}`;
    throw new GyreError('RESOURCE_EXHAUSTED', message, { boundary: 'store', retryable: false, remedy: OVERSIZE_REMEDY, details: { collection: this.#spec.name, ...ids } });
  }
}

interface Sized {
  readonly kept: Kept;
  readonly size: number;
}

/** In order, cut where a batch has enough documents or bytes. */
function batches(all: readonly Sized[]): Kept[][] {
  const cut: Kept[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const { kept, size } of all) {
    const last = cut.at(-1);
    bytes += size;
    if (last !== undefined && last.length < BATCH_DOCUMENTS && bytes <= BATCH_BYTES) last.push(kept);
    else {
      cut.push([kept]);
      bytes = size;
    }
  }
  return cut;
}

/** Has the server send these fields and `_id` only. */
function projection(fields: readonly PropertyKey[] | undefined): { projection?: Document } {
  return fields === undefined ? {} : { projection: { _id: 1, ...Object.fromEntries(fields.map((field) => [storedName(String(field)), 1])) } };
}

function restored<T extends Doc>(kept: Document | null): T | undefined {
  return kept === null ? undefined : restoredDoc<T>(kept);
}
