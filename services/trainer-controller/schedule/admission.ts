/** A finished group that waits to be learned from. */
export interface Arrival {
  readonly seq: number;
  /** Update that its policy version came from. */
  readonly policyUpdate: number;
}

export interface Admission<T extends Arrival> {
  /** At most `wanted`, oldest first. */
  readonly admitted: readonly T[];
  /** Too old for this update and for every later one. */
  readonly refused: readonly T[];
}

/** Updates between the version that acted and the one that update `k` starts from. */
export function lagOf(arrival: Arrival, k: number): number {
  return k - 1 - arrival.policyUpdate;
}

/**
 * The staleness bound by admission (architecture.md section 7): a group whose policy lies more than `bound` updates behind is refused, of the
 * others the oldest go first. A function of the set alone: the order of arrival decides nothing.
 */
export function admit<T extends Arrival>(arrivals: readonly T[], k: number, bound: number, wanted: number): Admission<T> {
  const oldest = arrivals.toSorted((a, b) => a.seq - b.seq);
  const refused = oldest.filter((arrival) => lagOf(arrival, k) > bound);
  return { admitted: oldest.filter((arrival) => lagOf(arrival, k) <= bound).slice(0, wanted), refused };
}
