import { digestOf } from '#kit/digest.ts';
import type { Round } from '#protos/core/v1/round.ts';

/** What a round came to, as one digest: the release it trained on, the policy and the harness it ended with. */
export function roundDigest({ release, policy, harness }: Pick<Round, 'release' | 'policy' | 'harness'>): string {
  return digestOf({ release, policy, harness });
}
