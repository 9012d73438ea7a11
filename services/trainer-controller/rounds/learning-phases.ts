import { seedOf } from '#kit/random.ts';
import { type EvaluationRequest, evaluate } from '../evaluation/evaluate.ts';
import { scoreOf } from '../evaluation/scores.ts';
import { trainAsynchronous } from '../schedule/asynchronous.ts';
import { trainDeterministic } from '../schedule/deterministic.ts';
import { showScores } from '../telemetry.ts';
import { examplesOf } from '../training/examples.ts';
import { TrainingRun } from '../training/run.ts';
import type { Next, RoundContext } from './context.ts';
import { demonstrationsId, lineOf } from './data-phases.ts';

/** Where the policy of a round begins: the plan's, the parent round's, or random weights. */
async function startPolicy({ plan, plant, round }: RoundContext): Promise<string> {
  if (round.policyStart !== '') return round.policyStart;
  if (plan.policyVersion !== '') return (await plant.policies.get(plan.policyVersion)).id;
  if (plan.parentRound !== '') return (await plant.parentOf(plan.parentRound)).policy;
  const result = await plant.learner.initialise({ seed: seedOf(plan.seed, 'weights') });
  const origin = { ...{ parent: '', kind: plant.learner.kind, origin: 'init', roundId: round.id, update: 0 }, release: '', harnessVersion: '', records: [] };
  return (await plant.policies.add(origin, result)).id;
}

/** Masked cross-entropy over the released demonstrations of this round and those before that the verifier passed (report section 2.4). */
export async function coldStart(context: RoundContext): Promise<Next> {
  const { plan, plant, round, save, emit } = context;
  const start = await startPolicy(context);
  if (plan.coldStartEpochs === 0) {
    await save({ policyStart: start, policyCold: start, policy: start, update: 0 });
    return { next: 'training' };
  }
  emit({ phase: 'cold_start', done: 0, total: 1, scores: [], message: 'masked cross-entropy' });
  const { release } = await plant.curator.getRelease({ digest: round.release });
  const released = new Set(release?.recordDigests);
  const line = await lineOf(context);
  const slots = (await Promise.all(line.map((id) => plant.batches.accepted(demonstrationsId(id))))).flat();
  const taught = slots.filter((slot) => released.has(slot.record) && slot.summary?.success === true);
  const result = await plant.learner.coldStart({
    origin: { round: round.id, update: 0, policyVersion: start, release: round.release, harnessVersion: round.harness, objective: plan.objective, groups: plan.groupsPerUpdate, groupSize: plan.groupSize },
    start: await plant.policies.start(start),
    examples: await examplesOf(taught, plant.batches),
    epochs: plan.coldStartEpochs,
    ...plant.settings.coldStart,
    seed: seedOf(plan.seed, plan.number, 'cold start'),
  });
  const records = taught.map((slot) => slot.record);
  const origin = { ...{ parent: start, kind: plant.learner.kind, origin: 'cold_start', roundId: round.id, update: 0 }, release: round.release, harnessVersion: round.harness, records };
  const policy = (await plant.policies.add(origin, result)).id;
  await save({ policyStart: start, policyCold: policy, policy, update: 0 });
  emit({ phase: 'cold_start', done: 1, total: 1, scores: [], message: `${taught.length} of ${slots.length} demonstrations` });
  return { next: 'training' };
}

/** The updates of the round, by the plan's schedule. */
export async function training(context: RoundContext): Promise<Next> {
  const { plan, round, save, emit } = context;
  const run = new TrainingRun(context);
  const onUpdate = async (k: number): Promise<void> => {
    const done = await run.update(k);
    await save({ update: k, policy: await run.policyAfter(k), phi: await run.phi(k) });
    await run.prune(k);
    const scored = (done?.members ?? []).flat().filter((member) => member !== null);
    const success = scored.length === 0 ? 0 : scored.filter(([won]) => won === 1).length / scored.length;
    const skipped = done && done.without_signal > 0 ? `, ${done.without_signal} of ${done.groups} groups without signal` : '';
    emit({ phase: 'training', done: k, total: plan.updates, scores: [{ name: 'train_success', value: success, count: scored.length }], message: `update ${k}${skipped}` });
  };
  const schedule = plan.schedule === 'asynchronous' ? trainAsynchronous : trainDeterministic;
  await schedule(run, round.update + 1, onUpdate);
  return { next: 'evaluating' };
}

/** The dev evaluation of the round's policy under the harness that it was trained with (eq. 12). */
export function devRequest({ round, plan }: RoundContext, label: string, harnessVersion: string): EvaluationRequest {
  return { id: `${round.id}/${label}`, policy: round.policy, harnessVersion, split: 'dev', limit: plan.devTasks, seed: plan.seed };
}

export async function evaluating(context: RoundContext): Promise<Next> {
  const { plan, plant, round, save, emit } = context;
  const onDone = (done: number, total: number) => emit({ phase: 'evaluating', done, total, scores: [], message: 'dev tasks' });
  const { scores } = await evaluate(devRequest(context, 'dev', round.harness), plant, onDone);
  await save({ scores });
  showScores(scores);
  emit({ phase: 'evaluating', done: 1, total: 1, scores, message: `dev ${(100 * scoreOf(scores, 'end_to_end_accuracy')).toFixed(1)} %` });
  return { next: plan.reviseHarness ? 'revising' : 'done' };
}
