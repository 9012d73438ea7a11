import { dirname, resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { GyreError } from '../errors.ts';
import { makeFolder } from '../folder.ts';

const BUSY_TIMEOUT_MS = 10_000;
const STATEMENT_LIMIT = 500;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;
/** What the file does not allow, whoever asks: PERM, READONLY, CORRUPT, CANTOPEN, NOTADB. */
const UNUSABLE: ReadonlySet<number | undefined> = new Set([3, 8, 11, 14, 26]);

/** One connection: pragmas, prepared statements kept by their text, write transactions, and errors in the system's own form. */
export class SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#path = path;
    if (path !== ':memory:') makeFolder(dirname(resolve(path)));
    this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    // Concurrent first openers race to switch the journal; the switch reports busy at once instead of waiting.
    try {
      this.#insist(() => this.#database.exec('PRAGMA journal_mode = WAL'));
      this.exec('PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /** Rows changed. */
  run(sql: string, values: readonly (string | number)[]): number {
    return this.#guard(() => Number(this.#prepare(sql).run(...values).changes));
  }

  get(sql: string, values: readonly (string | number)[]): Record<string, unknown> | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values));
  }

  all(sql: string, values: readonly (string | number)[]): Record<string, unknown>[] {
    return this.#guard(() => this.#prepare(sql).all(...values));
  }

  /** Runs `body`, which must be synchronous, holding the file's only write lock; a throw rolls everything back. */
  write<R>(body: () => R): R {
    this.run('BEGIN IMMEDIATE', []);
    try {
      const result = body();
      this.run('COMMIT', []);
      return result;
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= STATEMENT_LIMIT) this.#statements.delete(this.#statements.keys().next().value ?? '');
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #insist(body: () => void): void {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; ; waited += 10) {
      try {
        return body();
      } catch (error) {
        if (waited >= BUSY_TIMEOUT_MS || primaryCode(error) !== SQLITE_BUSY) throw storeError(error, this.#path);
        Atomics.wait(pause, 0, 0, 10);
      }
    }
  }

  #guard<R>(body: () => R): R {
    try {
      return body();
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** What an error of SQLite on the database at `path` means to a caller. */
export function storeError(error: unknown, path: string): GyreError {
  if (error instanceof GyreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = primaryCode(error);
  if (code === SQLITE_CONSTRAINT) {
    return new GyreError('ALREADY_EXISTS', `a unique index is violated: ${message}`, { boundary: 'store', cause: error });
  }
  const closed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED || closed) {
    return new GyreError('UNAVAILABLE', `the store does not answer: ${message}`, { boundary: 'store', cause: error });
  }
  if (UNUSABLE.has(code)) {
    const remedy = 'make it a database file that can be written, or name another folder with GYRE_STATE_DIR';
    return new GyreError('FAILED_PRECONDITION', `${path} cannot be used: ${message}`, { boundary: 'store', remedy, cause: error });
  }
  if (code === SQLITE_IOERR) {
    return new GyreError('UNAVAILABLE', `${path} cannot be read or written: ${message}`, { boundary: 'store', remedy: 'see whether its disk is full or failing', cause: error });
  }
  if (code === SQLITE_FULL) {
    return new GyreError('RESOURCE_EXHAUSTED', `${path} cannot grow: ${message}`, { boundary: 'store', remedy: 'free some space on its disk', cause: error });
  }
  return GyreError.from(error, 'store');
}
