import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '#kit/clock.ts';
import { openStore } from '#kit/store/open.ts';
import { Backend, Task } from '#protos/core/v1/task.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { sandboxBackend } from '#env-manager/backends/sandbox/backend.ts';
import { createSandbox } from '#env-manager/backends/sandbox/sandbox.ts';
import type { EpisodeSetup } from '#env-manager/backends/sandbox/setup.ts';
import { EnvironmentBackends } from '#env-manager/environment.ts';
import { Episodes } from '#env-manager/episodes.ts';
import { phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import type { DomainDefinition, WorldDefinition } from '#env-manager/worlds/world.ts';
import { NaiveSandbox } from './naive-sandbox.ts';

/**
 * The sandbox against a naive one (deep copies, full comparison) in the same run, on the phone world with 10,000 more rows.
 * Prints one JSON object: times in microseconds (median), rates per second, sizes in bytes.
 */

const ROWS = 10_000;
const NOW = '2026-03-02T07:00:00Z';
const ZONE = 'Europe/Berlin';
const setup: EpisodeSetup = { state: {}, now: NOW, timeZone: ZONE, locale: 'en', deniedPermissions: [], faults: [] };

const records: DomainDefinition = {
  id: 'records',
  title: 'Records',
  tables: [{ name: 'records', idPrefix: 'record' }],
  base: { records: Object.fromEntries(Array.from({ length: ROWS }, (_, i) => [`record_${i}`, recordOf(i)])) },
  tools: [
    {
      name: 'manage_record',
      description: 'Reads, adds, marks or removes a record.',
      inputSchema: {
        type: 'object',
        properties: {
          action: { type: 'string', description: 'What to do.', enum: ['get', 'add', 'mark', 'remove'] },
          recordId: { type: 'string', description: 'Which record.', format: 'id' },
        },
        required: ['action'],
        additionalProperties: false,
      },
      sideEffect: (args) => args['action'] !== 'get',
      run: ({ action, recordId }, { tables, now }) => {
        const id = String(recordId ?? '');
        if (action === 'add') return { status: 200, body: { success: true, data: { id: tables.insert('records', { ...recordOf(0), at: now }) } } };
        const row = tables.get('records', id);
        if (!row) return { status: 404, body: { success: false, error: `no record ${id}`, code: 404 } };
        if (action === 'mark') tables.update('records', id, { read: true, at: now });
        if (action === 'remove') tables.remove('records', id);
        return { status: 200, body: { success: true, data: { id, ...row } } };
      },
    },
  ],
  skills: [],
};

function recordOf(i: number) {
  return { title: `Record number ${i}`, body: 'The quick brown fox jumps over the lazy dog.', sender: `contact_${i % 97}`, read: i % 3 === 0, size: i * 17, tags: ['inbox', `tag${i % 11}`] };
}

const world: WorldDefinition = { id: phoneWorld.id, domains: [...phoneWorld.domains, records] };
const call = (name: string, args: { readonly [key: string]: string }): ToolCall => ({ callId: 'c', name, argumentsJson: JSON.stringify(args) });

/** Eight turns of a plausible task: reads, writes, one wrong call, one call on a missing row. */
const plan: readonly (readonly ToolCall[])[] = [
  [call('query_wifi', {}), call('query_bluetooth', {})],
  [call('manage_record', { action: 'get', recordId: 'record_77' })],
  [call('manage_app_permission', { action: 'revoke', permission: 'photos' })],
  [call('manage_record', { action: 'mark', recordId: 'record_77' }), call('manage_record', { action: 'mark', recordId: 'record_78' })],
  [call('manage_record', { action: 'forget' })],
  [call('manage_record', { action: 'add' })],
  [call('manage_record', { action: 'remove', recordId: 'no_such_record' })],
  [call('manage_record', { action: 'remove', recordId: 'record_5000' })],
];

interface Playable {
  reset(): void;
  step(calls: readonly ToolCall[]): unknown;
}
const play = (episode: Playable) => plan.map((block) => episode.step(block));

/** Median microseconds of one call of `body`, over `rounds` rounds of `batch` calls. */
function micros(rounds: number, batch: number, body: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    for (let i = 0; i < batch; i++) body();
    return ((performance.now() - start) * 1000) / batch;
  });
  return rounded(times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

/** Steps per second without the reset, and episodes per second with it. */
function rates(episode: Playable, rounds: number): { readonly steps_per_second: number; readonly episodes_per_second: number } {
  let stepping = 0;
  const start = performance.now();
  for (let i = 0; i < rounds; i++) {
    episode.reset();
    const ready = performance.now();
    play(episode);
    stepping += performance.now() - ready;
  }
  const whole = performance.now() - start;
  return { steps_per_second: Math.round((rounds * plan.length * 1000) / stepping), episodes_per_second: rounded((rounds * 1000) / whole) };
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes of heap that one of `count` things keeps alive. */
function heapBytes(count: number, make: (i: number) => unknown): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: count }, (_, i) => make(i));
  collect();
  const used = process.memoryUsage().heapUsed - before;
  return kept.length === count ? Math.round(used / count) : 0;
}

