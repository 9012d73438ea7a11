import { mkdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { startKubernetes } from '#deploy/servers/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { invalid } from '#kit/errors.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { PODS } from '#operator/training/cluster-resources.ts';
import { RUN_LABEL } from '#operator/training/names.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { changed, sample } from '#operator/testkit/samples.ts';
import { installGyre } from '../cluster/gyre-resources.ts';
import { clientOf, sent } from '../cluster/requests.ts';
import { type Latencies, latenciesOf, openDevices, openLoop } from './operator-load.ts';
import { type OperatorReport, startOperator } from './operator-report.ts';

/**
 * The operator on a real API server: how long after it is due a lease of a device is seen to be bound, beside a bare create and
 * compare-and-swap at the same rate, which is the floor; and what the whole life of a TrainingRun costs, whose pod kwok plays.
 * Prints one JSON object. `--leases 300 --runs 50` takes less than a minute; `--profile FOLDER` writes a CPU profile of the operator.
 */
const { values } = parseArgs({
  options: {
    leases: { type: 'string', default: '3600' },
    rate: { type: 'string', default: '30' },
    devices: { type: 'string', default: '120' },
    'hold-ms': { type: 'string', default: '1000' },
    runs: { type: 'string', default: '1000' },
    'run-rate': { type: 'string', default: '10' },
    nodes: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
});
const whole = (name: Exclude<keyof typeof values, 'profile'>) => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw invalid(`--${name}`, `is ${values[name]}`, 'write a whole number');
  return value;
};
const [leases, rate, devices, holdMs, runs, runRate, nodes] = [whole('leases'), whole('rate'), whole('devices'), whole('hold-ms'), whole('runs'), whole('run-rate'), whole('nodes')];
const NAMESPACE = 'bench';
/** Controllers of Kubernetes make some 20 calls a second each. */
const SETTLES_MS = 900_000;
const POLL_MS = 2_000;
/** With it kwok ends a pod of a run (deploy/servers/kwok/stages.yaml). */
const EXIT_CODE = 'gyre.dev/exit-code';
const rounded = (value: number) => Number(value.toFixed(1));
const say = (what: string) => void process.stderr.write(`${what}\n`);

say('starting Kubernetes');
await using cluster = await startKubernetes({ nodes, control: nodes > 0 });
const client = await clientOf(cluster.kubeconfig);
await installGyre(client);

/** Processor seconds that Kubernetes itself and this process, which plays the holders, have used so far. */
const spent = async () => ({ api_server: await cpuSecondsOf(cluster.apiServer.pid), etcd: await cpuSecondsOf(cluster.etcd.pid), holders: (process.cpuUsage().user + process.cpuUsage().system) / 1e6 });
type Spent = Awaited<ReturnType<typeof spent>>;
const between = (before: Spent, after: Spent) => ({ api_server: rounded(after.api_server - before.api_server), etcd: rounded(after.etcd - before.etcd), holders: rounded(after.holders - before.holders) });

say(`the floor: ${leases} creates and compare-and-swaps at ${rate}/s`);
const bare = await openDevices(client, 'floor', devices);
const atFloor = await spent();
const floor = latenciesOf(await bare.bare({ count: leases, rate }));
const floorSpent = between(atFloor, await spent());

say(`${devices} devices are made ready`);
const bench = await openDevices(client, NAMESPACE, devices);
if (values.profile !== undefined) await mkdir(values.profile, { recursive: true });
const operator = await startOperator(cluster.kubeconfig, NAMESPACE, values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]);
await bench.ready();
const [idle, atLeases] = [await operator.report(), await spent()];

say(`${leases} leases at ${rate}/s, held for ${holdMs} ms`);
const bound = latenciesOf(await bench.leases({ count: leases, rate }, holdMs));
const [leased, atRuns] = [await operator.report(), await spent()];
say(`until bound, p50 and p99: ${rounded(bound.p50)} and ${rounded(bound.p99)} ms; the floor ${rounded(floor.p50)} and ${rounded(floor.p99)} ms`);

