import { hostname } from 'node:os';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { systemClock } from '../clock.ts';
import { withinDeadline } from '../deadline.ts';
import { GyreError } from '../errors.ts';
import { MongoCollection, type Operate } from './mongo-collection.ts';
import { mongoStoreError, openingError, type Place, refusedUrl } from './mongo-errors.ts';
import { MIGRATION_CLAIMS, type Migration, type MigrationDoc, MIGRATIONS, migrate } from './mongo-migrations.ts';
import { MongoReach } from './mongo-reach.ts';
import { type MongoAddress, mongoAddress } from './mongo-url.ts';
import type { Collection, CollectionSpec, Doc, Store } from './types.ts';

export interface MongoStoreOptions {
  /** What one operation may take altogether, in milliseconds. */
  readonly timeoutMs: number;
  /** Carried out before the store is used. */
  readonly migrations?: readonly Migration[];
  /** How long the process that migrates may give no sign of life, in milliseconds. Default 15,000. */
  readonly migrationLeaseMs?: number;
}

/**
 * Opens a store in the MongoDB database that `url` names and waits until it answers. Only single-document operations are used: no
 * transactions, no sessions of its own. INVALID_ARGUMENT, UNAVAILABLE or UNAUTHENTICATED, naming `variable`, if it cannot be opened.
 */
export async function openMongoStore(url: string, variable: string, options: MongoStoreOptions): Promise<Store> {
  const { timeoutMs, migrations = MIGRATIONS, migrationLeaseMs = 15_000 } = options;
  const address = mongoAddress(url, variable);
  const place: Place = { variable, address };
  const reach = new MongoReach(() => connectable(place, timeoutMs), systemClock);
  try {
    await withinDeadline('open the store', timeoutMs, 'store', () => reach.client.connect());
  } catch (error) {
    await reach.client.close(true).catch(() => undefined);
    throw openingError(error, place);
  }
  const operate: Operate = async (name, body) => {
    try {
      const result = await withinDeadline(`store ${name}`, timeoutMs, 'store', (signal) => body({ maxTimeMS: timeoutMs }, signal));
      reach.answered();
      return result;
    } catch (thrown) {
      const error = mongoStoreError(thrown, place);
      if (error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED') reach.unreached();
      else reach.answered();
      throw error;
    }
  };
  const database = () => reach.client.db(address.database);
  const store = storeOver(reach, database, operate, place);
  try {
    const claiming = { clock: systemClock, owner: `${hostname()}:${process.pid}`, leaseMs: migrationLeaseMs };
    if (migrations.length > 0) await migrate(migrations, store.collection<MigrationDoc>(MIGRATION_CLAIMS), database(), claiming);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function storeOver(reach: MongoReach, database: () => Db, operate: Operate, { variable }: Place): Store {
  const collections = new Map<string, { spec: string; collection: Collection<never> }>();
  return {
    collection<T extends Doc>(spec: CollectionSpec): Collection<T> {
      const text = JSON.stringify(spec);
      const known = collections.get(spec.name);
      // Only the caller knows a collection's document type; all views of one collection share the untyped rest.
      if (known?.spec === text) return known.collection as unknown as Collection<T>;
      const collection = new MongoCollection<T>(database, spec, operate);
      collections.set(spec.name, { spec: text, collection: collection as unknown as Collection<never> });
      return collection;
    },
    async ping() {
      try {
        await operate('ping', (limits) => database().command({ ping: 1, ...limits }));
      } catch (error) {
        const { message, remedy } = GyreError.from(error, 'store');
        throw new GyreError('UNAVAILABLE', message, { boundary: 'store', field: variable, remedy, cause: error });
      }
    },
    close: () => reach.client.close(true),
  };
}

function connectable(place: Place, timeoutMs: number): MongoClient {
  try {
    return new MongoClient(place.address.url, clientOptions(place.address, timeoutMs));
  } catch (error) {
    throw refusedUrl(error, place);
  }
}

/**
 * Each stage of an operation is limited by itself, so that what a caller gave up ends soon after. Looking for a server ends a
 * little before the operation does: then the error says what is wrong.
 */
function clientOptions({ hasWriteConcern }: MongoAddress, timeoutMs: number): MongoClientOptions {
  return {
    appName: 'gyre',
    serverSelectionTimeoutMS: timeoutMs - Math.min(1_000, Math.ceil(timeoutMs / 4)),
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    ...(hasWriteConcern ? {} : { writeConcern: { w: 'majority', wtimeoutMS: timeoutMs } }),
  };
}
