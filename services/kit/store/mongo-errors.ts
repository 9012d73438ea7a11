import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { type Code, GyreError, type GyreErrorOptions } from '../errors.ts';
import type { MongoAddress } from './mongo-url.ts';

/** Which store failed, for its messages. */
export interface Place {
  /** The environment variable that names it. */
  readonly variable: string;
  readonly address: MongoAddress;
}

const DUPLICATE_KEY = 11000;
/** TypeMismatch and PathNotViable of an update. */
const MISMATCH: readonly number[] = [14, 28];

/** Codes of the server that have a meaning of their own here (mongodb.com/docs/manual/reference/error-codes). */
const MEANINGS: readonly (readonly [codes: readonly number[], code: Code, remedy: (place: Place) => string])[] = [
  [[18, 11, 31, 8000], 'UNAUTHENTICATED', credentialsRemedy],
  [[13], 'PERMISSION_DENIED', ({ variable }) => `give the user of ${variable} the role it needs`],
  // MaxTimeMSExpired.
  [[50], 'DEADLINE_EXCEEDED', () => 'allow it more time with GYRE_STORE_TIMEOUT_MS'],
  [MISMATCH, 'FAILED_PRECONDITION', () => 'look at the document'],
  [[121], 'FAILED_PRECONDITION', () => 'a validator of the collection refuses the document'],
  [[85, 86, 67], 'FAILED_PRECONDITION', () => 'drop the index that differs from the declared one'],
  // Write concerns that this deployment can never meet.
  [[79, 100], 'FAILED_PRECONDITION', ({ variable }) => `correct w in ${variable}`],
  [[10334, 17419, 17420], 'RESOURCE_EXHAUSTED', () => OVERSIZE_REMEDY],
  // OutOfDiskSpace and what a query may hold in memory.
  [[14031, 292], 'RESOURCE_EXHAUSTED', () => 'give the store more room'],
];

export const OVERSIZE_REMEDY = 'keep large bytes in blobs, and their digest in the document';

