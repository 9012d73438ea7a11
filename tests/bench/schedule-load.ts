import { random } from '#kit/random.ts';

/** What a simulated trainer is asked to do. Times in seconds of simulated time. */
export interface Load {
  readonly updates: number;
  readonly groups: number;
  readonly groupSize: number;
  /** Episodes that run at a time. */
  readonly places: number;
  /** An update of the policy, whatever its batch. */
  readonly stepS: number;
  /** How long an episode takes: lognormal with this median and sigma, independent of everything, cut at the cap. */
  readonly latency: { readonly medianS: number; readonly sigma: number; readonly capS: number };
  readonly seed: number;
}

/** Milliseconds of member `index` of the nth group that is drawn, the same under every schedule. */
export function latencyMs({ latency, seed }: Load, group: number, index: number): number {
  const stream = random('latency', seed, group, index);
  const normal = Math.sqrt(-2 * Math.log(1 - stream.next())) * Math.cos(2 * Math.PI * stream.next());
  return Math.round(1000 * Math.min(latency.capS, latency.medianS * Math.exp(latency.sigma * normal)));
}

const sum = (list: readonly number[]) => list.reduce((total, x) => total + x, 0);

function membersMs(load: Load, group: number): number[] {
  return Array.from({ length: load.groupSize }, (_, index) => latencyMs(load, group, index));
}

/** When each group is done if all are there at once: groups begin in the order given, as their members find free places. */
function finishes(groups: readonly (readonly number[])[], { places }: Load): number[] {
  const free = Array.from({ length: places }, () => 0);
  return groups.map((members) => {
    let last = 0;
    for (const ms of members) {
      const from = Math.min(...free);
      const end = from + ms;
      free[free.indexOf(from)] = end;
      last = Math.max(last, end);
    }
    return last;
  });
}

export interface Bounds {
  /** Every update waits for the makespan of its batch on the places, then for the step. */
  readonly synchronousS: number;
  /** The longer of two: all places always busy, then the last step; the first batch, then steps without a pause. */
  readonly asynchronousS: number;
  /** Until the first batch can be there with `1 + staleness` batches begun. */
  readonly fillS: number;
  readonly workS: number;
  readonly speedUp: number;
  /** Share of the groups whose longest episode outlasts `1 + staleness` updates of {@link asynchronousS}: no update may use them. */
  readonly tooLong: number;
}

/** What the schedules come to over these groups where the machinery costs nothing and, asynchronously, no episode is run in vain. */
export function boundsOf(load: Load, staleness: number): Bounds {
  const { updates, groups, places, stepS } = load;
  const all = Array.from({ length: updates * groups }, (_, group) => membersMs(load, group));
  const batches = Array.from({ length: updates }, (_, k) => all.slice(k * groups, (k + 1) * groups));
  const synchronousS = sum(batches.map((batch) => Math.max(...finishes(batch, load)) / 1000 + stepS));
  const ahead = all.slice(0, Math.min(1 + staleness, updates) * groups);
  const fillS = (finishes(ahead, load).sort((a, b) => a - b)[groups - 1] ?? 0) / 1000;
  const workS = sum(all.map(sum)) / 1000;
  const asynchronousS = Math.max(workS / places + stepS, fillS + updates * stepS);
  const oldest = (1000 * (1 + staleness) * asynchronousS) / updates;
  const tooLong = all.filter((members) => Math.max(...members) > oldest).length / all.length;
  return { synchronousS, asynchronousS, fillS, workS, speedUp: synchronousS / asynchronousS, tooLong };
}
