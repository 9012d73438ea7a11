/** Two-sided 95 %. */
const Z_95 = 1.959963984540054;

/** Wilson score interval of a rate: [0, 1] where there are no trials. */
export function wilson(successes: number, trials: number, z = Z_95): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const z2 = z * z;
  const centre = rate + z2 / (2 * trials);
  const spread = z * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
