import { invalid } from '#kit/errors.ts';
import type { Access } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import type { Round } from '#protos/core/v1/round.ts';
import type { TrainerControllerServiceService } from '#protos/trainer/v1/trainer_controller_service.ts';
import type { Trainer } from './controller.ts';
import { evaluate } from './evaluation/evaluate.ts';

export const TRAINER_ACCESS: Access<TrainerControllerServiceService> = {
  startRound: ['trainer', 'admin'],
  getRound: ['trainer', 'reviewer', 'admin'],
  watchRound: ['trainer', 'reviewer', 'admin'],
  resumeRound: ['trainer', 'admin'],
  evaluate: ['trainer', 'admin'],
  listPolicies: ['trainer', 'harness', 'reviewer', 'admin'],
};

const ROUND_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
/** Policies without weights that play any task. */
const YARDSTICKS: ReadonlySet<string> = new Set(['lexical', 'rule-planner']);
const DEFAULT_LIMIT = 100;
const WATCH_MS = 1_000;
const WAITING: ReadonlySet<string> = new Set(['awaiting_release', 'awaiting_harness']);

export function trainerHandlers(trainer: Trainer): Handlers<TrainerControllerServiceService> {
  const { runner, rounds, policies, plant } = trainer;
  return {
    async startRound({ roundId, plan }) {
      // Ids of batches, slots and trajectories are built from it with / and #.
      if (!ROUND_ID.test(roundId)) throw invalid('round_id', `is ${JSON.stringify(roundId)}`, 'use letters, digits, point, hyphen and underscore');
      if (!plan) throw invalid('plan', 'is missing', 'send the plan');
      return { round: await runner.start(roundId, plan) };
    },
    async getRound({ roundId }) {
      return { round: await rounds.get(roundId) };
    },
    async *watchRound({ roundId }, { signal }) {
      for (;;) {
        const round = await rounds.get(roundId);
        const { phase, scores, error, update, plan } = round;
        if (runner.hub.running(roundId)) {
          for await (const progress of runner.hub.watch(roundId, signal)) yield { ...progress, scores: [...progress.scores] };
          // What another controller took over is watched on, by the document.
          if (!runner.takenOver(roundId)) return;
          continue;
        }
        // It runs elsewhere, or nowhere: the document tells how far it is.
        yield { phase: error === '' ? phase : 'failed', done: update, total: plan?.updates ?? 0, scores, message: error };
        if (rests(round)) return;
        await plant.clock.sleep(WATCH_MS, signal);
      }
    },
    async resumeRound({ roundId }) {
      return { round: await runner.resume(roundId) };
    },
    async evaluate({ policy, harnessVersion, split, limit, seed, evaluationId }) {
      if (split !== 'dev' && split !== 'test') throw invalid('split', `is ${JSON.stringify(split)}`, 'write dev or test');
      if (policy === '') throw invalid('policy', 'is empty', 'name a policy version, or a yardstick');
      // An unknown name would fault at every task and look like a result.
      if (!YARDSTICKS.has(policy)) await policies.get(policy);
      if (evaluationId === '') throw invalid('evaluation_id', 'is empty', 'name the evaluation, so that it can be resumed');
      if (limit < 0) throw invalid('limit', `is ${limit}`, 'write 0 for all, or more');
      const { version } = await plant.harness.getVersion({ id: harnessVersion });
      return evaluate({ id: evaluationId, policy, harnessVersion: version?.id ?? harnessVersion, split, limit, seed }, plant);
    },
    async listPolicies({ limit }) {
      return { policies: await policies.list(limit > 0 ? limit : DEFAULT_LIMIT), serving: (await policies.serving()) ?? '' };
    },
  };
}

/** Whether nothing happens to a round until somebody decides on it or resumes it. One that approves by itself only passes through the gates. */
function rests({ phase, error, digest, plan }: Round): boolean {
  return error !== '' || (phase === 'done' && digest !== '') || (WAITING.has(phase) && plan?.approve !== 'auto');
}
