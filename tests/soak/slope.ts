import type { Sample } from './probe.ts';

const MB = 1_048_576;
const MINUTE_MS = 60_000;

/** How the memory of a process develops. */
export interface Trend {
  /** Change of what is alive, MB a minute: the median of the slopes between all pairs of samples (Theil-Sen). */
  readonly liveMbPerMinute: number;
  readonly residentMbPerMinute: number;
  /** At the end, MB. */
  readonly liveMb: number;
  readonly residentMb: number;
  readonly samples: number;
}

export function trendOf(samples: readonly Sample[]): Trend {
  const last = samples.at(-1);
  const slope = (of: (sample: Sample) => number) => rounded(medianSlope(samples.map((sample) => [sample.atMs / MINUTE_MS, of(sample) / MB])), 3);
  return {
    liveMbPerMinute: slope(({ live }) => live),
    residentMbPerMinute: slope(({ resident }) => resident),
    liveMb: rounded((last?.live ?? Number.NaN) / MB, 1),
    residentMb: rounded((last?.resident ?? Number.NaN) / MB, 1),
    samples: samples.length,
  };
}

/** Median of the slopes between all pairs of points: a few samples amid a burst of work do not move it. NaN for less than two points. */
export function medianSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes: number[] = [];
  for (const [i, [x, y]] of points.entries()) for (const [laterX, laterY] of points.slice(i + 1)) slopes.push((laterY - y) / (laterX - x));
  slopes.sort((a, b) => a - b);
  return slopes.length === 0 ? Number.NaN : ((slopes[Math.floor((slopes.length - 1) / 2)] ?? 0) + (slopes[Math.ceil((slopes.length - 1) / 2)] ?? 0)) / 2;
}

function rounded(x: number, digits: number): number {
  return Number(x.toFixed(digits));
}
