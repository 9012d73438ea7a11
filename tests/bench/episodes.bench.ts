import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskBundle } from '#curator/tasks/mod.ts';
import { createSandbox, phoneWorld } from '#env-manager/mod.ts';
import { GyreError } from '#kit/errors.ts';
import { EndReason } from '#protos/core/v1/trajectory.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { type ClaimedSlot, runAttempt, unpack } from '#rollout-worker/mod.ts';
import { type EpisodeStack, openEpisodeStack, type StackOptions } from './episode-stack.ts';
import { constructPool } from './rollout-stack.ts';

/**
 * Whole episodes of the rule planner on the same tasks: create, open a session, plan and step to the reply, verify, close. Services
 * in one process called directly, the same over gRPC on loopback, and naive ones called directly. Prints one JSON object.
 */

const TASKS = 60;
/** Passes over the tasks that are timed, after one that is not. */
const PASSES = 5;
/** Episodes at a time. */
const WIDTHS = [1, 8];

const sandbox = createSandbox(phoneWorld);

interface Episode {
  readonly calls: readonly string[];
  readonly end: EndReason;
  readonly success: boolean | undefined;
}

let attempts = 0;
async function episode({ task }: TaskBundle, { services }: EpisodeStack): Promise<Episode> {
  const id = `bench-${attempts++}`;
  const slot: ClaimedSlot = { _id: id, groupId: id, purpose: 'training', taskId: task.id, policy: 'rule-planner', harnessVersion: '', temperature: 0, seed: 1, guidanceSeed: '', attempt: 1, workerId: 'bench' };
  const outcome = await runAttempt(slot, task, services);
  if (outcome.kind === 'fault') throw new GyreError('INTERNAL', `task ${task.id}: ${outcome.fault}`, { boundary: 'environment' });
  const { trajectory, verdict } = IngestRequest.decode(unpack(outcome.result));
  const turns = trajectory?.steps.map(({ turn }) => turn?.action?.turn) ?? [];
  const calls = turns.flatMap((turn) => (turn?.$case === 'calls' ? turn.value.calls.map(({ name, argumentsJson }) => `${name} ${argumentsJson}`) : []));
  return { calls, end: trajectory?.endReason ?? EndReason.UNSPECIFIED, success: verdict?.success };
}

/** Opens the stacks, each over a folder of its own, and closes them after `body`. */
async function within<T>(options: readonly Omit<StackOptions, 'folder'>[], body: (stacks: readonly EpisodeStack[]) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'episodes-bench-'));
  const stacks: EpisodeStack[] = [];
  try {
    for (const each of options) stacks.push(await openEpisodeStack({ ...each, folder: mkdtempSync(join(folder, 'stack-')) }));
    return await body(stacks);
  } finally {
    for (const stack of stacks) await stack.close();
    rmSync(folder, { recursive: true });
  }
}

/** All episodes of one pass in task order, `width` of them at a time. */
async function pass(tasks: readonly TaskBundle[], stack: EpisodeStack, width: number): Promise<Episode[]> {
  const done: Episode[] = [];
  const waiting = tasks.entries();
  const lane = async () => {
    for (const [at, bundle] of waiting) done[at] = await episode(bundle, stack);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return done;
}

/** Milliseconds of the wall clock and of the processor. */
interface Pass {
  readonly wall: number;
  readonly cpu: number;
}

interface Measured {
  readonly episodes: readonly Episode[];
  readonly callsPerEpisode: number;
  /** The timed passes, by width. */
  readonly passes: ReadonlyMap<number, Pass[]>;
}

/** The stacks take turns, so that whatever else the machine does falls on all of them. */
async function measure(tasks: readonly TaskBundle[], stacks: readonly EpisodeStack[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const stack of stacks) {
    const episodes = await pass(tasks, stack, 1);
    measured.push({ episodes, callsPerEpisode: stack.calls() / tasks.length, passes: new Map(WIDTHS.map((width) => [width, []])) });
  }
  for (let round = 0; round < PASSES; round++) {
    for (const [at, stack] of stacks.entries()) {
      for (const [width, times] of measured[at]?.passes ?? []) {
        const [start, before] = [performance.now(), process.cpuUsage()];
        await pass(tasks, stack, width);
        const { user, system } = process.cpuUsage(before);
        times.push({ wall: performance.now() - start, cpu: (user + system) / 1000 });
      }
    }
  }
  return measured;
}

/** Of the median pass. Processor time says more than the clock where other work shares the machine. */
function rates({ passes, callsPerEpisode }: Measured) {
  const widths = [...passes].map(([width, times]) => {
    const wall = median(times.map((one) => one.wall));
    const cpu = median(times.map((one) => one.cpu));
    return [`${width}_at_a_time`, { episodes_per_second: rounded((TASKS * 1000) / wall), cpu_ms_per_episode: rounded(cpu / TASKS) }] as const;
  });
  return { ...Object.fromEntries(widths), rpcs_per_episode: rounded(callsPerEpisode) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** What the naive sandbox and harness can do too: no faults, denied permissions, memory or skills. */
async function comparable(): Promise<TaskBundle[]> {
  const plain = constructPool(1, { train: 600, dev: 0, test: 0 }).filter(({ task }) => task.locale === 'en' && task.faults.length === 0 && task.deniedPermissions.length === 0 && task.memory.length === 0);
  const played = await within([{ transport: 'in_process', pool: plain }], async ([stack]) => (stack ? pass(plain, stack, 1) : []));
  const replied = (one: Episode | undefined) => one !== undefined && one.end >= EndReason.FINISHED && one.end <= EndReason.REFUSED;
  const own = (one: Episode | undefined) => one !== undefined && one.calls.length > 1 && one.calls.every((call) => sandbox.hasTool(call.split(' ', 1)[0] ?? ''));
  return plain.filter((_, at) => replied(played[at]) && own(played[at])).slice(0, TASKS);
}

const pool = await comparable();
deepStrictEqual(pool.length, TASKS);
const [embedded, grpc, naive] = await within(
  [
    { transport: 'in_process', pool },
    { transport: 'grpc', pool },
    { transport: 'in_process', naive: true, pool },
  ],
  (stacks) => measure(pool, stacks),
);
if (!embedded || !grpc || !naive) throw new RangeError('a stack was not measured');
// All three must have played the same episodes, or the comparison says nothing.
deepStrictEqual(grpc.episodes, embedded.episodes);
deepStrictEqual(naive.episodes, embedded.episodes);
const calls = embedded.episodes.reduce((sum, one) => sum + one.calls.length, 0);
console.log(
  JSON.stringify(
    {
      bench: 'episodes',
      tasks: TASKS,
      passes: PASSES,
      policy: 'rule-planner',
      calls_per_episode: rounded(calls / TASKS),
      embedded: { what: 'one thread, called with the encoding of the contract, stores as SQLite files', ...rates(embedded) },
      grpc: { what: 'the same services, every call over gRPC on loopback, client and servers in one thread', ...rates(grpc) },
      naive: { name: 'world deep-copied for each episode, context assembled and hashed anew at each step, nothing written but verdicts', ...rates(naive) },
    },
    null,
    2,
  ),
);
