import type { Clock } from '#kit/clock.ts';
import { count, level, metering, observe, record, secondsSince } from '#kit/metrics.ts';
import { codeOf } from '#kit/rpc/spans.ts';
import { type AttributeTypes, METRICS } from '#kit/telemetry-names.ts';
import { withSpan } from '#kit/telemetry.ts';
import type { Score } from '#protos/core/v1/round.ts';
import type { BatchStatus } from '#rollout-worker/mod.ts';
import type { Phi } from './care/mod.ts';
import type { UpdateDoc } from './collections.ts';
import type { Policies } from './policies.ts';

/** Runs one phase of a round in its span, and measures it. */
export async function observedPhase<R>(round: string, phase: string, run: () => Promise<R>): Promise<R> {
  const startMs = performance.now();
  // Phases are named by the state machine, whose names are those of the schema.
  const named = { 'gyre.round.phase': phase as AttributeTypes['gyre.round.phase'] };
  try {
    const outcome = await withSpan(`phase ${phase}`, { 'gyre.round.id': round, ...named }, run);
    record(METRICS.roundPhaseDuration, secondsSince(startMs), named);
    return outcome;
  } catch (thrown) {
    record(METRICS.roundPhaseDuration, secondsSince(startMs), { ...named, 'error.type': codeOf(thrown) });
    throw thrown;
  }
}

/** The span in which the learner makes update `k`. */
export function updateSpan<R>(round: string, k: number, learn: () => Promise<R>): Promise<R> {
  return withSpan('update', { 'gyre.round.id': round, 'gyre.round.update': k }, learn);
}

/** Counts an update that has been written, and the groups that it came from. */
export function countUpdate({ groups, without_signal, lost, stale }: Pick<UpdateDoc, 'groups' | 'without_signal' | 'lost' | 'stale'>): void {
  count(METRICS.roundUpdates, 1, {});
  const fates = { learned: groups - without_signal, without_signal, lost, stale };
  for (const fate of ['learned', 'without_signal', 'lost', 'stale'] as const) count(METRICS.updateGroups, fates[fate], { 'gyre.group.fate': fate });
}

/** Records by how many updates `groups` groups lay behind. */
export function recordStaleness(admission: AttributeTypes['gyre.trajectory.admission'], lag: number, groups: number): void {
  if (!metering()) return;
  for (let i = 0; i < groups; i++) record(METRICS.trajectoryStaleness, lag, { 'gyre.trajectory.admission': admission });
}

/** How far the slots are that are being waited for. */
export function showBatch(purpose: AttributeTypes['gyre.slot.purpose'], status: Pick<BatchStatus, 'expected' | 'accepted' | 'settled'>): void {
  for (const part of ['expected', 'accepted', 'settled'] as const) level(METRICS.batchSlots, status[part], { 'gyre.batch.slots': part, 'gyre.slot.purpose': purpose });
}

export function showPhi({ lambdaProg, lambdaEff, pLow, pHigh }: Phi): void {
  level(METRICS.carePLow, pLow, {});
  level(METRICS.carePHigh, pHigh, {});
  level(METRICS.careLambdaProg, lambdaProg, {});
  level(METRICS.careLambdaEff, lambdaEff, {});
}

export function showScores(scores: readonly Score[]): void {
  for (const { name, value } of scores) level(METRICS.roundScore, value, { 'gyre.score.name': name });
}

/** Has rounds and policies read at each export, until the function that is returned is called. */
export function observeTrainer(runner: { readonly running: number }, policies: Pick<Policies, 'newestMs'>, clock: Clock): () => void {
  const ends = [
    observe(METRICS.roundsRunning, () => [[runner.running, {}]]),
    observe(METRICS.policyVersionAge, async () => {
      const newest = await policies.newestMs();
      return newest === undefined ? [] : [[(clock.now() - newest) / 1000, {}]];
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
