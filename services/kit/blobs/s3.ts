import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { withinDeadline } from '../deadline.ts';
import { digestOfBytes } from '../digest.ts';
import { blobPath, intact } from './digests.ts';
import { isAbsent, s3BlobError } from './s3-errors.ts';
import { type S3Address, s3Address } from './s3-url.ts';
import type { Blobs } from './types.ts';

export interface S3BlobsOptions {
  /** What one operation may take altogether, tries again included, in milliseconds. */
  readonly timeoutMs: number;
  /** Where the region is looked for, if the URL has none. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const TRIES = 3;

/**
 * Keeps blobs as objects of an S3 service, under the same two levels as files, and checks that the bucket can be reached. The
 * service shows an object whole or not at all. Credentials come from the standard places: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a
 * web identity, a profile, the machine's role. INVALID_ARGUMENT, UNAVAILABLE, UNAUTHENTICATED or FAILED_PRECONDITION, naming the variable, otherwise.
 */
export async function openS3Blobs(url: string, { timeoutMs, env }: S3BlobsOptions): Promise<Blobs> {
  const address = s3Address(url, env);
  const client = connected(address, timeoutMs);
  const bucket = { Bucket: address.bucket };
  const run = <R>(name: string, digest: string | undefined, body: (abortSignal: AbortSignal) => Promise<R>): Promise<R> =>
    withinDeadline(`blobs ${name}`, timeoutMs, 'store', body).catch((error: unknown) => {
      throw s3BlobError(error, address, digest);
    });
  const object = (digest: string) => ({ ...bucket, Key: address.prefix + blobPath(digest).join('/') });
  const has = (digest: string, abortSignal: AbortSignal): Promise<boolean> =>
    client.send(new HeadObjectCommand(object(digest)), { abortSignal }).then(() => true, (error: unknown) => {
      if (isAbsent(error)) return false;
      throw error;
    });
  // Asking for the head of the bucket would do, but answers to that do not say what is wrong.
  const probe = new ListObjectsV2Command({ ...bucket, Prefix: address.prefix, MaxKeys: 1 });
  await run('open', undefined, (abortSignal) => client.send(probe, { abortSignal })).catch((error: unknown) => {
    client.destroy();
    throw error;
  });
  return {
    async put(bytes) {
      const digest = digestOfBytes(bytes);
      await run('put', digest, async (abortSignal) => {
        if (!(await has(digest, abortSignal))) await client.send(new PutObjectCommand({ ...object(digest), Body: bytes }), { abortSignal });
      });
      return digest;
    },
    async get(digest) {
      const at = object(digest);
      return run('get', digest, async (abortSignal) => {
        const { Body } = await client.send(new GetObjectCommand(at), { abortSignal });
        return intact((await Body?.transformToByteArray()) ?? new Uint8Array(), digest);
      });
    },
    async has(digest) {
      object(digest);
      return run('has', digest, (abortSignal) => has(digest, abortSignal));
    },
    async delete(digest) {
      const at = object(digest);
      await run('delete', digest, (abortSignal) => client.send(new DeleteObjectCommand(at), { abortSignal }));
    },
    close: async () => client.destroy(),
  };
}

function connected({ endpoint, region }: S3Address, timeoutMs: number): S3Client {
  return new S3Client({
    region,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: Math.ceil(timeoutMs / 4), socketTimeout: timeoutMs },
    // The signature covers the bytes on their way there, the digest those that come back; not every service knows more checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Names of buckets as host names are what AWS alone is sure to have.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
}
