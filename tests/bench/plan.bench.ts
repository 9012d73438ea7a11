import { deepStrictEqual } from 'node:assert';
import { systemClock } from '#kit/clock.ts';
import type { Opening } from '#protos/core/v1/context.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import { compileAdapter } from '#harness-gateway/adapter/compile.ts';
import { worldSources } from '#harness-gateway/adapter/coverage.ts';
import type { Policy, PolicyOutput } from '#harness-gateway/policy/types.ts';
import { memorySessionJournal } from '#harness-gateway/sessions/journal.ts';
import { Sessions } from '#harness-gateway/sessions/sessions.ts';
import { ToolCatalogues } from '#harness-gateway/tools/catalogues.ts';
import { baseVersion } from '#harness-gateway/versions/base.ts';
import { prepareRuntime } from '#harness-gateway/versions/runtime.ts';
import { NaivePlanner } from './plan-naive.ts';

/**
 * Plan of the harness, with a policy that costs nothing, against a planner that assembles and hashes the whole context at each step.
 * The phone world's tools, 15 candidates, 15 steps a session, results of half a kilobyte. Prints one JSON object: microseconds.
 */

const STEPS = 15;
const SESSIONS = 300;
const WARM = 60;

const { tools, skills, options } = worldSources(phoneWorld);
const artifact = compileAdapter(tools, skills, options);
const runtime = prepareRuntime(baseVersion(artifact.digest), artifact);
const catalogues = new ToolCatalogues(async () => tools, systemClock);
const catalogue = await catalogues.get([], 'phone');

const requests = ['turn the brightness down to 30 percent and then set an alarm for half past seven', '明早八点叫醒我，然后打开蓝牙', 'connect to the wifi at home, as usual'];
const resultJson = JSON.stringify({ success: true, message: 'Done', data: { items: Array.from({ length: 5 }, (_, id) => ({ id: `row_${id}`, name: 'A name of usual length', state: 'enabled', time: '07:30' })), total: 5 } });

const request = (id: string, at: number) =>
  OpenSessionRequest.fromPartial({
    sessionId: id,
    locale: at % 3 === 1 ? 'zh' : 'en',
    now: '2026-03-02T09:00:00',
    timeZone: 'Asia/Shanghai',
    request: requests[at % 3],
    world: 'phone',
    memoryScope: `episode/${id}`,
  });

/** Two calls a turn with arguments that the schema accepts: the search of memory aside, whatever tool takes no required argument. */
function callsFor(opening: Opening): PolicyOutput {
  const free = opening.tools.filter((tool) => tool.name !== 'search_user_memory' && !/"required":\[[^\]]/.test(tool.inputSchemaJson)).slice(0, 2);
  const calls = free.map((tool) => ({ callId: '', name: tool.name, argumentsJson: '{}' }));
  const turn = { $case: 'calls' as const, value: { calls } };
  return { action: { reasoning: '', turn }, tokens: [{ id: 0, logProb: -1, candidates: 16 }], usage: { tokens: 1, toolCalls: calls.length, reasoningTokens: 0 } };
}

const outputs = new Map<string, PolicyOutput>();
const known = (opening: Opening) => {
  const key = opening.request;
  const output = outputs.get(key) ?? callsFor(opening);
  outputs.set(key, output);
  return output;
};
const policy: Policy = {
  name: 'free',
  decide: ({ context }) => (context.opening ? known(context.opening) : Promise.reject(new RangeError('no opening'))),
  open: (opening) => ({ decide: () => known(opening) }),
};

const answer = (call: ToolCall): ToolResult => ({ callId: call.callId, tool: call.name, status: 200, resultJson, imageRef: '', error: undefined });

interface Timed {
  readonly open: number[];
  readonly plan: number[];
}

async function harnessRun(count: number): Promise<Timed & { readonly calls: number }> {
  const sessions = new Sessions({ policies: { get: async () => policy }, runtime: async () => runtime, catalogues, journal: memorySessionJournal(), clock: systemClock });
  const timed: Timed = { open: [], plan: [] };
  let calls = 0;
  for (let at = 0; at < count; at++) {
    const id = `session-${at}`;
    timed.open.push(await time(() => sessions.open(request(id, at), '')));
    let results: ToolResult[] = [];
    for (let step = 0; step < STEPS; step++) {
      const given = results;
      timed.plan.push(
        await time(async () => {
          const { environmentCalls } = await sessions.plan({ sessionId: id, step, results: given }, '');
          results = environmentCalls.map(answer);
        }),
      );
      calls += results.length;
    }
    await sessions.close({ sessionId: id, results }, '');
  }
  return { ...timed, calls };
}

async function naiveRun(count: number): Promise<Timed & { readonly calls: number }> {
  const timed: Timed = { open: [], plan: [] };
  let calls = 0;
  for (let at = 0; at < count; at++) {
    const planner = new NaivePlanner(request(`session-${at}`, at), runtime, catalogue, policy);
    let results: ToolResult[] = [];
    for (let step = 0; step < STEPS; step++) {
      const given = results;
      timed.plan.push(
        await time(async () => {
          const { environmentCalls } = await planner.plan(step, given);
          results = environmentCalls.map(answer);
        }),
      );
      calls += results.length;
    }
  }
  return { ...timed, calls };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) * 1000;
}

function summary(times: readonly number[]): { readonly p50: number; readonly p99: number; readonly mean: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toPrecision(4));
  return { p50: at(0.5), p99: at(0.99), mean: Number((times.reduce((sum, value) => sum + value, 0) / times.length).toPrecision(4)) };
}

function recallTimes(): number[] {
  return Array.from({ length: 3000 }, (_, at) => {
    const start = performance.now();
    catalogue.recall.recall({ request: requests[at % 3] ?? '', always: ['search_user_memory'] });
    return (performance.now() - start) * 1000;
  }).slice(300);
}

await harnessRun(WARM);
await naiveRun(WARM);
const mine = await harnessRun(SESSIONS);
const theirs = await naiveRun(SESSIONS);
// Both must have planned the same calls, or the comparison says nothing.
deepStrictEqual(mine.calls, theirs.calls);
const plan = summary(mine.plan);
const naive = summary(theirs.plan);
console.log(
  JSON.stringify(
    {
      bench: 'plan',
      world: { tools: tools.length, candidates: 15 },
      sessions: SESSIONS,
      steps_per_session: STEPS,
      calls_per_step: Number((mine.calls / (SESSIONS * STEPS)).toFixed(2)),
      open_us: summary(mine.open),
      plan_us: plan,
      plans_per_second: Math.round(1e6 / plan.mean),
      recall_us: summary(recallTimes()),
      naive: { name: 'whole context assembled, and hashed as canonical JSON, at each step', plan_us: naive, plans_per_second: Math.round(1e6 / naive.mean) },
    },
    null,
    2,
  ),
);
