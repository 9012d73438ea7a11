import { GyreError } from '#kit/errors.ts';
import type { Approval } from '#protos/core/v1/release.ts';
import { Split } from '#protos/core/v1/task.ts';
import type { RevisionDoc } from '../collections.ts';
import { evaluate, listTasks } from '../evaluation/evaluate.ts';
import { scoreOf } from '../evaluation/scores.ts';
import { devRates } from '../revision/dev-rates.ts';
import { DEFAULT_LIMITS } from '../revision/editor.ts';
import type { Next, RoundContext } from './context.ts';
import { roundDigest } from './digest.ts';
import { devRequest } from './learning-phases.ts';

const MEASURE = 'end_to_end_accuracy';

/** The harness editor proposes, rule checks and dev decide, an approver accepts: eta_k becomes eta_{k+1} or stays (eq. 12). */
export async function revising(context: RoundContext): Promise<Next> {
  const { plant, round, emit } = context;
  const known = await plant.collections.revisions.get(round.id);
  if (known) return conclude(context, await settle(context, known));
  emit({ phase: 'revising', done: 0, total: 2, scores: [], message: 'reading failures of train tasks' });
  const { version: current } = await plant.harness.getVersion({ id: round.harness });
  if (!current) throw new GyreError('NOT_FOUND', `there is no harness version ${round.harness}`, { boundary: 'harness' });
  const before = await evaluate(devRequest(context, 'dev', round.harness), plant);
  const rates = devRates(before.outcomes, await listTasks(plant.curator, Split.DEV));
  const episodes = await plant.trainSource(round.id, round.update);
  const proposal = await plant.editor.propose({ current, episodes, devRates: rates, limits: DEFAULT_LIMITS });
  const dev_before = scoreOf(before.scores, MEASURE);
  const base = { _id: round.id, round_id: round.id, from: round.harness, dev_before, dev_after: null, accepted: false };
  if (!proposal) return record(context, { ...base, proposal: '', method: 'rule', reasons: ['nothing to propose'], problems: [] });

  const { instructions, notes, motivatedBy, method, reasons } = proposal;
  const revision = { ...current, id: '', parent: current.id, instructions, notes: [...notes], status: '', approval: undefined, motivatedBy: [...motivatedBy] };
  const { version, problems } = await plant.harness.proposeRevision({ revision });
  const proposed = { ...base, proposal: version?.id ?? '', method, reasons: [...reasons] };
  if (!version || problems.length > 0) return record(context, { ...proposed, problems });
  if (version.status === 'rejected') return record(context, { ...proposed, problems: ['the same revision was rejected before'] });

  const onDone = (done: number, total: number) => emit({ phase: 'revising', done, total, scores: [], message: 'dev tasks under the proposed harness' });
  const after = await evaluate(devRequest(context, 'dev/revised', version.id), plant, onDone);
  const dev_after = scoreOf(after.scores, MEASURE);
  // Written before it is acted on: a restart in between finds what was measured, and not a revision that somebody has decided on.
  return record(context, { ...proposed, problems: [], dev_after });
}

/** Waits for the approver's word on a revision that dev speaks for. */
export async function awaitingHarness(context: RoundContext): Promise<Next> {
  const { plant, round } = context;
  const doc = await plant.collections.revisions.get(round.id);
  if (!doc) return { next: 'revising' };
  const { version } = await plant.harness.getVersion({ id: doc.proposal });
  if (version?.status === 'proposed') return { parked: `harness version ${doc.proposal} awaits approval` };
  return adopt(context, version?.status === 'approved' ? doc.proposal : doc.from, version?.approval, doc);
}

async function record(context: RoundContext, doc: RevisionDoc): Promise<Next> {
  await context.plant.collections.revisions.insert(doc);
  return conclude(context, await settle(context, (await context.plant.collections.revisions.get(doc._id)) ?? doc));
}

/** Decides what was measured, unless a person is to; deciding again what a restart had decided changes nothing. */
async function settle(context: RoundContext, doc: RevisionDoc): Promise<RevisionDoc> {
  const { plan, plant } = context;
  const { dev_before, dev_after } = doc;
  if (dev_after === null || doc.accepted || doc.problems.length > 0) return doc;
  const gained = dev_after - dev_before >= plant.settings.revisionMargin;
  if (gained && plan.approve !== 'auto') return doc;
  const measured = `dev ${percent(dev_before)} under the version before, ${percent(dev_after)} under this one`;
  const reason = gained ? measured : `${measured}: below the margin of ${percent(plant.settings.revisionMargin)}`;
  const { version } = await plant.harness.getVersion({ id: doc.proposal });
  const decided = version?.status === (gained ? 'approved' : 'rejected') && version.approval?.reason === reason;
  const refusal = decided ? undefined : await decide(context, doc.proposal, gained, reason);
  if (!gained) return doc;
  const outcome = refusal === undefined ? { accepted: true } : { problems: [refusal] };
  return (await plant.collections.revisions.update(doc._id, {}, { set: outcome })) ?? doc;
}

/** Goes on from a revision that is written down, now or before a restart. */
async function conclude(context: RoundContext, doc: RevisionDoc): Promise<Next> {
  const { plan, plant } = context;
  const gained = doc.dev_after !== null && doc.dev_after - doc.dev_before >= plant.settings.revisionMargin;
  if (gained && !doc.accepted && plan.approve !== 'auto') return { next: 'awaiting_harness' };
  const approval = doc.proposal === '' ? undefined : { by: 'auto', reason: doc.accepted ? 'dev gain' : 'no dev gain, or rule checks failed', automatic: true };
  return adopt(context, doc.accepted ? doc.proposal : doc.from, approval, doc);
}

async function adopt({ round, save }: RoundContext, harness: string, approval: Approval | undefined, doc: RevisionDoc): Promise<Next> {
  const scores = round.scores.filter(({ name }) => name !== 'dev_revised');
  const count = scores.find(({ name }) => name === MEASURE)?.count ?? 0;
  await save({
    harness,
    scores: doc.dev_after === null ? scores : [...scores, { name: 'dev_revised', value: doc.dev_after, count }],
    approvals: approval === undefined || round.approvals.some((one) => one.reason === approval.reason) ? round.approvals : [...round.approvals, approval],
  });
  return { next: 'done' };
}

/** Why an acceptance could not take place; undefined if the decision stands. */
async function decide({ plant }: RoundContext, id: string, accept: boolean, reason: string): Promise<string | undefined> {
  try {
    await plant.harness.decideRevision({ id, accept, approval: { by: 'auto', reason, automatic: true } });
    return undefined;
  } catch (thrown) {
    const error = GyreError.from(thrown, 'harness');
    // Another version is served by now: the revision was made from one that is no longer in force.
    if (accept && error.code === 'FAILED_PRECONDITION') return error.message;
    throw error;
  }
}

/** The end: what the round came to, and its policy serves. */
export async function done({ plant, round, save }: RoundContext): Promise<Next> {
  await plant.policies.serve(round.policy);
  await save({ digest: roundDigest(round) });
  return { parked: 'done' };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