async function serviceRate(journal: 'store' | 'memory'): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
  const [store, evidenceStore] = [await openStore(`sqlite:${folder}/gyre.db`), await openStore(`sqlite:${folder}/evidence.db`)];
  const backends = new EnvironmentBackends([sandboxBackend([createSandbox(world)])]);
  const episodes = new Episodes({ backends, store, evidenceStore, clock: systemClock, journal });
  const task = Task.fromPartial({ id: 't', world: world.id, backend: Backend.SANDBOX, locale: 'en', now: NOW, timeZone: ZONE, request: 'Tidy up' });
  const count = 400;
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const id = `episode-${i}`;
    await episodes.create({ id, task, seed: i, leaseMs: 0, slotId: '', attempt: 1 });
    for (const [step, calls] of plan.entries()) await episodes.step(id, step, calls);
    await episodes.close(id, 'finished');
  }
  const rate = count / ((performance.now() - start) / 1000);
  await store.close();
  await evidenceStore.close();
  rmSync(folder, { recursive: true });
  return Math.round(rate);
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

const sandbox = createSandbox(world);
const naive = new NaiveSandbox(world);
const mine = sandbox.open(setup, 1);
const theirs = naive.open(NOW, ZONE, 1);
// Both must do the same work, or the comparison says nothing.
deepStrictEqual(play(mine), play(theirs));
deepStrictEqual(mine.changes().map(({ bookkeeping: _, ...change }) => change), theirs.changes());

const mineRates = rates(mine, 600);
const naiveRates = rates(theirs, 5);
const measured = {
  ...mineRates,
  reset_us: micros(50, 200, () => mine.reset()),
  fork_us: (play(mine), micros(50, 200, () => mine.fork())),
  diff_us: micros(50, 50, () => mine.changes()),
  digest_us: micros(50, 50, () => mine.stateDigest()),
  heap_bytes_per_episode: heapBytes(2000, (i) => {
    const episode = sandbox.open(setup, i);
    play(episode);
    return episode;
  }),
  json_bytes_per_episode: JSON.stringify(mine.snapshot()).length,
};
theirs.reset();
play(theirs);
const baseline = {
  ...naiveRates,
  reset_us: micros(7, 1, () => theirs.reset()),
  fork_us: (play(theirs), micros(7, 1, () => theirs.fork())),
  diff_us: micros(5, 1, () => theirs.changes()),
  digest_us: micros(5, 1, () => theirs.stateDigest()),
  heap_bytes_per_episode: heapBytes(10, (i) => {
    const episode = naive.open(NOW, ZONE, i);
    play(episode);
    return episode;
  }),
  json_bytes_per_episode: theirs.size(),
};
const rows = world.domains.reduce((sum, domain) => sum + Object.values(domain.base).reduce((n, table) => n + Object.keys(table).length, 0), 0);
const report = {
  bench: 'sandbox',
  world: { rows, tools: sandbox.tools.length, build: sandbox.build },
  turns_per_episode: plan.length,
  calls_per_episode: plan.flat().length,
  sandbox: measured,
  naive: { name: 'deep copy by structuredClone at reset and fork, difference over all rows as JSON', ...baseline },
  service: {
    what: 'create, 8 steps, close with evidence, one after another, SQLite files',
    episodes_per_second_journal_memory: await serviceRate('memory'),
    episodes_per_second_journal_store: await serviceRate('store'),
  },
};
console.log(JSON.stringify(report, null, 2));
