import { startServer } from '#deploy/servers/mod.ts';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { openBus } from '#kit/bus/open.ts';
import type { Bus, QueueSpec } from '#kit/bus/types.ts';

/**
 * What a job costs on the bus: published, delivered, acknowledged, each step confirmed by the bus. NATS JetStream on loopback, kept in
 * files, against the bus inside the process, which keeps nothing. Prints one JSON object.
 */

/** Jobs on their way at a time; the next is published when one is acknowledged. */
const IN_FLIGHT = [1, 32] as const;
const ROUNDS = 5;
const JOBS = { nats: { 1: 1_000, 32: 4_000 }, memory: { 1: 10_000, 32: 20_000 } } as const;
const BODY = Buffer.from(JSON.stringify(['group-3f9a1c', 'group-81d04e', 'group-c2b7aa']));
const SPEC: QueueSpec = { name: 'bench', maxMessages: 100_000, ackWaitMs: 60_000, maxDeliver: 20, duplicateWindowMs: 1_000 };

interface Round {
  /** How long each job took, milliseconds. */
  readonly each: readonly number[];
  readonly perSecond: number;
  /** Of this process, microseconds a job. */
  readonly cpu: number;
}

let published = 0;

async function run(bus: Bus, inFlight: number, jobs: number): Promise<Round> {
  const begun = new Map<string, number>();
  const each: number[] = [];
  let left = jobs;
  const done = Promise.withResolvers<void>();
  const next = async () => {
    if (left-- <= 0) return;
    const id = `job-${published++}`;
    begun.set(id, performance.now());
    await bus.publish(SPEC, { id, data: BODY });
  };
  const consumption = await bus.consume(SPEC, inFlight, async (delivery) => {
    await delivery.ack();
    each.push(performance.now() - (begun.get(delivery.id) ?? Number.NaN));
    if (each.length === jobs) done.resolve();
    else void next().catch(done.reject);
  });
  const [start, before] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: inFlight }, next));
  await done.promise;
  const [ms, { user, system }] = [performance.now() - start, process.cpuUsage(before)];
  await consumption.stop();
  return { each, perSecond: (jobs * 1_000) / ms, cpu: (user + system) / jobs };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function figures(rounds: readonly Round[]) {
  const times = rounds.flatMap(({ each }) => each).toSorted((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toPrecision(3));
  return { jobs_per_second: Math.round(median(rounds.map(({ perSecond }) => perSecond))), ms: { p50: at(0.5), p99: at(0.99) }, cpu_us_per_job: Math.round(median(rounds.map(({ cpu }) => cpu))) };
}

const server = await startServer('nats');
const buses = { nats: await openBus(server.url), memory: openMemoryBus() };
const measured: Record<keyof typeof buses, Record<string, ReturnType<typeof figures>>> = { nats: {}, memory: {} };
for (const inFlight of IN_FLIGHT) {
  const rounds: Record<keyof typeof buses, Round[]> = { nats: [], memory: [] };
  // The kinds take turns, so that what else the machine does falls on both; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of ['nats', 'memory'] as const) rounds[kind].push(await run(buses[kind], inFlight, JOBS[kind][inFlight]));
  }
  for (const kind of ['nats', 'memory'] as const) measured[kind][`in_flight_${inFlight}`] = figures(rounds[kind].slice(1));
}
for (const bus of Object.values(buses)) await bus.close();
await server.stop();

console.log(
  JSON.stringify(
    {
      bench: 'bus',
      body_bytes: BODY.length,
      rounds: ROUNDS,
      jobs_per_round: JOBS,
      nats: { what: `NATS JetStream ${server.version} on loopback, one server, kept in files; client and server share the machine`, ...measured.nats },
      baseline: { name: 'the bus in memory of the same process, which keeps nothing', ...measured.memory },
    },
    null,
    2,
  ),
);
