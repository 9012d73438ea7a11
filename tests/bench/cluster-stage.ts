import { mkdir } from 'node:fs/promises';
import { remoteServices } from '#cli/remote.ts';
import type { Services } from '#cli/services.ts';
import { startCluster } from '#deploy/cluster/cluster.ts';
import { type Foundations, layoutOf } from '#deploy/cluster/layout.ts';
import { systemClock } from '#kit/clock.ts';
import { addressVariable, loadConfig } from '#kit/config.ts';
import { GyreError } from '#kit/errors.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { followRound } from '#trainer-controller/mod.ts';
import { openDelayedRelay } from './delayed-relay.ts';

export interface ClusterOptions {
  readonly folder: string;
  readonly foundations: Foundations;
  readonly workers: number;
  /** Episodes at a time in each worker. */
  readonly concurrency: number;
  /** What every answer of the harness to a worker takes longer, milliseconds: the policy that it waits for. */
  readonly policyMs: number;
  readonly pool: string;
  /** Further variables for every process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A cluster of processes over servers that run, and its services as a caller reaches them. */
export interface RunningCluster {
  readonly services: Services;
  stop(): Promise<void>;
}

export async function openCluster({ folder, foundations, workers, concurrency, policyMs, pool, variables }: ClusterOptions): Promise<RunningCluster> {
  await mkdir(folder, { recursive: true });
  const layout = await layoutOf({ foundations, folder, workers, concurrency, logLevel: 'warn', variables: { GYRE_POOL: pool, ...variables } });
  const relay = policyMs === 0 ? undefined : await openDelayedRelay(layout.addresses['harness-gateway'], policyMs);
  const harness = relay === undefined ? {} : { [addressVariable('harness-gateway')]: relay.address };
  const processes = layout.processes.map((spec) => (spec.name.startsWith('rollout-worker') ? { ...spec, env: { ...spec.env, ...harness } } : spec));
  const cluster = await startCluster({ ...layout, processes });
  await cluster.healthy();
  const services = await remoteServices(loadConfig({ ...cluster.env }), layout.adminToken);
  return {
    services,
    async stop() {
      await services.close();
      await cluster.stop();
      await relay?.close();
    },
  };
}

const HOUR_MS = 3_600_000;

/** Constructs the tasks: a round that teaches hardly anything and updates nothing. */
export async function construct({ trainer }: Pick<Services, 'trainer'>): Promise<void> {
  const plan = { seed: 3, number: 1, demonstrations: 8, coldStartEpochs: 1, updates: 0, groupsPerUpdate: 1, groupSize: 2, staleness: 1, temperature: 1, learningRate: 0.003 };
  const fixed = { objective: 'care', sampling: 'flywheel', schedule: 'deterministic', phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 1, approve: 'auto' };
  await trainer.startRound({ roundId: 'tasks', plan: RoundPlan.fromPartial({ ...plan, ...fixed }) });
  for await (const { phase } of followRound(trainer, 'tasks', { clock: systemClock, timeoutMs: HOUR_MS })) void phase;
  const { round } = await trainer.getRound({ roundId: 'tasks' });
  if (round?.phase !== 'done') throw new GyreError('INTERNAL', `no tasks: the round ended in ${round?.phase}: ${round?.error}`, { boundary: 'caller' });
}

export interface EpisodeRate {
  readonly episodes: number;
  readonly seconds: number;
  readonly episodes_per_second: number;
  readonly steps_per_episode: number;
}

/** Runs the rule planner over `tasks` dev tasks; an episode that was lost to a fault ends the benchmark. */
export async function timedEpisodes({ trainer }: Pick<Services, 'trainer'>, tasks: number, name: string): Promise<EpisodeRate> {
  const began = performance.now();
  const { outcomes } = await trainer.evaluate({ policy: 'rule-planner', harnessVersion: '', split: 'dev', limit: tasks, seed: 1, evaluationId: name }, { timeoutMs: HOUR_MS });
  const seconds = (performance.now() - began) / 1000;
  const lost = outcomes.filter(({ valid }) => !valid).length;
  if (lost > 0) throw new GyreError('INTERNAL', `${lost} of ${outcomes.length} episodes were lost`, { boundary: 'caller' });
  const steps = outcomes.reduce((sum, outcome) => sum + outcome.steps, 0);
  return { episodes: outcomes.length, seconds: Number(seconds.toFixed(1)), episodes_per_second: Number((outcomes.length / seconds).toFixed(2)), steps_per_episode: Number((steps / outcomes.length).toFixed(1)) };
}
