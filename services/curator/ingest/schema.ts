import { EndReason, type Step, type Trajectory, Validity } from '#protos/core/v1/trajectory.ts';

const ENDINGS = { [EndReason.FINISHED]: 'finish', [EndReason.CLARIFIED]: 'clarify', [EndReason.REFUSED]: 'refuse' } as const;

/**
 * What makes a trajectory malformed, one sentence each; empty if it is well-formed. The checks are those that anything built on
 * a record relies on: steps in order, results that belong to their calls, log-probabilities that are numbers, an ending that
 * is the one named.
 */
export function schemaProblems(trajectory: Trajectory): string[] {
  const { steps, endReason, validity } = trajectory;
  const problems: string[] = [];
  if (trajectory.policy === '') problems.push('no policy is named');
  if (validity === Validity.UNSPECIFIED || validity === Validity.UNRECOGNIZED) problems.push('validity is not given');
  if (endReason === EndReason.UNSPECIFIED || endReason === EndReason.UNRECOGNIZED) problems.push('the end reason is not given');
  if (validity === Validity.VALID && endReason === EndReason.FAULT) problems.push('a fault ended it and yet it claims to be valid');
  steps.forEach((step, at) => problems.push(...stepProblems(step, at)));
  const last = steps.at(-1)?.turn?.action?.turn?.$case;
  const expected = Object.entries(ENDINGS).find(([reason]) => reason === endReason)?.[1];
  if (validity === Validity.VALID && steps.length === 0) problems.push('it has no steps');
  if (expected !== undefined && last !== expected) problems.push(`it ended as ${endReason} but its last turn is ${last ?? 'missing'}`);
  const early = steps.slice(0, -1).findIndex(({ turn }) => turn?.action?.turn?.$case !== 'calls');
  if (early >= 0) problems.push(`step ${early} replies, and steps follow`);
  return problems;
}

function stepProblems(step: Step, at: number): string[] {
  const problems: string[] = [];
  if (step.index !== at) problems.push(`step ${at} has index ${step.index}`);
  const turn = step.turn?.action?.turn;
  if (turn === undefined) return [...problems, `step ${at} has no action`];
  if (step.tokens.some(({ logProb }) => !Number.isFinite(logProb) || logProb > 1e-6)) problems.push(`step ${at} has a token whose log-probability is none`);
  const calls = turn.$case === 'calls' ? turn.value.calls.map(({ callId }) => callId) : [];
  const results = step.turn?.results.map(({ callId }) => callId) ?? [];
  if (turn.$case === 'calls' && calls.length === 0) problems.push(`step ${at} calls nothing`);
  if (new Set(calls).size < calls.length) problems.push(`step ${at} uses a call id twice`);
  if (results.some((id, index) => id !== calls[index])) problems.push(`step ${at} has results that are not its calls', in order`);
  return problems;
}
