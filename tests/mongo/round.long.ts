import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { S3_KEY } from '#deploy/servers/s3/launch.ts';
import { loadConfig } from '#kit/config.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { openEmbedded } from '../../services/cli/embedded.ts';

/** A round of few tasks and updates with every phase in it. */
const plan: RoundPlan = RoundPlan.fromPartial({
  ...{ seed: 5, number: 1, demonstrations: 8, coldStartEpochs: 1, updates: 2, groupsPerUpdate: 3, groupSize: 3, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 6, approve: 'auto', reviseHarness: true },
});

/** Everything a round decided, by content: records, releases and policy versions are named by their digests. */
async function roundOver(env: Readonly<Record<string, string>>) {
  const stateDir = await mkdtemp(join(tmpdir(), 'gyre-round-'));
  onTestFinished(() => rm(stateDir, { recursive: true }));
  const config = loadConfig({ GYRE_STATE_DIR: stateDir, GYRE_LOG_LEVEL: 'error', ...env });
  const pool = { world: 'phone', trainTasks: 30, devTasks: 6, testTasks: 6 };
  const { trainer, environments, store, close } = await openEmbedded({ config, threads: 1, trainer: { settings: { pool } } });
  try {
    await trainer.startRound({ roundId: 'r1', plan });
    const phases: string[] = [];
    for await (const { phase } of trainer.watchRound({ roundId: 'r1' }, { timeoutMs: 1_500_000 })) phases.push(phase);
    const ids = async (name: string) => (await store.collection({ name }).find({})).map(({ _id }) => _id).sort();
    const { episodes } = await environments.listEpisodes({ openOnly: true, limit: 10 });
    const { round } = await trainer.getRound({ roundId: 'r1' });
    return { last: phases.at(-1), round, open: episodes.length, records: await ids('records'), releases: await ids('releases'), policies: await ids('policies') };
  } finally {
    await close();
  }
}

const describeBoth = await withServers('mongo', 's3');

describeBoth('a round over MongoDB and S3', () => {
  const mongo = withServer('mongo', { memory: true });
  const s3 = withServer('s3');

  it('comes to what it comes to over SQLite and files, to the digest', { timeout: 1_800_000 }, async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEY.id).stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEY.secret);
    onTestFinished(() => void vi.unstubAllEnvs());
    const embedded = await roundOver({});
    const servers = await roundOver({ GYRE_STORE_URL: `${mongo().url}/gyre`, GYRE_EVIDENCE_URL: `${mongo().url}/evidence`, GYRE_BLOBS_URL: s3().url });
    expect(embedded.policies.length).toBeGreaterThanOrEqual(3);
    expect(servers).toEqual(embedded);
  });
});
