import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny, runTiny } from './testkit/embedded-round.ts';

const SCRIPT = fileURLToPath(new URL('./testkit/embedded-round.ts', import.meta.url));

/** Runs the round in a process of its own and kills it, without warning, when it says it is in `phase`. */
async function killedIn(stateDir: string, phase: string): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, stateDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === phase) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

describe('an embedded instance', () => {
  let dir: string;
  beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'gyre-embedded-'))));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  let whole: Awaited<ReturnType<typeof runTiny>>;

  it('runs a round over the real services and leaves no environment open', async () => {
    whole = await runTiny(join(dir, 'one'), 1);
    expect(whole.round).toMatchObject({ phase: 'done', error: '', update: 2 });
    expect(whole.open).toBe(0);
    expect(whole.slots.every((slot) => slot.endsWith(' accepted'))).toBe(true);
  }, 120_000);

  it('comes to the same with more threads', async () => {
    const other = await runTiny(join(dir, 'two'), 3);
    expect(other.round?.digest).toBe(whole.round?.digest);
    expect(other).toEqual(whole);
  }, 120_000);

  it('comes to the same after being killed in every phase, with no slot lost or doubled', async () => {
    const state = join(dir, 'killed');
    for (const phase of ['collecting', 'cold_start', 'training', 'evaluating', 'revising']) await killedIn(state, phase);
    expect(await runTiny(state, 1)).toEqual(whole);
  }, 240_000);

  it('evaluates a yardstick on test and remembers the result', async () => {
    const embedded = await openTiny(join(dir, 'one'), 1);
    const request = { policy: 'rule-planner', harnessVersion: '', split: 'test', limit: 0, seed: 1, evaluationId: 'yardstick' };
    const first = await embedded.trainer.evaluate(request, { timeoutMs: 60_000 });
    expect(first.outcomes).toHaveLength(6);
    expect(await embedded.trainer.evaluate(request)).toEqual(first);
    await embedded.close();
  }, 120_000);
});
