import type { Indicator, Proposal, Release, TaskWeight } from '#protos/core/v1/release.ts';
import { Decision } from '#protos/core/v1/record.ts';
import type { RecordDoc } from '../collections.ts';
import { type Gap, recurringGaps } from '../feedback/gaps.ts';
import { boostsOf, type GapResponse, respond } from '../feedback/response.ts';
import { isCompetence, statisticsByTask } from '../sampling/statistics.ts';
import { strataOf } from '../sampling/strata.ts';
import { flywheelWeights, uniformWeights } from '../sampling/weights.ts';
import { releaseDigest } from './content.ts';
import { ineligibility, type Trainable } from './eligible.ts';

export interface ProposalInput {
  readonly trainable: Trainable;
  /** All records of training families that fill a slot, whatever was decided of them. */
  readonly records: readonly RecordDoc[];
  /** The release this one follows; undefined for the first. */
  readonly parent: Release | undefined;
  readonly sampling: 'flywheel' | 'uniform';
  readonly seed: number;
}

/**
 * A release as proposed: strata, weights, and every change with the gap that motivates it, for one review (report section 2.3,
 * steps 5 and 6). Pure: the same records and seed give the same digest.
 */
export function proposeRelease({ trainable, records: all, parent, sampling, seed }: ProposalInput): Release {
  const records = all.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const tasks = [...trainable.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const eligible = records.filter((record) => ineligibility(record, trainable) === undefined);
  const { kept, duplicates } = withoutDuplicates(eligible);
  const inParent = new Set(parent?.recordDigests);
  const strata = strataOf(tasks, statisticsByTask(records, inParent), seed);
  const gaps = recurringGaps(records.filter(({ _id }) => !inParent.has(_id)));
  const responses = respond(gaps, tasks, strata);
  const weights = sampling === 'uniform' ? uniformWeights(tasks, strata) : flywheelWeights(tasks, strata, boostsOf(responses));
  const recordDigests = kept.map(({ _id }) => _id);
  const staying = new Set(recordDigests);
  const removed = (parent?.recordDigests ?? []).filter((digest) => !staying.has(digest));
  const release: Release = {
    digest: '',
    parent: parent?.digest ?? '',
    recordDigests,
    tasks: weights,
    indicators: indicatorsOf(records, kept, duplicates, weights),
    proposals: numbered([
      ...additions(kept, inParent),
      ...removals(removed, duplicates),
      ...quarantines(records),
      ...(sampling === 'uniform' ? [] : reweightings(weights, responses)),
      ...repairs(weights, gaps),
      ...constructions(responses),
    ]),
    approval: undefined,
  };
  return { ...release, digest: releaseDigest(release) };
}

/** One record per task and sequence of actions: the rest teach nothing new. The first by digest stays. */
function withoutDuplicates(records: readonly RecordDoc[]): { kept: RecordDoc[]; duplicates: RecordDoc[] } {
  const seen = new Set<string>();
  const kept: RecordDoc[] = [];
  const duplicates: RecordDoc[] = [];
  for (const record of records) {
    (seen.has(record.actions) ? duplicates : kept).push(record);
    seen.add(record.actions);
  }
  return { kept, duplicates };
}

function additions(kept: readonly RecordDoc[], inParent: ReadonlySet<string>): Proposal[] {
  const added = kept.filter(({ _id }) => !inParent.has(_id));
  if (added.length === 0) return [];
  const solved = added.filter(({ success }) => success).length;
  const tasks = new Set(added.map(({ task_id }) => task_id)).size;
  return [proposal('add', '', `${added.length} records of ${tasks} tasks, ${solved} of them successes`, idsOf(added))];
}

function removals(removed: readonly string[], duplicates: readonly RecordDoc[]): Proposal[] {
  const left = removed.length === 0 ? [] : [proposal('remove', '', `${removed.length} records of the parent are no longer accepted, or repeat another`, removed)];
  const doubled = duplicates.length === 0 ? [] : [proposal('remove', 'duplicate', `${duplicates.length} records repeat the actions of another`, idsOf(duplicates))];
  return [...left, ...doubled];
}

function quarantines(records: readonly RecordDoc[]): Proposal[] {
  const held = records.filter(({ decision }) => decision === Decision.QUARANTINED || decision === Decision.AWAITING_REVIEW);
  const byDecision = [...Map.groupBy(held, ({ decision }) => decision)];
  return byDecision.map(([decision, list]) => {
    const how = decision === Decision.QUARANTINED ? 'quarantined' : 'awaiting review';
    return proposal('quarantine', '', `${list.length} records are ${how} and stay out`, idsOf(list));
  });
}

function reweightings(weights: readonly TaskWeight[], responses: readonly GapResponse[]): Proposal[] {
  const of = (stratum: string) => weights.filter((weight) => weight.stratum === stratum).map(({ taskId }) => taskId);
  const strata = [
    ['mastered', 'down-sampled: solved reliably'],
    ['preservation', 'kept although mastered, so that it is not forgotten'],
    ['inconsistent', 'up-weighted: solved sometimes'],
  ] as const;
  return [
    ...strata.flatMap(([stratum, reason]) => (of(stratum).length === 0 ? [] : [proposal('reweight', `stratum:${stratum}`, reason, of(stratum))])),
    ...responses.flatMap((response) => {
      if (response.kind !== 'reweight') return [];
      return [proposal('reweight', response.gap.id, `${rateOf(response.gap)}; ${response.tasks.length} tasks of the pool train it`, response.tasks)];
    }),
  ];
}

function repairs(weights: readonly TaskWeight[], gaps: readonly Gap[]): Proposal[] {
  const never = weights.filter(({ stratum }) => stratum === 'repair').map(({ taskId }) => taskId);
  const sets = gaps.map((gap) => {
    const mostly = gap.causes.slice(0, 2).map(([cause, count]) => `${short(cause)} (${count})`);
    return proposal('repair', gap.id, `${rateOf(gap)}; mostly ${mostly.join(', ')}`, gap.records);
  });
  return never.length === 0 ? sets : [proposal('repair', 'stratum:repair', `${never.length} tasks were never solved`, never), ...sets];
}

function constructions(responses: readonly GapResponse[]): Proposal[] {
  const asked = responses.filter(({ kind }) => kind === 'construct');
  return asked.map(({ gap }) => proposal('construct', gap.id, `${rateOf(gap)}; the pool holds too few suitable tasks`, [gap.id]));
}

function indicatorsOf(records: readonly RecordDoc[], kept: readonly RecordDoc[], duplicates: readonly RecordDoc[], weights: readonly TaskWeight[]): Indicator[] {
  const tried = records.filter(isCompetence);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const failed = tried.filter(({ success }) => success === false);
  const values: [string, number][] = [
    ['records', records.length],
    ['records_released', kept.length],
    ['records_duplicate', duplicates.length],
    ['released_success_rate', share(kept.filter(({ success }) => success).length, kept.length)],
    ['policy_trials', tried.length],
    ['policy_success_rate', share(tried.length - failed.length, tried.length)],
    ['tasks', weights.length],
    ['tasks_tried', new Set(tried.map(({ task_id }) => task_id)).size],
    ['families_released', new Set(kept.map(({ family }) => family)).size],
    ...[...Map.groupBy(records, ({ decision }) => decision)].map(([decision, list]): [string, number] => [`decision:${short(decision)}`, list.length]),
    ...[...Map.groupBy(weights, ({ stratum }) => stratum)].map(([stratum, list]): [string, number] => [`stratum:${stratum}`, list.length]),
    ...[...Map.groupBy(failed, ({ cause }) => cause)].map(([cause, list]): [string, number] => [`failure:${short(cause)}`, share(list.length, failed.length)]),
  ];
  return values.map(([name, value]) => ({ name, value })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function rateOf({ failures, trials, low }: Gap): string {
  return `${failures} of ${trials} trials failed, at least ${Math.round(low * 100)} % with 95 % confidence`;
}

/** `FAILURE_CAUSE_STATE_TRACKING` as `state_tracking`. */
function short(name: string): string {
  return name.replace(/^(?:FAILURE_CAUSE|DECISION)_/, '').toLowerCase();
}

function proposal(kind: string, gap: string, reason: string, subjects: readonly string[]): Proposal {
  return { id: '', kind, gap, reason, subjects: [...subjects] };
}

function idsOf(records: readonly RecordDoc[]): string[] {
  return records.map(({ _id }) => _id);
}

function numbered(proposals: readonly Proposal[]): Proposal[] {
  return proposals.map((each, at) => ({ ...each, id: `p${at + 1}` }));
}
