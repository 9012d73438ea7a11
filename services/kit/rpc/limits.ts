import { GyreError } from '../errors.ts';

/** Largest message either transport carries; screenshots and frozen releases are the large ones. */
export const MESSAGE_LIMIT_BYTES = 64 * 1024 * 1024;

/** The bytes themselves; RESOURCE_EXHAUSTED, not retryable, if they are more than a message may hold. */
export function withinLimit(bytes: Buffer, method: string): Buffer {
  if (bytes.byteLength <= MESSAGE_LIMIT_BYTES) return bytes;
  throw new GyreError('RESOURCE_EXHAUSTED', `${method}: a message of ${bytes.byteLength} bytes is over the limit of ${MESSAGE_LIMIT_BYTES}`, {
    boundary: 'caller',
    retryable: false,
    remedy: 'send large bytes through the blob store and their digest in the message',
  });
}
