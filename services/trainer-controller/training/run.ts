import { seedOf } from '#kit/random.ts';
import type { BatchPlan, SlotDoc } from '#rollout-worker/mod.ts';
import { CARE_DEFAULTS, type Member, onPolicyStatistics, applyProposal, type Phi } from '../care/mod.ts';
import type { PhiDoc, UpdateDoc } from '../collections.ts';
import { evaluate } from '../evaluation/evaluate.ts';
import { scoreOf } from '../evaluation/scores.ts';
import type { UpdateJob } from '../learner.ts';
import type { RoundContext } from '../rounds/context.ts';
import { countUpdate, showPhi, updateSpan } from '../telemetry.ts';
import { examplesOf } from './examples.ts';
import { careConfig, objectiveOf, scoreBatch } from './groups.ts';

/** What did not reach the update. */
export interface Losses {
  readonly lost: number;
  readonly stale: number;
}

/** The training phase of one round: what both schedules have in common. */
export class TrainingRun {
  readonly context: RoundContext;

  constructor(context: RoundContext) {
    this.context = context;
  }

  /** Policy version after update `k`; 0 is the one that training starts from. */
  async policyAfter(k: number): Promise<string> {
    const { round } = this.context;
    if (k <= 0) return round.policyCold;
    return (await this.update(k))?.policy ?? round.policyCold;
  }

  async update(k: number): Promise<UpdateDoc | undefined> {
    return this.context.plant.collections.updates.get(updateId(this.context.round.id, k));
  }

  /** Task ids for groups `from` to `from + count`: a stretch of one list that the release and the seed decide. */
  async tasks(label: string, count: number): Promise<string[]> {
    const { round, plan, plant } = this.context;
    const seed = seedOf(plan.seed, plan.number, 'tasks', label);
    return (await plant.curator.sampleTasks({ release: round.release, count, seed })).taskIds;
  }

  /** A training batch of the given tasks; the first `groups` are planned, the rest are spares. */
  batch(id: string, label: string, policy: string, tasks: readonly string[], groups: number): BatchPlan {
    const { round, plan } = this.context;
    return {
      ...{ id, purpose: 'training', policy, harnessVersion: round.harness, temperature: plan.temperature, seed: seedOf(plan.seed, plan.number, 'slots', label) },
      ...{ groupSize: plan.groupSize, randomGuidance: true, tasks: tasks.slice(0, groups), spares: tasks.slice(groups) },
    };
  }

