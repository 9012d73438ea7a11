import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, openEmbedded } from '#cli/embedded.ts';
import { gyre } from '#cli/testkit/capture.ts';
import { tinyPlan } from '#cli/testkit/embedded-round.ts';
import { parseScripts } from '#harness-gateway/policy/scripted/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { inTrace } from '#kit/telemetry.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { Backend, Split, Task } from '#protos/core/v1/task.ts';
import { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { listTasks } from '#trainer-controller/mod.ts';

/** Trace of the product whose user asks for something. */
export const REQUEST_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** What a user says, and what the policy writes down of it: nothing of this may be found in telemetry. */
const WORDS = {
  request: 'Remember that Amelie is allergic to hazelnuts and have a birthday cake ordered',
  query: 'allergies of Amelie',
  content: 'Amelie is allergic to hazelnuts',
  newer: 'Amelie is allergic to hazelnuts and walnuts',
  instruction: 'order a birthday cake without hazelnuts',
};

const MEMORY_TOOLS = ['search_user_memory', 'add_user_memory', 'replace_user_memory', 'remove_user_memory'];

/** One call of each kind: a skill, every operation on memory, an agent that a call is handed to, and a call that is wrong. */
const SCRIPT = {
  task: 'request',
  actions: [
    { calls: [{ id: 'c1', name: 'skill__ai_content_personal_assistant', arguments: { reason: WORDS.request } }, { id: 'c2', name: 'search_user_memory', arguments: { query: WORDS.query } }] },
    { calls: [{ id: 'c3', name: 'add_user_memory', arguments: { content: WORDS.content } }, { id: 'c4', name: 'no such tool', arguments: {} }] },
    { calls: [{ id: 'c5', name: 'replace_user_memory', arguments: { memoryId: '$c3.data.memory_id', content: WORDS.newer } }] },
    { calls: [{ id: 'c6', name: 'remove_user_memory', arguments: { memoryId: '$c3.data.memory_id' } }] },
    { calls: [{ id: 'c7', name: 'control_gui_agent', arguments: { action: 'start', appName: 'Nowhere', instruction: WORDS.instruction } }] },
    { finish: { message: WORDS.content, answers: [] } },
  ],
};

/**
 * Runs, with telemetry on its way to `url`: a round started by the command line, a user's request through the harness, a failure, and
 * an episode that nobody closes. Returns the texts that must not have been sent.
 */
export async function runTelling(url: string): Promise<{ readonly words: readonly string[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'gyre-telemetry-'));
  const env = { GYRE_STATE_DIR: dir, GYRE_LOG_LEVEL: 'info', GYRE_OTLP_ENDPOINT: url };
  const config = loadConfig(env);
  // Bursts without a pause are the test's own: a process that serves yields to its exporters.
  process.env['OTEL_BSP_MAX_QUEUE_SIZE'] = '100000';
  process.env['OTEL_METRIC_EXPORT_INTERVAL'] = '500';
  const telemetry = await startTelemetry('test', config, { flushMs: 20_000 });
  const pool = { world: 'phone', trainTasks: 30, devTasks: 6, testTasks: 6 };
  const scripts = new Map(parseScripts(JSON.stringify(SCRIPT), 'SCRIPT').map(({ task, actions }) => [task, actions]));
  const embedded = await openEmbedded({ config, threads: 1, scripts, trainer: { settings: { pool } } });
  try {
    await round(embedded);
    await inTrace({ traceparent: `00-${REQUEST_TRACE}-00f067aa0ba902b7-01` }, () => request(embedded));
    const failure = await embedded.harness.plan({ sessionId: 'nobody', step: 0, results: [] }).catch((thrown: unknown) => thrown);
    createLogger('test', 'info', { write: () => undefined }).error({ err: failure, session: 'nobody' }, 'a call failed');
    await lapse(embedded);
    const tasks = [...(await listTasks(embedded.curator, Split.TRAIN)), ...(await listTasks(embedded.curator, Split.DEV))];
    const asked = tasks.flatMap((task) => [task.request, ...task.memory.map(({ content }) => content), ...task.history.map(({ text }) => text)]);
    // Time for one more reading of what is read at each export.
    await systemClock.sleep(1_000);
    return { words: [...Object.values(WORDS), ...asked].filter((text) => text.length > 8) };
  } finally {
    await embedded.close();
    await telemetry.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** `gyre round run`, in this process. */
async function round(embedded: Embedded): Promise<void> {
  const services = { ...embedded, close: async () => undefined };
  const { code, stderr } = await gyre(['--json', 'round', 'run', '--id', 'r1', '--plan', '-'], { stdin: JSON.stringify(tinyPlan), services: () => services, clock: systemClock });
  if (code !== 0) throw new Error(`gyre round run ended with ${code}: ${stderr}`);
}

/** A product's part: a session, its steps, and the calls that the harness leaves to it. */
async function request({ harness, environments }: Embedded): Promise<void> {
  const id = 'user-1';
  const task = Task.fromPartial({ id: 'request', world: 'phone', backend: Backend.SANDBOX, now: '2026-05-04T07:00:00Z', timeZone: 'Europe/Paris', locale: 'en', request: WORDS.request });
  await environments.createEpisode({ episodeId: id, task, seed: 1, leaseMs: 0, slotId: '', attempt: 0 });
  const exposure = { tools: ['control_gui_agent', ...MEMORY_TOOLS], recall: 0, skills: ['ai-content-personal-assistant'], withheld: [] };
  const { locale, now, timeZone, world } = task;
  await harness.openSession(
    OpenSessionRequest.fromPartial({ sessionId: id, episodeId: id, memoryScope: `episode/${id}`, request: WORDS.request, exposure, locale, now, timeZone, world, budget: { steps: 10 }, policy: 'scripted:request' }),
  );
  let results: ToolResult[] = [];
  for (let step = 0; step < SCRIPT.actions.length; step++) {
    const { environmentCalls } = await harness.plan({ sessionId: id, step, results });
    results = (await environments.step({ episodeId: id, step, calls: environmentCalls })).results;
  }
  await harness.closeSession({ sessionId: id, results });
  await environments.closeEpisode({ episodeId: id, reason: 'done' });
}

/** An episode whose lease ends before anybody closes it. */
async function lapse({ environments }: Embedded): Promise<void> {
  const task = Task.fromPartial({ id: 'left', world: 'phone', backend: Backend.SANDBOX, now: '2026-05-04T07:00:00Z', timeZone: 'Europe/Paris', locale: 'en' });
  await environments.createEpisode({ episodeId: 'left', task, seed: 1, leaseMs: 1, slotId: '', attempt: 0 });
  for (;;) {
    const { episodes } = await environments.listEpisodes({ openOnly: true, limit: 10 });
    if (episodes.length === 0) return;
    await systemClock.sleep(100);
  }
}