/** Where no primary answers, is elected, or goes on: another moment may do. */
const PASSING: ReadonlySet<number> = new Set([6, 7, 64, 89, 91, 112, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const PASSING_LABELS = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError', 'TransientTransactionError'] as const;
const UNREACHED = [MongoNetworkError, MongoServerSelectionError, MongoTopologyClosedError, MongoNotConnectedError, MongoClientClosedError];
/** By name, as two packages have classes of these names. */
const URL_ERRORS: ReadonlySet<string> = new Set(['MongoParseError', 'MongoInvalidArgumentError', 'MongoMissingCredentialsError', 'MongoMissingDependencyError']);
const UNREACHED_NAMES: ReadonlySet<string> = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError', 'MongoServerClosedError', 'MongoStalePrimaryError']);

/** Anything the driver threw, in the system's own form. Neither message nor cause holds credentials. */
export function mongoStoreError(raw: unknown, place: Place): GyreError {
  if (raw instanceof GyreError) return raw;
  // What ended a bulk write is wrapped into the error of one.
  const thrown = raw instanceof MongoBulkWriteError && raw.errorResponse instanceof Error ? raw.errorResponse : raw;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const make = (code: Code, text: string, more: Partial<GyreErrorOptions> = {}) => new GyreError(code, text, { boundary: 'store', cause: thrown, ...more });
  const index = duplicatedIndex(thrown);
  if (index !== undefined) return duplicateError(index, thrown);
  if (isUnreached(thrown)) {
    const remedy = `see to it that the server runs and ${place.variable} names it`;
    return make('UNAVAILABLE', `the store ${place.address.shown} (${place.variable}) does not answer: ${message}`, { field: place.variable, remedy });
  }
  if (thrown instanceof MongoServerError) {
    const code = Number(thrown.code);
    for (const [codes, meaning, remedy] of MEANINGS) {
      if (!codes.includes(code)) continue;
      const of = meaning === 'UNAUTHENTICATED' || meaning === 'PERMISSION_DENIED' ? { field: place.variable } : {};
      const retryable = meaning === 'DEADLINE_EXCEEDED';
      return make(meaning, `the store ${place.address.shown} (${place.variable}): ${message}`, { remedy: remedy(place), retryable, ...of });
    }
  }
  return make('INTERNAL', `the store ${place.address.shown} (${place.variable}): ${message}`);
}

function credentialsRemedy({ variable }: Place): string {
  return `check the user name, the password and authSource in ${variable}`;
}

/** What the driver finds wrong with a URL. Its messages may quote the URL, and causes are logged: neither is passed on then. */
export function refusedUrl(thrown: unknown, { variable, address }: Place): GyreError {
  const told = thrown instanceof Error && !thrown.message.includes('@') ? `: ${thrown.message}` : '';
  return new GyreError('INVALID_ARGUMENT', `${variable}: the driver refuses ${address.shown}${told}`, { boundary: 'caller', field: variable, remedy: 'correct the URL and its options' });
}

/** What a failure to open comes to: the variable holds the address and the credentials that are at fault. */
export function openingError(thrown: unknown, place: Place): GyreError {
  const { variable, address } = place;
  if (thrown instanceof Error && URL_ERRORS.has(thrown.name)) return refusedUrl(thrown, place);
  const error = mongoStoreError(thrown, place);
  // Servers without users do not even know the commands; what fails with credentials in the URL is most likely they.
  if (!address.hasCredentials || error.code !== 'INTERNAL') return error;
  return new GyreError('UNAUTHENTICATED', error.message, { boundary: 'store', field: variable, remedy: credentialsRemedy(place), cause: thrown });
}

/** The unique index that was violated: `_id` for that of the ids; undefined for another failure. */
export function duplicatedIndex(thrown: unknown): string | undefined {
  return thrown instanceof MongoServerError ? indexOf(thrown.code, thrown.message) : undefined;
}

export function duplicateError(index: string, cause: unknown): GyreError {
  return new GyreError('ALREADY_EXISTS', `a unique index is violated: ${index}`, { boundary: 'store', details: { index }, cause });
}

/**
 * The documents of an unordered insert of `attempted` ones that unique indexes refused; undefined if it failed for anything else,
 * or documents are neither inserted nor refused.
 */
export function refusals(thrown: unknown, attempted: number): readonly { readonly index: string; readonly at: number }[] | undefined {
  if (!(thrown instanceof MongoBulkWriteError) || thrown.result.getWriteConcernError() !== undefined) return undefined;
  const refused = thrown.result.getWriteErrors().map(({ code, errmsg, index: at }) => ({ index: indexOf(code, errmsg ?? ''), at }));
  const named = refused.flatMap(({ index, at }) => (index === undefined ? [] : [{ index, at }]));
  return named.length === refused.length && thrown.insertedCount + refused.length >= attempted ? named : undefined;
}

/** Whether the document is not of the shape that the change needs. */
export function isMismatch(thrown: unknown): boolean {
  return thrown instanceof MongoServerError && MISMATCH.includes(Number(thrown.code));
}

function indexOf(code: unknown, message: string): string | undefined {
  if (code !== DUPLICATE_KEY) return undefined;
  const name = /\bindex: (.+?)(?: collation:.*)? dup key/.exec(message)?.[1] ?? 'unknown';
  return name === '_id_' ? '_id' : name;
}

function isUnreached(thrown: unknown): thrown is Error {
  if (UNREACHED.some((kind) => thrown instanceof kind)) return true;
  if (thrown instanceof MongoServerError) return PASSING.has(Number(thrown.code)) || PASSING_LABELS.some((label) => thrown.hasErrorLabel(label));
  // Classes that the driver does not export, and names that do not resolve.
  return thrown instanceof Error && (UNREACHED_NAMES.has(thrown.name) || ('syscall' in thrown && 'code' in thrown));
}
