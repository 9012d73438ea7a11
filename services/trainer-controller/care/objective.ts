import { invalid } from '#kit/errors.ts';

/** Ratios are clipped to [1 - low, 1 + high]; `epsLow` and `epsHigh` of the configuration. */
export interface Clip {
  readonly low: number;
  readonly high: number;
}

/**
 * The clipped group-relative surrogate, eq. 10: mean over trajectories of the mean over tokens of
 * min(ratio * A, clip(ratio) * A). To be maximised.
 *
 * @param advantages one per trajectory; leave out trajectories whose advantage is null.
 * @param ratios per trajectory, per model token: new over old probability, finite and >= 0.
 * @throws INVALID_ARGUMENT naming the trajectory when it has no tokens (there is no mean over nothing, and counting it as
 *   zero would shrink every other trajectory's share), when lengths differ, or when a number is not finite.
 */
export function surrogate(advantages: readonly number[], ratios: readonly ArrayLike<number>[], clip: Clip): number {
  check(advantages, ratios);
  let total = 0;
  for (const [i, advantage] of advantages.entries()) {
    const tokens = ratios[i]!;
    let sum = 0;
    for (let t = 0; t < tokens.length; t++) sum += tokenSurrogate(advantage, tokens[t]!, clip);
    total += sum / tokens.length;
  }
  return total / advantages.length;
}

/**
 * Derivative of {@link surrogate} by each token's log-probability: A * ratio / (tokens * trajectories) where the unclipped
 * term is the smaller one, 0 where the clip holds. Same arguments and errors.
 */
export function surrogateGradient(
  advantages: readonly number[],
  ratios: readonly ArrayLike<number>[],
  clip: Clip,
): Float64Array[] {
  check(advantages, ratios);
  return advantages.map((advantage, i) => {
    const tokens = ratios[i]!;
    const share = 1 / (tokens.length * advantages.length);
    return Float64Array.from(tokens, (ratio) => share * tokenSurrogateGradient(advantage, ratio, clip));
  });
}

/** One token's term of eq. 10. */
export function tokenSurrogate(advantage: number, ratio: number, clip: Clip): number {
  const clipped = Math.min(Math.max(ratio, 1 - clip.low), 1 + clip.high);
  return Math.min(ratio * advantage, clipped * advantage);
}

/** Derivative of {@link tokenSurrogate} by the token's log-probability. */
export function tokenSurrogateGradient(advantage: number, ratio: number, clip: Clip): number {
  const held = advantage > 0 ? ratio > 1 + clip.high : ratio < 1 - clip.low;
  return held ? 0 : advantage * ratio;
}

function check(advantages: readonly number[], ratios: readonly ArrayLike<number>[]): void {
  if (advantages.length === 0) throw invalid('advantages', 'there is no trajectory', 'give at least one');
  if (ratios.length !== advantages.length) {
    throw invalid('ratios', `has ${ratios.length} trajectories, advantages ${advantages.length}`, 'give one list per trajectory');
  }
  for (const [i, advantage] of advantages.entries()) {
    if (!Number.isFinite(advantage)) throw invalid(`advantages[${i}]`, `is ${advantage}`, 'leave out unscorable trajectories');
    const tokens = ratios[i]!;
    if (tokens.length === 0) throw invalid(`ratios[${i}]`, 'the trajectory has no model tokens', 'leave it out of the batch');
    for (let t = 0; t < tokens.length; t++) {
      const ratio = tokens[t]!;
      if (Number.isFinite(ratio) && ratio >= 0) continue;
      throw invalid(`ratios[${i}][${t}]`, `is ${ratio}`, 'give a finite ratio >= 0');
    }
  }
}
