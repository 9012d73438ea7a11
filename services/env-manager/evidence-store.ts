import { canonicalJson } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Collection, Doc, Json, Store } from '#kit/store/types.ts';
import { Action } from '#protos/core/v1/action.ts';
import { Evidence, Operation } from '#protos/core/v1/evidence.ts';
import { pagesOf } from './pages.ts';

/** What the harness did itself in one episode: memory and skill operations, and the turn that ended it. */
export interface HarnessLog {
  readonly operations: readonly Operation[];
  readonly finalAction: Action | undefined;
}

/** A closed episode; `evidence` is absent where its lease ended or it could not be rebuilt. */
export interface ClosedEpisode extends Doc {
  readonly reason: string;
  readonly final_state_digest: string;
  readonly evidence?: Json;
}

interface LogDoc extends Doc {
  readonly count: number;
  /** Entries by position. */
  readonly entries: { readonly [position: string]: Json };
  readonly final?: Json;
}

/**
 * Evidence, in a store and under a credential of its own (architecture.md section 3). The log of an open episode is written
 * here at once when episodes survive a restart, and kept in memory until the close when they do not.
 */
export class EvidenceStore {
  readonly #closed: Collection<ClosedEpisode>;
  readonly #logs: Collection<LogDoc> | Map<string, LogDoc>;
  /** The next so many logs. */
  readonly #someLogs: (limit: number) => Promise<Doc[]>;

  constructor(store: Store, durable: boolean) {
    this.#closed = store.collection({ name: 'evidence' });
    const logs = store.collection<LogDoc>({ name: 'evidence_logs' });
    this.#logs = durable ? logs : new Map();
    this.#someLogs = durable ? pagesOf(logs, ['_id']) : async () => [];
  }

  async log(id: string): Promise<HarnessLog> {
    const doc = await this.#logs.get(id);
    return {
      operations: entriesOf(doc).map((entry) => Operation.fromJSON(entry)),
      finalAction: doc?.final === undefined ? undefined : Action.fromJSON(doc.final),
    };
  }

  /**
   * Appends entries from position `offset`. Entries already there are not appended again; ALREADY_EXISTS if they differ from
   * what is there, FAILED_PRECONDITION if entries before `offset` are missing.
   */
  async append(id: string, offset: number, operations: readonly Operation[], finalAction: Action | undefined): Promise<void> {
    const known = await this.#logs.get(id);
    const doc = known ?? { _id: id, count: 0, entries: {} };
    if (offset > doc.count) throw failed('FAILED_PRECONDITION', id, `the log has ${doc.count} entries; offset ${offset} leaves a gap`);
    const added: { [position: string]: Json } = {};
    for (const [i, operation] of operations.entries()) {
      const entry = jsonOf(Operation.toJSON(operation));
      const there = doc.entries[String(offset + i)];
      if (there === undefined) added[String(offset + i)] = entry;
      else if (!same(there, entry)) throw failed('ALREADY_EXISTS', id, `entry ${offset + i} of the log is another one`);
    }
    const final = finalAction && jsonOf(Action.toJSON(finalAction));
    if (final && doc.final !== undefined && !same(doc.final, final)) throw failed('ALREADY_EXISTS', id, 'another turn already ended the episode');
    const next = { ...doc, count: doc.count + Object.keys(added).length, entries: { ...doc.entries, ...added }, final: doc.final ?? final };
    if (!(await this.#replace(known, next))) throw failed('ABORTED', id, 'another call appended at the same time; send it again');
  }

  closed(id: string): Promise<ClosedEpisode | undefined> {
    return this.#closed.get(id);
  }

  /**
   * Writes the final word on an episode, unless there is one: the first word stands, and is returned. Drops the log, which is part of it
   * or comes too late.
   */
  async close(id: string, reason: string, evidence: Evidence | undefined): Promise<ClosedEpisode> {
    const about = { _id: id, reason, final_state_digest: evidence?.finalStateDigest ?? '' };
    const doc: ClosedEpisode = evidence ? { ...about, evidence: jsonOf(Evidence.toJSON(evidence)) } : about;
    let standing: ClosedEpisode;
    try {
      standing = (await this.#closed.insert(doc)) ? doc : ((await this.#closed.get(id)) ?? doc);
    } finally {
      if (this.#logs instanceof Map) this.#logs.delete(id);
    }
    await this.dropLog(id);
    return standing;
  }

  /** Drops the log of a closed episode. */
  async dropLog(id: string): Promise<void> {
    await this.#logs.delete(id);
  }

  /** Drops those of the next `limit` logs whose episodes are closed, left by a process that died closing them; returns how many. */
  async sweep(limit: number): Promise<number> {
    const logs = await this.#someLogs(limit);
    if (logs.length === 0) return 0;
    const closed = await this.#closed.find({ _id: { in: logs.map(({ _id }) => _id) } }, { fields: ['reason'] });
    for (const { _id } of closed) await this.dropLog(_id);
    return closed.length;
  }

  async #replace(known: LogDoc | undefined, next: LogDoc): Promise<boolean> {
    if (this.#logs instanceof Map) return this.#logs.set(next._id, next).has(next._id);
    if (!known) return this.#logs.insert(next);
    const set = { count: next.count, entries: next.entries, final: next.final };
    const unchanged = { count: known.count, ...(known.final === undefined && { final: null }) };
    return (await this.#logs.update(next._id, unchanged, { set })) !== undefined;
  }
}

function entriesOf(doc: LogDoc | undefined): Json[] {
  return Array.from({ length: doc?.count ?? 0 }, (_, position) => doc?.entries[String(position)] ?? null);
}

function same(one: Json, other: Json): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function failed(code: 'ALREADY_EXISTS' | 'FAILED_PRECONDITION' | 'ABORTED', id: string, message: string): GyreError {
  const retryable = code === 'ABORTED';
  return new GyreError(code, `evidence of ${id}: ${message}`, { boundary: 'environment', retryable, details: { episode: id } });
}
