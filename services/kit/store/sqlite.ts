import { invalid } from '../errors.ts';
import { applyChange, checkChange } from './change.ts';
import { checkCollectionName, checkId } from './names.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import type { Change, Collection, CollectionSpec, Doc, FindOptions, Part, Store, Wanted, Where } from './types.ts';
import { type Clause, extract, orderSql, whereSql } from './where-sql.ts';

/**
 * Opens (and creates) a store in one SQLite file, or in memory for `:memory:`. Several threads and processes may open the same
 * file; each operation is one short transaction, so none of them can hold the others up or see half a change.
 */
export function openSqliteStore(path: string): Store {
  const database = new SqliteDatabase(path);
  const collections = new Map<string, { spec: string; collection: Collection<never> }>();
  return {
    collection<T extends Doc>(spec: CollectionSpec): Collection<T> {
      const text = JSON.stringify(spec);
      const known = collections.get(spec.name);
      // Only the caller knows a collection's document type; all views of one table share the untyped rest.
      if (known?.spec === text) return known.collection as unknown as Collection<T>;
      const collection = new SqliteCollection<T>(database, spec);
      collections.set(spec.name, { spec: text, collection: collection as unknown as Collection<never> });
      return collection;
    },
    async ping() {
      database.get('SELECT 1', []);
    },
    async close() {
      database.close();
    },
  };
}

class SqliteCollection<T extends Doc> implements Collection<T> {
  readonly #database: SqliteDatabase;
  readonly #table: string;

  constructor(database: SqliteDatabase, spec: CollectionSpec) {
    checkCollectionName(spec.name);
    this.#database = database;
    this.#table = `"${spec.name}"`;
    const statements = [`CREATE TABLE IF NOT EXISTS ${this.#table} (_id TEXT NOT NULL PRIMARY KEY, doc TEXT NOT NULL)`];
    for (const { fields, unique } of spec.indexes ?? []) {
      const name = `"${[unique ? 'unique' : 'index', spec.name, ...fields].join(' ')}"`;
      // A plain index ends in _id, so that it also serves the tie-break of every sort.
      const columns = [...fields.map(extract), ...(unique ? [] : ['_id'])].join(', ');
      statements.push(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${name} ON ${this.#table} (${columns})`);
    }
    database.write(() => statements.forEach((sql) => database.exec(sql)));
  }

  async insert(doc: T): Promise<boolean> {
    return this.#insert(doc);
  }

  async insertMany(docs: readonly T[]): Promise<number> {
    return this.#database.write(() => docs.reduce((inserted, doc) => inserted + Number(this.#insert(doc)), 0));
  }

  async get(id: string): Promise<T | undefined> {
    return this.#parse(this.#database.get(`SELECT doc FROM ${this.#table} WHERE _id = ?`, [id]));
  }

  async find<F extends keyof T>(where: Where, options: FindOptions & Wanted<F> = {}): Promise<Part<T, F>[]> {
    const { sql, values } = whereSql(where);
    const after = options.after === undefined ? [] : [options.after];
    if (after.length > 0 && options.sort) throw invalid('after', 'pages in _id order only', 'leave out sort');
    const text =
      `SELECT doc FROM ${this.#table} WHERE ${sql}${after.length > 0 ? ' AND _id > ?' : ''} ` +
      `${orderSql(options.sort)}${options.limit === undefined ? '' : ' LIMIT ?'}`;
    const limit = options.limit === undefined ? [] : [options.limit];
    return this.#database.all(text, [...values, ...after, ...limit]).flatMap((row) => {
      const doc = this.#parse(row);
      return doc === undefined ? [] : [partOf(doc, options.fields)];
    });
  }

  async count(where: Where): Promise<number> {
    const { sql, values } = whereSql(where);
    return Number(this.#database.get(`SELECT count(*) AS n FROM ${this.#table} WHERE ${sql}`, values)?.['n']);
  }

  async update<F extends keyof T>(id: string, where: Where, change: Change, { fields }: Wanted<F> = {}): Promise<Part<T, F> | undefined> {
    const { sql, values } = whereSql(where);
    const doc = this.#change({ sql: `_id = ? AND ${sql}`, values: [id, ...values] }, '', change);
    return doc && partOf(doc, fields);
  }

  async updateFirst<F extends keyof T>(where: Where, sort: FindOptions['sort'], change: Change, { fields }: Wanted<F> = {}): Promise<Part<T, F> | undefined> {
    const doc = this.#change(whereSql(where), `${orderSql(sort)} LIMIT 1`, change);
    return doc && partOf(doc, fields);
  }

  async put(doc: T): Promise<void> {
    checkId(doc._id);
    const sql = `INSERT INTO ${this.#table} (_id, doc) VALUES (?, ?) ON CONFLICT (_id) DO UPDATE SET doc = excluded.doc`;
    this.#database.run(sql, [doc._id, JSON.stringify(doc)]);
  }

  async delete(id: string, where: Where = {}): Promise<boolean> {
    const { sql, values } = whereSql(where);
    return this.#database.run(`DELETE FROM ${this.#table} WHERE _id = ? AND ${sql}`, [id, ...values]) === 1;
  }

  #insert(doc: T): boolean {
    checkId(doc._id);
    const sql = `INSERT INTO ${this.#table} (_id, doc) VALUES (?, ?) ON CONFLICT (_id) DO NOTHING`;
    return this.#database.run(sql, [doc._id, JSON.stringify(doc)]) === 1;
  }

  /** Read, change and write back under the write lock, which makes the whole atomic among all connections to the file. */
  #change(clause: Clause, order: string, change: Change): T | undefined {
    checkChange(change);
    const select = `SELECT doc FROM ${this.#table} WHERE ${clause.sql} ${order}`;
    return this.#database.write(() => {
      const doc = this.#parse(this.#database.get(select, clause.values));
      if (doc === undefined) return undefined;
      const text = JSON.stringify(applyChange(doc, change));
      this.#database.run(`UPDATE ${this.#table} SET doc = ? WHERE _id = ?`, [text, doc._id]);
      return JSON.parse(text);
    });
  }

  #parse(row: Record<string, unknown> | undefined): T | undefined {
    return row === undefined ? undefined : JSON.parse(String(row['doc']));
  }
}

/** The wanted fields of a document, and its `_id`; all of it where none are named. */
function partOf<T extends Doc, F extends keyof T>(doc: T, fields: readonly F[] | undefined): Part<T, F> {
  if (fields === undefined) return doc;
  const wanted = new Set<PropertyKey>(['_id', ...fields]);
  // What is left out is exactly what the type leaves out.
  return Object.fromEntries(Object.entries(doc).filter(([name]) => wanted.has(name))) as Part<T, F>;
}
