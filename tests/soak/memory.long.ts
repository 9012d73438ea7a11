import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Layout } from '#deploy/cluster/layout.ts';
import { systemClock } from '#kit/clock.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { followRound } from '#trainer-controller/mod.ts';
import { openCluster, type TestCluster } from '../servers/cluster.testkit.ts';
import { withServers } from '../servers/server.testkit.ts';
import type { Sample } from './probe.ts';
import { type Trend, trendOf } from './slope.ts';

/** How long memory is watched, after the warm-up: `make soak` takes 30 minutes. */
const MINUTES = Number(process.env['GYRE_SOAK_MINUTES'] ?? '3');
/** Caches fill and code is compiled before memory is watched. */
const WARM_MS = Math.max(90_000, MINUTES * 10_000);
/** Nor before so many rounds are through, however slow they are: each trains policies, and those that are kept are as many. */
const WARM_ROUNDS = 5;
const MINUTE_MS = 60_000;
/** A process that keeps this much more alive each minute leaks. */
const MOST_MB_PER_MINUTE = Number(process.env['GYRE_SOAK_LIMIT'] ?? '1');
/** How many times as much a process may come to occupy. */
const RESIDENT = 10;
const PLAN = RoundPlan.fromPartial({
  ...{ seed: 5, number: 1, demonstrations: 16, coldStartEpochs: 2, updates: 2, groupsPerUpdate: 4, groupSize: 4, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.003, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 24, approve: 'auto', reviseHarness: false },
});

let running: TestCluster;
const samplesIn = (folder: string, name: string) => join(folder, 'samples', `${name}.jsonl`);

(await withServers('nats', 'mongo'))('a cluster that works without a pause', () => {
  beforeAll(async () => {
    running = await openCluster('soak', { workers: 2, concurrency: 32, pool: '200,60,12', arranged: probed });
  });
  afterAll(() => running?.stop());

  it(`holds as much memory after ${MINUTES} minutes as before`, async () => {
    const { cluster } = running;
    const warmAt = systemClock.now() + WARM_MS;
    let rounds = 0;
    for (; rounds < WARM_ROUNDS || systemClock.now() < warmAt; rounds++) await round(rounds);
    const watchedFrom = systemClock.now();
    for (; systemClock.now() < watchedFrom + MINUTES * MINUTE_MS; rounds++) await round(rounds);
    const trends = Object.fromEntries([...cluster.processes.keys()].map((name) => [name, trendOf(watched(name, watchedFrom))]));
    await report(rounds, trends);
    for (const [name, { samples, liveMbPerMinute, residentMbPerMinute }] of Object.entries(trends)) {
      expect(samples, `${name}: samples`).toBeGreaterThan(MINUTES * 6);
      expect(liveMbPerMinute, `${name}: MB a minute`).toBeLessThan(MOST_MB_PER_MINUTE);
      // What threads and native code hold shows in this alone; pages that are kept for later move it too.
      expect(residentMbPerMinute, `${name}: MB a minute that it occupies`).toBeLessThan(RESIDENT * MOST_MB_PER_MINUTE);
    }
    for (const process of cluster.processes.values()) expect(process.starts, process.name).toBe(1);
  }, (MINUTES + 20) * MINUTE_MS);
});

/** Every process writes down what memory it holds. */
async function probed(layout: Layout, folder: string): Promise<Layout> {
  await mkdir(join(folder, 'samples'));
  const probe = `--import=${new URL('probe.ts', import.meta.url).href}`;
  const processes = layout.processes.map((spec) => ({ ...spec, env: { ...spec.env, NODE_OPTIONS: probe, GYRE_SOAK_SAMPLES: samplesIn(folder, spec.name) } }));
  return { ...layout, processes };
}

/** A whole round, each of its own seed, and an evaluation by somebody who waits for it. */
async function round(n: number): Promise<void> {
  const { trainer } = running.services;
  const roundId = `soak-${n}`;
  await trainer.startRound({ roundId, plan: { ...PLAN, seed: n } });
  for await (const { phase } of followRound(trainer, roundId, { clock: systemClock, timeoutMs: 10 * MINUTE_MS })) void phase;
  expect((await trainer.getRound({ roundId })).round).toMatchObject({ phase: 'done', error: '' });
  await trainer.evaluate({ policy: 'rule-planner', harnessVersion: '', split: 'dev', limit: 0, seed: n, evaluationId: roundId }, { timeoutMs: 10 * MINUTE_MS });
}

function watched(name: string, fromMs: number): Sample[] {
  const file = samplesIn(running.folder, name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line): Sample => JSON.parse(line)).filter(({ atMs }) => atMs >= fromMs);
}

async function report(rounds: number, trends: Readonly<Record<string, Trend>>): Promise<void> {
  const figures = JSON.stringify({ soak: { minutes: MINUTES, rounds, processes: trends } }, null, 2);
  console.log(figures);
  await mkdir('var', { recursive: true });
  await writeFile('var/soak.json', `${figures}\n`);
}
