import type { Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import { GyreError } from '../errors.ts';
import type { Collection, CollectionSpec, Doc } from './types.ts';

/** A change of what a database holds already. It is made once, by whichever process comes first. */
export interface Migration<C = Db> {
  /** Its name for ever, for example `001-slots-by-round`. */
  readonly id: string;
  /** Must bear being run again from its beginning, where a process was killed half-way. Ends soon after `signal` does. */
  run(context: C, signal: AbortSignal): Promise<void>;
}

/** What each database goes through before it is used, in order. An entry is never changed or removed. None was needed so far. */
export const MIGRATIONS: readonly Migration[] = [];

/** Who carries a migration out. A claim lives as long as `beats` grows. */
export interface MigrationDoc extends Doc {
  readonly state: 'running' | 'done';
  readonly owner: string;
  /** Grows with every claim; only the latest may finish. */
  readonly epoch: number;
  readonly beats: number;
}

export const MIGRATION_CLAIMS: CollectionSpec = { name: 'migrations' };

export interface MigrationOptions {
  readonly clock: Clock;
  /** Names this process to people. */
  readonly owner: string;
  /** A claim that gave no sign of life for so long, in milliseconds on the clock of whoever watches it, is taken over. */
  readonly leaseMs: number;
}

/**
 * Carries out the migrations that are not done yet, or waits while another process does. Claims are changed by compare-and-set;
 * no two clocks are compared. FAILED_PRECONDITION, naming the migration, if one fails: it is then free for the next that tries.
 */
export async function migrate<C>(migrations: readonly Migration<C>[], claims: Collection<MigrationDoc>, context: C, options: MigrationOptions): Promise<void> {
  for (const migration of migrations) {
    for (let done = false; !done; ) {
      const claim = await claimed(migration.id, claims, options);
      done = claim === undefined || (await carriedOut(migration, claim, claims, context, options));
    }
  }
}

/** This process's claim; undefined once the migration is done. */
async function claimed(id: string, claims: Collection<MigrationDoc>, { clock, owner, leaseMs }: MigrationOptions): Promise<MigrationDoc | undefined> {
  let watched: MigrationDoc | undefined;
  for (let since = clock.now(); ; await clock.sleep(leaseMs / 10)) {
    const found = await claims.get(id);
    if (found?.state === 'done') return undefined;
    if (found === undefined) {
      const first: MigrationDoc = { _id: id, state: 'running', owner, epoch: 1, beats: 0 };
      if (await claims.insert(first)) return first;
    } else if (watched?.epoch !== found.epoch || watched.beats !== found.beats) {
      watched = found;
      since = clock.now();
    } else if (clock.now() - since >= leaseMs || found.owner === '') {
      const { epoch, beats } = found;
      const taken = await claims.update(id, { state: 'running', epoch, beats }, { set: { owner }, inc: { epoch: 1 } });
      if (taken !== undefined) return taken;
    }
  }
}

/** False if the claim was lost meanwhile: others are, or were, at it. */
async function carriedOut<C>(migration: Migration<C>, { _id, epoch }: MigrationDoc, claims: Collection<MigrationDoc>, context: C, options: MigrationOptions): Promise<boolean> {
  const lost = new AbortController();
  const over = new AbortController();
  const beating = beat(() => claims.update(_id, { state: 'running', epoch }, { inc: { beats: 1 } }), lost, over.signal, options);
  try {
    await migration.run(context, lost.signal);
  } catch (error) {
    if (lost.signal.aborted) return false;
    await claims.update(_id, { state: 'running', epoch }, { set: { owner: '' } });
    const { message } = GyreError.from(error, 'store');
    throw new GyreError('FAILED_PRECONDITION', `migration ${_id} failed: ${message}`, { boundary: 'store', details: { migration: _id }, cause: error });
  } finally {
    over.abort();
    await beating;
  }
  return (await claims.update(_id, { state: 'running', epoch }, { set: { state: 'done' } })) !== undefined;
}

/** Shows that the claim lives until `over`; aborts `lost` when it is another's. A beat that fails is made up for by the next. */
async function beat(once: () => Promise<MigrationDoc | undefined>, lost: AbortController, over: AbortSignal, { clock, leaseMs }: MigrationOptions): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(leaseMs / 4, over);
      const mine = await once().catch(() => true);
      if (mine === undefined) return lost.abort(new GyreError('ABORTED', 'another process took the migration over', { boundary: 'store' }));
    }
  } catch (error) {
    if (!over.aborted) throw error;
  }
}
