import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { digestOf } from '#kit/digest.ts';

/** The id of a harness version: digest of what it makes the policy see. Parent, status and approval do not change what it is. */
export function versionId(version: Pick<HarnessVersion, 'instructions' | 'notes' | 'adapter'>): string {
  const { instructions, notes, adapter } = HarnessVersion.fromPartial(version);
  return digestOf({ instructions, notes, adapter });
}
