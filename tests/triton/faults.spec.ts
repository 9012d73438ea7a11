import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CompactPolicy } from '#harness-gateway/policy/compact/mod.ts';
import { opening } from '#harness-gateway/policy/compact/testkit.ts';
import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import { stir } from '#harness-gateway/policy/compact/network/network.testkit.ts';
import type { Policy } from '#harness-gateway/policy/types.ts';
import { GyreError } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import { insideCall } from '#kit/rpc/call-scope.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { emptyRepository, openPlant, type Plant } from './plant.ts';

const SHAPE = { ...DEFAULT_SHAPE, rows: 4096 };
const parameters = stir(initialise(SHAPE, random('faults')), random('faults', 'stirred'));
const TOOLS = ['manage_wifi', 'connect_wifi', 'query_wifi', 'open_app', 'close_app'];
const input = (seed: number) => ({ context: { opening: opening('connect to the Harbor_5G Wi-Fi, then open "Maps"', TOOLS), turns: [] }, sampling: { temperature: 1, seed } });
/** Long enough for a server to come back on a busy machine. */
const PATIENT = { patienceMs: 90_000, decideMs: 100_000 };

/** A bound on hanging only. */
const WAIT = { timeout: 90_000, interval: 50 };

const suite = await withServers('triton');
suite('Triton fails', () => {
  const models = emptyRepository();
  const server = withServer('triton', { models });
  const here = new CompactPolicy('v', parameters);
  const expected = (seed: number) => here.decide(input(seed)).action;
  let plant: Plant;

  beforeAll(async () => {
    plant = await openPlant(server().url, models);
    await plant.process().publisher.publish(await plant.add('v', parameters));
  });
  afterAll(async () => {
    await plant.close();
    await rm(models, { recursive: true });
  });

  /** Eight sessions decide while `during` runs; returns what was thrown. */
  async function underLoad(policy: Policy, during: (seen: { readonly right: number; readonly thrown: readonly unknown[] }) => Promise<void>): Promise<readonly unknown[]> {
    let running = true;
    const thrown: unknown[] = [];
    const seen = { right: 0, thrown };
    const sessions = Array.from({ length: 8 }, async (_, k) => {
      for (let seed = k; running; seed += 8) {
        try {
          expect((await policy.decide(input(seed))).action).toEqual(expected(seed));
          seen.right++;
        } catch (error) {
          thrown.push(error);
          if (!(error instanceof GyreError)) return;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    });
    try {
      await expect.poll(() => seen.right, WAIT).toBeGreaterThan(20);
      await during(seen);
      const before = seen.right;
      await expect.poll(() => seen.right, WAIT).toBeGreaterThan(before + 20);
    } finally {
      running = false;
      await Promise.all(sessions);
    }
    return thrown;
  }

  it('and restarts: decisions wait, within their time, and then go on', async () => {
    const policy = await plant.process({ patience: PATIENT }).policy('v');
    const thrown = await underLoad(policy, async () => {
      await server().kill();
      await server().restart();
    });
    expect(thrown).toEqual([]);
  });

  it('and stays away for longer than a decision waits: infrastructure faults, and the same decisions afterwards', async () => {
    const policy = await plant.process({ patience: { patienceMs: 300 } }).policy('v');
    const thrown = await underLoad(policy, async (seen) => {
      await server().kill();
      await expect.poll(() => seen.thrown.length, WAIT).toBeGreaterThan(8);
      await server().restart();
    });
    for (const error of thrown) expect(error).toMatchObject({ boundary: 'harness', retryable: true, isInfrastructureFault: true });
  });

  it('in the middle of a session, which then goes on as if nothing had happened', async () => {
    const policy = await plant.process({ patience: { patienceMs: 200 } }).policy('v');
    const { context, sampling } = input(3);
    const session = policy.open?.(context.opening);
    await server().kill();
    await expect(session?.decide([], sampling)).rejects.toMatchObject({ isInfrastructureFault: true });
    await server().restart();
    const patient = plant.process({ patience: PATIENT });
    await expect.poll(() => patient.ping().then(() => true, () => false), WAIT).toBe(true);
    // Its own connection may still be on its way back.
    const decided = async () => {
      try {
        return (await session?.decide([], sampling))?.action;
      } catch {
        return undefined;
      }
    };
    await expect.poll(decided, WAIT).toEqual(expected(3));
  });

  it('and forgets its models: whoever asks for its health has them loaded again', async () => {
    const triton = plant.process();
    await server().restart();
    await expect.poll(() => triton.ping().then(() => true, () => false), WAIT).toBe(true);
    expect((await triton.server.index()).filter(({ state }) => state === 'READY')).toHaveLength(1);
    expect((await (await triton.policy('v')).decide(input(4))).action).toEqual(expected(4));
  });

  it('by unloading the model: the next decision has it loaded again', async () => {
    const triton = plant.process({ patience: PATIENT });
    const policy = await triton.policy('v');
    await triton.server.unload('policy');
    await expect.poll(async () => (await triton.server.index()).every(({ state }) => state === 'UNAVAILABLE'), WAIT).toBe(true);
    expect((await policy.decide(input(5))).action).toEqual(expected(5));
  });

  it('by standing still: a decision ends with the deadline of the call that asks for it, and others go on afterwards', async () => {
    const policy = await plant.process({ patience: { ...PATIENT, tryMs: 300 } }).policy('v');
    await server().kill('SIGSTOP');
    const waiting = policy.decide(input(6));
    try {
      const asking = { deadline: Date.now() + 700, signal: new AbortController().signal, metadata: {} };
      await expect(insideCall(asking, async () => policy.decide(input(7)))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', isInfrastructureFault: true });
    } finally {
      await server().kill('SIGCONT');
    }
    expect((await waiting).action).toEqual(expected(6));
    expect((await policy.decide(input(7))).action).toEqual(expected(7));
  });
});
