import { join } from 'node:path';
import { openEmbedded } from '#cli/embedded.ts';
import { loadConfig } from '#kit/config.ts';
import { GyreError } from '#kit/errors.ts';
import type { Round } from '#protos/core/v1/round.ts';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import { roundId, type Size, SIZES, variantsOf } from './learning-plans.ts';

/** What one seed gives: outcomes on the test families by stage, and which harness revisions were kept. */
export interface SeedResult {
  readonly seed: number;
  readonly stages: Readonly<Record<string, readonly TaskOutcome[]>>;
  /** Rounds whose harness revision was kept. */
  readonly kept: readonly string[];
  readonly seconds: number;
}

const HOUR_MS = 3_600_000;

/** Runs all rounds of a seed in one embedded instance, and only then the test families, each stage once. */
export async function runSeed(seed: number, size: Size, folder: string, threads: number): Promise<SeedResult> {
  const config = loadConfig({ GYRE_STATE_DIR: join(folder, `seed-${seed}`), GYRE_LOG_LEVEL: 'error' });
  const instance = await openEmbedded({ config, threads });
  const began = performance.now();
  try {
    const rounds = new Map<string, Round>();
    for (const { name, plan } of variantsOf(seed, size)) {
      const id = roundId(name, seed);
      await instance.trainer.startRound({ roundId: id, plan });
      for await (const { phase, done, total, message } of instance.trainer.watchRound({ roundId: id }, { timeoutMs: HOUR_MS })) {
        if (done === total) process.stderr.write(`seed ${seed} ${name} ${phase} ${message}\n`);
      }
      const { round } = await instance.trainer.getRound({ roundId: id });
      if (round?.phase !== 'done') throw new GyreError('INTERNAL', `round ${id} ended in ${round?.phase}: ${round?.error}`, { boundary: 'harness' });
      rounds.set(name, round);
    }
    const stages: Record<string, readonly TaskOutcome[]> = {};
    for (const [stage, policy, harness] of stagesOf(rounds)) {
      const evaluationId = `learning-${seed}-${stage}`;
      const request = { policy, harnessVersion: harness, split: 'test', limit: SIZES[size].testTasks, seed, evaluationId };
      stages[stage] = (await instance.trainer.evaluate(request, { timeoutMs: HOUR_MS })).outcomes;
    }
    const kept = [...rounds].filter(([name, round]) => round.harness !== harnessBefore(name, rounds)).map(([name]) => name);
    return { seed, stages, kept, seconds: (performance.now() - began) / 1000 };
  } finally {
    await instance.close();
  }
}

const PARENTS: Readonly<Record<string, string>> = { care: 'cold', outcome: 'cold', flywheel: 'care', uniform: 'care', final: 'flywheel' };

function harnessBefore(name: string, rounds: ReadonlyMap<string, Round>): string {
  const parent = rounds.get(PARENTS[name] ?? '');
  return parent?.harness ?? rounds.get(name)?.harness ?? '';
}

function stagesOf(rounds: ReadonlyMap<string, Round>): (readonly [stage: string, policy: string, harness: string])[] {
  const cold = rounds.get('cold');
  const base = cold?.harness ?? '';
  const trained = [...rounds].filter(([name]) => name !== 'cold').flatMap(([name, round]) => {
    const before = harnessBefore(name, rounds);
    const plain = [name, round.policy, before] as const;
    return round.harness === before ? [plain] : [plain, [`${name}+revision`, round.policy, round.harness] as const];
  });
  return [
    ['untrained', cold?.policyStart ?? '', base],
    ['lexical', 'lexical', base],
    ['rule-planner', 'rule-planner', base],
    ['cold', cold?.policy ?? '', base],
    ...trained,
  ];
}
