import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import { gyre, stateFolder } from './gyre.ts';
import { KILLABLE_ROUND, runKillable } from './killable-round.ts';

/** In their order; what lies between them takes milliseconds. */
const PHASES = ['constructing', 'collecting', 'cold_start', 'training', 'evaluating', 'revising', 'done'];
/** Kills aimed at each phase, twenty together. */
const KILLS = { constructing: 2, collecting: 4, cold_start: 4, training: 6, evaluating: 3, revising: 1 };

const folders: Awaited<ReturnType<typeof stateFolder>>[] = [];
beforeAll(async () => {
  folders.push(await stateFolder(), await stateFolder());
});
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

/** One life of the round: killed without warning, so long after it reached the phase or one behind it. The phase it died in. */
async function life(stateDir: string, aim: string, delayMs: number): Promise<string> {
  const child = spawn(process.execPath, [KILLABLE_ROUND, stateDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let timer: NodeJS.Timeout | undefined;
  let last = '';
  for await (const phase of createInterface({ input: child.stdout })) {
    last = phase;
    if (PHASES.indexOf(phase) >= PHASES.indexOf(aim)) timer ??= setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
  return last;
}

it('a round that is killed at 20 random moments comes to the same as one that was left alone', async () => {
  const [calm = '', killed = ''] = folders.map(({ dir }) => dir);
  const reached = new Map<string, number>();
  const undisturbed = await runKillable(calm, (phase) => reached.has(phase) || reached.set(phase, performance.now()));
  expect(undisturbed.round).toMatchObject({ phase: 'done', error: '', update: 5 });

  const stream = random('kills', 1);
  const died: string[] = [];
  for (const [phase, kills] of Object.entries(KILLS)) {
    const next = PHASES[PHASES.indexOf(phase) + 1] ?? '';
    const length = (reached.get(next) ?? 0) - (reached.get(phase) ?? 0);
    // What one life has done the next need not do again, so that the kills share the length of the phase.
    for (let i = 0; i < kills; i++) died.push(await life(killed, phase, (stream.next() * 1.5 * length) / kills));
  }
  expect(died).toHaveLength(20);
  // Where a kill lands depends on how busy the machine is; that several phases were hit does not.
  expect(new Set(died).size).toBeGreaterThanOrEqual(3);

  const resumed = await runKillable(killed);
  // Digests of the round, its release, policies and harness; slots, records and trajectories one by one.
  expect(resumed).toEqual(undisturbed);
  expect(resumed.openEpisodes).toBe(0);
  expectNothingLost(resumed);

  const replayed = await gyre(['--json', 'replay', '--all'], { stateDir: killed });
  expect(replayed.code).toBe(0);
  const { trajectories, differing } = JSON.parse(replayed.stdout);
  expect({ trajectories, differing }).toEqual({ trajectories: resumed.trajectories.length, differing: 0 });
});

/** Each slot accepted and settled, or dropped with its whole group; no trajectory of a slot twice, no record without one. */
function expectNothingLost({ slots, trajectories, records }: Awaited<ReturnType<typeof runKillable>>): void {
  expect(slots.length).toBeGreaterThan(100);
  const states = Map.groupBy(slots, ({ groupId }) => groupId);
  for (const group of states.values()) {
    expect([['accepted'], ['dropped']]).toContainEqual([...new Set(group.map(({ state }) => state))]);
  }
  expect(slots.filter(({ state, settled }) => state === 'accepted' && !settled)).toEqual([]);
  expect(new Set(trajectories.map(({ slot }) => slot)).size).toBe(trajectories.length);
  expect([...new Set(trajectories.map(({ record }) => record))].sort()).toEqual(records);
}
