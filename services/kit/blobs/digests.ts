import { digestOfBytes } from '../digest.ts';
import { GyreError, invalid } from '../errors.ts';

const DIGEST = /^sha256:([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{60})$/;

/** Where a blob is, below its folder or prefix: two levels by the first digits of its digest. INVALID_ARGUMENT for anything but a digest. */
export function blobPath(digest: string): readonly [first: string, second: string, name: string] {
  const [, first, second, rest] = DIGEST.exec(digest) ?? [];
  if (first === undefined || second === undefined || rest === undefined) throw invalid('digest', `${digest} is not a digest`, 'use sha256: and 64 hex digits');
  return [first, second, first + second + rest];
}

/** The bytes, if they still are those of the digest; INTERNAL if not. */
export function intact<B extends Uint8Array>(bytes: B, digest: string): B {
  if (digestOfBytes(bytes) === digest) return bytes;
  throw new GyreError('INTERNAL', `blob ${digest} no longer matches its digest`, {
    boundary: 'store',
    remedy: 'delete the blob and store it again from its source',
    details: { digest },
  });
}