  /** phi of update `k`: the plan's until the controller decides, every `controllerInterval` updates, on dev first. */
  async phi(k: number): Promise<Phi> {
    const { plan, round, plant } = this.context;
    const interval = plan.controllerInterval;
    const due = interval > 0 ? Math.floor((k - 1) / interval) * interval : 0;
    const { lambdaProg, lambdaEff, pLow, pHigh } = plan.phi ?? CARE_DEFAULTS;
    const first = { lambdaProg, lambdaEff, pLow, pHigh };
    if (due === 0) return first;
    const known = await plant.collections.phis.get(phiId(round.id, due));
    if (known) return known.phi;
    const before = await plant.collections.phis.get(phiId(round.id, due - interval));
    return (await this.#decide(due, before?.phi ?? first, before?.dev ?? null)).phi;
  }

  /**
   * Update `k` from its slots: advantages (eqs. 5 and 9), the clipped surrogate (eq. 10) by the learner, the new version. Idempotent:
   * an update that is written is not computed again, and computing it again gives the same version.
   */
  async learn(k: number, slots: readonly SlotDoc[], losses: Losses): Promise<UpdateDoc> {
    const { round, plan, plant } = this.context;
    const known = await this.update(k);
    if (known) return known;
    const { learner, policies, settings, batches } = plant;
    const parent = await this.policyAfter(k - 1);
    const budgeted = settings.budgetedCost[learner.kind] ?? 1;
    const phi = await this.phi(k);
    showPhi(phi);
    const { scored, members, withoutSignal, unscored } = scoreBatch(slots, phi, objectiveOf(plan.objective), budgeted);
    let policy = parent;
    let statistics: UpdateDoc['statistics'] = {};
    if (scored.length > 0) {
      const examples = await examplesOf(scored.map(({ slot }) => slot), batches);
      const start = await policies.start(parent);
      const job: UpdateJob = {
        origin: { round: round.id, update: k, policyVersion: parent, release: round.release, harnessVersion: round.harness, objective: plan.objective, groups: plan.groupsPerUpdate, groupSize: plan.groupSize },
        start,
        examples: examples.map((example, i) => ({ ...example, advantage: scored[i]?.advantage ?? 0 })),
        temperature: plan.temperature,
        learningRate: plan.learningRate,
        epsLow: settings.update.clip.low,
        epsHigh: settings.update.clip.high,
        epochs: settings.update.epochs,
        entropy: settings.update.entropy,
        seed: seedOf(plan.seed, plan.number, 'learner', k),
      };
      const result = await updateSpan(round.id, k, () => learner.update(job));
      statistics = { ...result.statistics };
      const origin = plan.objective === 'outcome_only' ? 'outcome_only' : 'care';
      const records = scored.map(({ slot }) => slot.record).filter((record) => record !== '');
      const made = { ...{ parent, kind: learner.kind, origin, roundId: round.id, update: k }, release: round.release, harnessVersion: round.harness, records };
      policy = (await policies.add(made, result)).id;
    }
    const counts = { groups: members.length, without_signal: withoutSignal, lost: losses.lost, stale: losses.stale, unscored };
    const doc: UpdateDoc = { _id: updateId(round.id, k), round_id: round.id, update: k, policy, ...counts, members: members.map((group) => group.map(tupleOf)), statistics };
    if (await plant.collections.updates.insert(doc)) countUpdate(doc);
    return (await this.update(k)) ?? doc;
  }

  /** Lets go of checkpoints that no later update, slot or report needs. */
  async prune(k: number): Promise<void> {
    const { round, plant } = this.context;
    const past = k - plant.settings.keptCheckpoints;
    if (past < 1) return;
    const gone = await this.policyAfter(past);
    const kept = new Set([round.policyStart, round.policyCold]);
    for (let later = past + 1; later <= k; later++) kept.add(await this.policyAfter(later));
    if (!kept.has(gone)) await plant.policies.prune([gone]);
  }

  async #decide(due: number, current: Phi, previous: number | null): Promise<PhiDoc> {
    const { round, plan, plant } = this.context;
    const { controller, collections, settings } = plant;
    const dev = scoreOf((await evaluate(this.#devAt(due, await this.policyAfter(due)), plant)).scores, 'end_to_end_accuracy');
    const recent: Member[][] = [];
    for (let k = due - plan.controllerInterval + 1; k <= due; k++) recent.push(...((await this.update(k))?.members ?? []).map((group) => group.map(memberOf)));
    const proposal = await controller.propose({ current, ranges: settings.ranges, dev: { success: dev, previous }, statistics: onPolicyStatistics(recent, careConfig(current)) });
    const { accepted, phi, reasons } = applyProposal(current, proposal, settings.ranges);
    const doc: PhiDoc = { _id: phiId(round.id, due), round_id: round.id, update: due + 1, phi, accepted, method: proposal.method, reasons: [proposal.reason, ...reasons], dev };
    await collections.phis.insert(doc);
    this.context.emit({ phase: 'training', done: due, total: plan.updates, scores: [], message: `controller: ${doc.reasons.join('; ')}` });
    return doc;
  }

  #devAt(k: number, policy: string) {
    const { round, plan } = this.context;
    return { id: `${round.id}/dev/${k}`, policy, harnessVersion: round.harness, split: 'dev', limit: plan.devTasks, seed: plan.seed } as const;
  }
}

export function updateId(roundId: string, k: number): string {
  return `${roundId}/u/${k}`;
}

function phiId(roundId: string, due: number): string {
  return `${roundId}/phi/${due}`;
}

function tupleOf(member: Member): readonly [number, number, number] | null {
  return member && [member.success, member.progress, member.cost];
}

function memberOf(tuple: readonly [number, number, number] | null): Member {
  return tuple && { success: tuple[0] === 1 ? 1 : 0, progress: tuple[1], cost: tuple[2] };
}
