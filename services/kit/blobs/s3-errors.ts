import { S3ServiceException } from '@aws-sdk/client-s3';
import { type Code, GyreError, type GyreErrorOptions } from '../errors.ts';
import type { S3Address } from './s3-url.ts';

const VARIABLE = 'GYRE_BLOBS_URL';
const KEY_VARIABLE = 'AWS_ACCESS_KEY_ID';

/** Names of failures by what is to be done, those that other services have beside AWS's own among them. */
const KEYS_REFUSED: ReadonlySet<string> = new Set([
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken', 'TokenRefreshRequired', 'CredentialsProviderError'],
  'XAdminUserNotFound',
]);
const MISPLACED: ReadonlySet<string> = new Set(['NoSuchBucket', 'PermanentRedirect', 'AuthorizationHeaderMalformed', 'InvalidBucketName']);
const FULL: ReadonlySet<string> = new Set(['EntityTooLarge', 'QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);
const ABSENT: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);

/** Whether the object is not there; a status of 404 alone may mean its bucket, or a key that nobody has. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof S3ServiceException && ABSENT.has(thrown.name);
}

/** Anything the client threw, in the system's own form; `digest` is that of the blob, if it is about one. */
export function s3BlobError(thrown: unknown, { shown, bucket }: S3Address, digest?: string): GyreError {
  if (thrown instanceof GyreError) return thrown;
  const name = thrown instanceof Error ? thrown.name : '';
  const status = statusOf(thrown);
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  // The client's word for an answer without a body.
  const message = said === '' || said === 'UnknownError' ? `HTTP status ${status}` : `${said} (${name})`;
  const what = digest === undefined ? shown : `blob ${digest} in ${shown}`;
  const make = (code: Code, text: string, more: Partial<GyreErrorOptions>) =>
    new GyreError(code, text, { boundary: 'store', cause: thrown, ...(digest !== undefined && { details: { digest } }), ...more });
  if (KEYS_REFUSED.has(name)) {
    return make('UNAUTHENTICATED', `${what}: ${message}`, { field: KEY_VARIABLE, remedy: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to a key of the service, or run under a role that has one' });
  }
  if (MISPLACED.has(name) || (digest === undefined && status === 404)) {
    return make('FAILED_PRECONDITION', `${what} (${VARIABLE}): ${message}`, { field: VARIABLE, remedy: `make the bucket ${bucket}, or correct bucket and region in ${VARIABLE}` });
  }
  if (FULL.has(name)) return make('RESOURCE_EXHAUSTED', `${what}: ${message}`, { retryable: false, remedy: 'give the service more room' });
  if (digest !== undefined && isAbsent(thrown)) return make('NOT_FOUND', `no blob ${digest}`, {});
  if (status === 401 || status === 403) {
    const remedy = `allow s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket on ${bucket} to the key in ${KEY_VARIABLE}`;
    return make('PERMISSION_DENIED', `${what}: ${message}`, { field: KEY_VARIABLE, remedy });
  }
  if (status === undefined || status >= 500 || status === 429 || status === 408) {
    return make('UNAVAILABLE', `${what} (${VARIABLE}) does not answer: ${message}`, { field: VARIABLE, remedy: `see to it that the service runs and ${VARIABLE} names it` });
  }
  return make('INTERNAL', `${what}: ${message}`, {});
}

/** The status of an answer; undefined where there was none. */
function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof S3ServiceException ? thrown.$metadata.httpStatusCode : undefined;
}
