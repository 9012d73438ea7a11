import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '#cli/embedded.ts';
import type { Foundations } from '#deploy/cluster/layout.ts';
import { startServer } from '#deploy/servers/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { received } from '#deploy/telemetry/received.ts';
import { construct, type ClusterOptions, openCluster, timedEpisodes } from './cluster-stage.ts';
import { messageHops, rpcHops } from './hops.ts';

/**
 * Episodes a second of the cluster profile on this machine: NATS, a MongoDB wire server in memory and a process for each service. With 1, 2
 * and 4 workers where every answer of the harness takes 200 ms longer (the policy that it waits for); without that, against the same in
 * one process, the baseline; and what each hop between processes adds, from the spans of both of its ends. Prints one JSON object.
 */

const WORKERS = [1, 2, 4] as const;
const POLICY_MS = 200;
/** Episodes at a time in a worker: few enough that waiting for the policy, not the processors of one machine, bounds four workers. */
const CONCURRENCY = 4;
/** As rollouts are served: an attempt that is cut off starts anew, so nobody has to rebuild its episode or its session. */
const JOURNALS = { GYRE_ENV_JOURNAL: 'memory', GYRE_HARNESS_JOURNAL: 'memory' };
const TASKS = 400;
/** Without latency: as many as keep this machine busy. */
const FULL = 16;
/** One episode at a time, so that a hop shows what it adds and not how long it queues. */
const TRACED_TASKS = 60;
const POOL = { world: 'phone', trainTasks: 60, devTasks: TASKS, testTasks: 12 };
const pool = `${POOL.trainTasks},${POOL.devTasks},${POOL.testTasks}`;
const EXPORTED_MS = 3_000;

const folder = await mkdtemp(join(tmpdir(), 'gyre-cluster-bench-'));
const nats = await startServer('nats');
const mongo = await startServer('mongo', { memory: true });
const otelcol = await startServer('otelcol');
const foundations: Foundations = { storeUrl: `${mongo.url}/gyre`, evidenceUrl: `${mongo.url}/evidence`, busUrl: nats.url, blobsUrl: `file:${folder}/blobs`, policyUrl: 'local:' };

async function inCluster<R>(options: Partial<ClusterOptions>, body: (cluster: Awaited<ReturnType<typeof openCluster>>) => Promise<R>): Promise<R> {
  const cluster = await openCluster({ folder: join(folder, 'cluster'), foundations, workers: 1, concurrency: CONCURRENCY, policyMs: 0, pool, variables: JOURNALS, ...options });
  try {
    return await body(cluster);
  } finally {
    await cluster.stop();
  }
}

process.stderr.write('constructing tasks\n');
await inCluster({}, ({ services }) => construct(services));

const waiting: Record<string, unknown> = {};
let one = Number.NaN;
for (const workers of WORKERS) {
  process.stderr.write(`${workers} workers, ${POLICY_MS} ms of policy latency\n`);
  const rate = await inCluster({ workers, policyMs: POLICY_MS }, ({ services }) => timedEpisodes(services, TASKS, `waiting-${workers}`));
  if (workers === 1) one = rate.episodes_per_second;
  waiting[`workers_${workers}`] = { ...rate, times: Number((rate.episodes_per_second / one).toFixed(2)) };
}

process.stderr.write('no latency: cluster, with its journals in the store as well, then embedded\n');
const cluster = await inCluster({ workers: 2, concurrency: FULL }, ({ services }) => timedEpisodes(services, TASKS, 'cluster'));
const journalled = await inCluster({ workers: 2, concurrency: FULL, variables: {} }, ({ services }) => timedEpisodes(services, TASKS, 'journalled'));
const embedded = await openEmbedded({ config: loadConfig({ GYRE_STATE_DIR: join(folder, 'embedded'), GYRE_LOG_LEVEL: 'error' }), trainer: { settings: { pool: POOL } } });
await construct(embedded);
const alone = await timedEpisodes(embedded, TASKS, 'embedded').finally(() => embedded.close());

process.stderr.write('hops\n');
const traced = await inCluster({ workers: 1, concurrency: 1, foundations: { ...foundations, otlpEndpoint: `http://${otelcol.addresses.grpc}` } }, async ({ services }) => {
  const rate = await timedEpisodes(services, TRACED_TASKS, 'traced');
  await systemClock.sleep(EXPORTED_MS);
  return rate;
});
const { spans } = received(otelcol);
const steps = traced.episodes * traced.steps_per_episode;
const hops = [...rpcHops(spans, steps), ...messageHops(spans, steps)].toSorted((a, b) => b.per_step - a.per_step);

await otelcol.stop();
await mongo.stop();
await nats.stop();
await rm(folder, { recursive: true, force: true });

console.log(
  JSON.stringify(
    {
      bench: 'cluster',
      policy: 'rule-planner',
      tasks: TASKS,
      concurrency_per_worker: CONCURRENCY,
      policy_latency: { ms: POLICY_MS, ...waiting },
      no_latency: { cluster_2_workers: cluster, with_journals_in_the_store: journalled, baseline_embedded: alone, cluster_of_embedded: Number((cluster.episodes_per_second / alone.episodes_per_second).toFixed(2)) },
      hops: { episodes: traced.episodes, ...{ steps: Math.round(steps) }, each: hops },
    },
    null,
    2,
  ),
);
