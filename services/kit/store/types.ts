/**
 * The store port: collections of JSON documents, changed by single-document atomic operations only (insert if absent,
 * conditional update), never by transactions, so that both sides (SQLite, MongoDB) behave alike.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A document; `_id` is unique within its collection. */
export interface Doc {
  readonly _id: string;
}

export type Comparison = {
  readonly ne?: Json;
  readonly lt?: number | string;
  readonly lte?: number | string;
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly in?: readonly (string | number | boolean | null)[];
};

/** Conditions on top-level or dotted fields, all of which must hold. A scalar means equality; `null` matches absent and null. */
export type Where = { readonly [field: string]: string | number | boolean | null | Comparison };

export interface Change {
  readonly set?: { readonly [field: string]: Json | undefined };
  readonly inc?: { readonly [field: string]: number };
  readonly unset?: readonly string[];
}

export interface FindOptions {
  /** Field and direction pairs; ties are broken by `_id` ascending. */
  readonly sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  readonly limit?: number;
  /** Only documents whose `_id` is greater; for paging in `_id` order, when `sort` is not given. */
  readonly after?: string;
}

/** Which top-level fields are wanted beside `_id`; all unless it says. Large fields that are not wanted are not read. */
export interface Wanted<F> {
  readonly fields?: readonly F[];
}

/** What comes of a document of which so many fields are wanted. */
export type Part<T extends Doc, F extends keyof T> = Pick<T, F | '_id'>;

export interface CollectionSpec {
  readonly name: string;
  /** Fields that queries filter or sort on; one index per entry, fields in order. */
  readonly indexes?: readonly { readonly fields: readonly string[]; readonly unique?: boolean }[];
  /** Top-level fields that may grow to megabytes and are read and written as a whole only; see large.ts. */
  readonly large?: readonly string[];
}

export interface Collection<T extends Doc> {
  /** Inserts if no document has that `_id`; true if this call inserted it. ALREADY_EXISTS if another unique index is violated. */
  insert(doc: T): Promise<boolean>;
  /** Inserts those that are absent; returns how many this call inserted. */
  insertMany(docs: readonly T[]): Promise<number>;
  get(id: string): Promise<T | undefined>;
  find<F extends keyof T = keyof T>(where: Where, options?: FindOptions & Wanted<F>): Promise<Part<T, F>[]>;
  count(where: Where): Promise<number>;
  /**
   * Changes the document if it exists and meets `where`; returns it as it is afterwards, or undefined if nothing matched. A large field that
   * is wanted and that the change does not set is read after the change, which stands when that fails: name what is wanted.
   */
  update<F extends keyof T = keyof T>(id: string, where: Where, change: Change, wanted?: Wanted<F>): Promise<Part<T, F> | undefined>;
  /** Changes the first document that matches, in `sort` order, atomically; the way to claim work. Else as {@link update}. */
  updateFirst<F extends keyof T = keyof T>(where: Where, sort: FindOptions['sort'], change: Change, wanted?: Wanted<F>): Promise<Part<T, F> | undefined>;
  /** Replaces or inserts by `_id`. */
  put(doc: T): Promise<void>;
  /** Deletes the document if it exists and meets `where`; true if this call deleted it. */
  delete(id: string, where?: Where): Promise<boolean>;
}

export interface Store {
  collection<T extends Doc>(spec: CollectionSpec): Collection<T>;
  /** Resolves if the store answers; rejects with an UNAVAILABLE error of boundary `store` otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
