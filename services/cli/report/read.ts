import { curatorCollections } from '#curator/mod.ts';
import { GyreError } from '#kit/errors.ts';
import type { Store } from '#kit/store/types.ts';
import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Round } from '#protos/core/v1/round.ts';
import { EvaluateResponse, type TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import { type EvaluationDoc, type PhiDoc, type RevisionDoc, trainerCollections, type UpdateDoc } from '#trainer-controller/mod.ts';
import { lineOf, type Stage, stagesOf } from './stages.ts';

/** A stage with what was measured; undefined where it was not evaluated on test. */
export interface MeasuredStage extends Stage {
  readonly outcomes: readonly TaskOutcome[] | undefined;
}

/** Everything a report shows, as it was stored; nothing of it is measured again. */
export interface ReportData {
  readonly line: readonly Round[];
  readonly poolSeed: number;
  readonly stages: readonly MeasuredStage[];
  readonly updates: readonly (UpdateDoc & { readonly round: number })[];
  readonly decisions: readonly (PhiDoc & { readonly round: number })[];
  readonly revisions: readonly (RevisionDoc & { readonly round: number })[];
  /** Failures of training rollouts by cause, and all of them that were judged, by round. */
  readonly causes: readonly { readonly round: number; readonly judged: number; readonly failures: ReadonlyMap<string, number> }[];
}

/** Reads the line of rounds that ends with `roundId`, or with the latest one. NOT_FOUND if there is none. */
export async function readReport(store: Store, roundId: string | undefined): Promise<ReportData> {
  const trainer = trainerCollections(store);
  const docs = await trainer.rounds.find({});
  const rounds = new Map(docs.map((doc) => [doc._id, Round.fromJSON(doc.round)]));
  const last = roundId === undefined ? latest([...rounds.values()]) : rounds.get(roundId);
  if (last === undefined) {
    throw new GyreError('NOT_FOUND', roundId === undefined ? 'no round has been run' : `there is no round ${roundId}`, { boundary: 'caller', field: 'round', remedy: 'run one with gyre round run or make demo' });
  }
  const line = lineOf(last, rounds);
  const numberOf = new Map(line.map((round, i) => [round.id, i + 1]));
  const numbered = <T extends { readonly round_id: string }>(list: readonly T[]) => list.flatMap((one) => (numberOf.has(one.round_id) ? [{ ...one, round: numberOf.get(one.round_id) ?? 0 }] : []));
  const order = (a: { round: number; update: number }, b: { round: number; update: number }) => a.round - b.round || a.update - b.update;
  const revisions = numbered(await trainer.revisions.find({}));
  const evaluations = await trainer.evaluations.find({ split: 'test' });
  return {
    line,
    poolSeed: docs.find((doc) => doc._id === line[0]?.id)?.pool_seed ?? 0,
    stages: stagesOf(line, revisions).map((stage) => ({ ...stage, outcomes: outcomesOf(stage, evaluations) })),
    updates: numbered(await trainer.updates.find({})).sort(order),
    decisions: numbered(await trainer.phis.find({})).sort(order),
    revisions: revisions.sort((a, b) => a.round - b.round),
    causes: await causesByRound(store, numberOf),
  };
}

function latest(rounds: readonly Round[]): Round | undefined {
  const parents = new Set(rounds.map(({ plan }) => plan?.parentRound ?? ''));
  const ends = rounds.filter(({ id, phase }) => !parents.has(id) && phase !== 'planned');
  return ends.sort((a, b) => (b.plan?.number ?? 0) - (a.plan?.number ?? 0) || (a.id < b.id ? -1 : 1))[0];
}

/** The largest finished evaluation of that policy under that harness. */
function outcomesOf({ policy, harness }: Stage, evaluations: readonly EvaluationDoc[]): readonly TaskOutcome[] | undefined {
  const finished = evaluations.filter((doc) => doc.policy === policy && doc.harness_version === harness && doc.result !== null);
  const results = finished.map(({ result }) => EvaluateResponse.fromJSON(result).outcomes);
  return results.sort((a, b) => b.length - a.length)[0];
}

async function causesByRound(store: Store, numberOf: ReadonlyMap<string, number>): Promise<ReportData['causes']> {
  const { records, policies } = curatorCollections(store);
  const roundOf = new Map((await policies.find({})).map(({ _id, policy }) => [_id, numberOf.get(PolicyVersion.fromJSON(policy).roundId)]));
  const sums = new Map<number, { judged: number; failures: Map<string, number> }>();
  for (const { policy, success, cause } of await records.find({})) {
    const round = roundOf.get(policy);
    if (round === undefined || success === null) continue;
    const sum = sums.get(round) ?? { judged: 0, failures: new Map<string, number>() };
    sums.set(round, sum);
    sum.judged += 1;
    const name = cause.replace('FAILURE_CAUSE_', '').toLowerCase();
    if (!success) sum.failures.set(name, (sum.failures.get(name) ?? 0) + 1);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([round, sum]) => ({ round, ...sum }));
}
