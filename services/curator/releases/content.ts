import { digestOf } from '#kit/digest.ts';
import { Release } from '#protos/core/v1/release.ts';

/** Identity of a release: everything that was proposed, in order; not its own digest and not who approved it. */
export function releaseDigest(release: Release): string {
  return digestOf(Release.toJSON({ ...release, digest: '', approval: undefined }));
}
