import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '#cli/embedded.ts';
import { tinyPlan } from '#cli/testkit/embedded-round.ts';
import { versionNumber } from '#harness-gateway/policy/triton/repository.ts';
import { loadConfig } from '#kit/config.ts';
import { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { gyre } from '#tests/e2e/gyre.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { emptyRepository } from './plant.ts';

const POOL = { world: 'phone', trainTasks: 30, devTasks: 6, testTasks: 6 };

const suite = await withServers('triton');
suite('the embedded profile, with GYRE_POLICY_URL naming a Triton', () => {
  const models = emptyRepository();
  const server = withServer('triton', { models });
  let stateDir = '';
  let env: Record<string, string> = {};
  let policy = '';

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'gyre-embedded-'));
    env = { GYRE_STATE_DIR: stateDir, GYRE_LOG_LEVEL: 'error', GYRE_POLICY_URL: `${server().url}/policy?repository=${models}` };
  });
  afterAll(async () => {
    await rm(stateDir, { recursive: true, force: true });
    await rm(models, { recursive: true });
  });

  /** Choices that the server has scored with a version, by its own account. */
  async function scored(version: string): Promise<number> {
    const text = await (await fetch(`http://${server().addresses.metrics}/metrics`)).text();
    return Number(new RegExp(`nv_inference_count\\{[^}]*version="${versionNumber(version)}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  }

  it('runs a round whose policies act there, in its threads, and serves what came of it', async () => {
    const embedded = await openEmbedded({ config: loadConfig(env), threads: 2, trainer: { settings: { pool: POOL } } });
    try {
      await embedded.trainer.startRound({ roundId: 'r1', plan: { ...tinyPlan, reviseHarness: false } });
      for await (const _ of embedded.trainer.watchRound({ roundId: 'r1' }, { timeoutMs: 600_000 }));
      const { round } = await embedded.trainer.getRound({ roundId: 'r1' });
      expect(round).toMatchObject({ phase: 'done', error: '', update: tinyPlan.updates });
      policy = round?.policy ?? '';
      const slots = await embedded.store.collection<{ _id: string; state: string; faults: number }>({ name: 'slots' }).find({});
      expect(slots.filter(({ state, faults }) => state !== 'accepted' || faults > 0)).toEqual([]);
      expect(await scored(policy)).toBeGreaterThan(0);
      const session = { sessionId: 'user-1', locale: 'en', now: '2026-03-02T09:00:00', timeZone: 'UTC', request: 'turn on Bluetooth', world: 'phone', sampling: { temperature: 0, seed: 1 } };
      const { harness } = embedded;
      expect((await harness.openSession(OpenSessionRequest.fromPartial(session))).policy).toBe(policy);
      const before = await scored(policy);
      await harness.plan({ sessionId: 'user-1', step: 0, results: [] });
      expect(await scored(policy)).toBeGreaterThan(before);
    } finally {
      await embedded.close();
    }
  });

  it('so does a command, which ends when it is done', async () => {
    const before = await scored(policy);
    const { code, stderr } = await gyre(['--json', 'eval', '--policy', policy, '--split', 'dev', '--limit', '3'], { stateDir, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await scored(policy)).toBeGreaterThan(before);
  });

  it('and says which variable is wrong', async () => {
    const { code, stderr } = await gyre(['policy', 'list'], { stateDir, env: { ...env, GYRE_POLICY_URL: 'triton://nowhere' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/GYRE_POLICY_URL: .*write triton:\/\/HOST/);
  });
});