say(`${runs} runs at ${runRate}/s`);
/** A cold start on one pod without a GPU. */
const run = (i: number) => ({
  ...changed(sample('TrainingRun'), {
    'metadata.name': `r${i}`,
    'metadata.labels': {},
    'spec.objective': 'ColdStart',
    'spec.rollout': undefined,
    'spec.model': undefined,
    'spec.batch': { updates: 10, groupsPerUpdate: 8, groupSize: 1, globalBatchSize: 8, microBatchSize: 2 },
    'spec.trainer': { nodes: 1, gpusPerNode: 0, parallelism: { data: 1, tensor: 1, pipeline: 1 }, pods: { image: 'registry.example/gyre/trainer:0.1.0', cpu: '100m', memory: '64Mi' } },
    'spec.activeDeadlineSeconds': undefined,
  }),
});
/** Has each pod that runs end well, as a trainer would that has nothing to do. */
const endPods = async () => {
  const running = (await client.list(PODS, { namespace: NAMESPACE, labels: RUN_LABEL })).items.filter(({ metadata, status }) => status?.phase === 'Running' && metadata.annotations?.[EXIT_CODE] === undefined);
  await pLimit(16).map(running, ({ metadata }) => client.call('patch', PODS, { method: 'PATCH', path: pathOf(PODS, metadata), contentType: 'application/merge-patch+json', body: { metadata: { annotations: { [EXIT_CODE]: '0' } } } }));
};
// Each pod ends well as soon as it runs, and none has written a checkpoint: such a run has failed. Without nodes it waits for its pods.
const settled = nodes > 0 ? 'Failed' : 'Starting';
let arriving = true;
const ending = (async () => {
  while (arriving) {
    await endPods();
    await systemClock.sleep(POLL_MS);
  }
})();
await openLoop({ count: runs, rate: runRate }, async (i) => void (await sent(client, TRAINING_RUNS, 'POST', { namespace: NAMESPACE }, run(i))));
arriving = false;
await ending;
const summaries = async () => (await client.list(TRAINING_RUNS, { namespace: NAMESPACE })).items.map(({ status }) => status?.summary ?? 'unseen');
for (let left = SETTLES_MS; ; left -= POLL_MS) {
  const unsettled = (await summaries()).filter((summary) => summary !== settled);
  if (unsettled.length === 0) break;
  await endPods();
  if (left <= 0) throw new Error(`${unsettled.length} runs are not ${settled} but, for example, ${unsettled[0]}`);
  await systemClock.sleep(POLL_MS);
}
const [trained, atEnd] = [await operator.report(), await spent()];
await operator.stop();
client.close();

const callsPer = ({ calls }: OperatorReport, count: number) => ({
  all: rounded(Object.values(calls).reduce((all, each) => all + each.count, 0) / count),
  ...Object.fromEntries(Object.entries(calls).filter(([, each]) => each.count / count >= 0.01).sort(([, a], [, b]) => b.count - a.count).map(([call, each]) => [call, { times: Number((each.count / count).toFixed(2)), p50_ms: rounded(each.p50), p99_ms: rounded(each.p99) }])),
});
const over = (a: Latencies, b: Latencies) => ({ p50: rounded(a.p50 - b.p50), p99: rounded(a.p99 - b.p99) });
const times = (of: OperatorReport['reconcile']) => Object.fromEntries(Object.entries(of).map(([controller, { count, p50, p99, max }]) => [controller, { count, p50: rounded(p50), p99: rounded(p99), max: rounded(max) }]));
const memory = ({ memory: { rssMb, peakRssMb, heapMb } }: OperatorReport) => ({ rss_mb: Math.round(rssMb), peak_rss_mb: Math.round(peakRssMb), heap_mb: Math.round(heapMb) });

console.log(
  JSON.stringify(
    {
      bench: 'operator',
      kubernetes: cluster.version,
      leases: {
        count: leases,
        per_second: rate,
        devices,
        hold_ms: holdMs,
        until_bound_ms: bound,
        baseline_create_and_compare_and_swap_ms: floor,
        over_the_floor_ms: over(bound, floor),
        calls_per_lease: callsPer(leased, leases),
        reconcile_ms: times(leased.reconcile),
        queue_wait_ms: times(leased.queueWait),
        cpu_seconds: { operator: rounded(leased.cpuSeconds - idle.cpuSeconds), ...between(atLeases, atRuns), baseline: floorSpent },
        memory: memory(leased),
      },
      runs: { count: runs, per_second: runRate, nodes, settled_as: settled, reconcile_ms: times(trained.reconcile), queue_wait_ms: times(trained.queueWait), calls_per_run: callsPer(trained, runs), cpu_seconds: { operator: rounded(trained.cpuSeconds - leased.cpuSeconds), ...between(atRuns, atEnd) }, memory: memory(trained), memory_before_any: memory(idle) },
    },
    null,
    2,
  ),
);

/** What the kernel has counted for a process, in its ticks of 10 ms. */
async function cpuSecondsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
