import { type Attribution, FailureCause as Cause } from '#protos/core/v1/record.ts';
import { type AttributionInput, factsOf } from './facts.ts';
import { HARNESS_RULES } from './harness-rules.ts';
import { MODEL_RULES } from './model-rules.ts';
import { because } from './rule.ts';

/**
 * Why an episode failed, from its trajectory, verdict and opening (report section 2.5); undefined for a success. What the
 * harness caused is looked for first: it excuses the model. A failure that no rule fits gets the unspecified cause at low
 * confidence, which sends it to a reviewer.
 */
export function attribute(input: AttributionInput): Attribution | undefined {
  if (input.verdict.success) return undefined;
  const facts = factsOf(input);
  for (const rule of [...HARNESS_RULES, ...MODEL_RULES]) {
    const attribution = rule(facts);
    if (attribution !== undefined) return attribution;
  }
  return because(Cause.UNSPECIFIED, -1, 0.2, 'no rule fits');
}

/** Causes that a policy can be trained against; the others are the harness's to mend. */
export const MODEL_CAUSES: ReadonlySet<Cause> = new Set([
  Cause.DECOMPOSITION,
  Cause.ROUTING,
  Cause.GROUNDING,
  Cause.STATE_TRACKING,
  Cause.RECOVERY,
  Cause.PREMATURE_END,
]);
