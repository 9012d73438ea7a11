import { fileURLToPath } from 'node:url';
import { loadConfig } from '#kit/config.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { openEmbedded } from '../../services/cli/embedded.ts';

/** A round of seconds with every phase in it, and with enough in each that it can be killed in the middle. */
const plan: RoundPlan = RoundPlan.fromPartial({
  ...{ seed: 11, number: 1, demonstrations: 24, coldStartEpochs: 4, updates: 5, groupsPerUpdate: 4, groupSize: 4, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 2, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 24, approve: 'auto', reviseHarness: true },
});
const ID = 'killed';

export const KILLABLE_ROUND = fileURLToPath(import.meta.url);

/** Starts the round over `stateDir`, or goes on with it, and tells every phase that it is in. */
export async function startKillable(stateDir: string, onPhase: (phase: string) => void) {
  const config = loadConfig({ GYRE_STATE_DIR: stateDir, GYRE_LOG_LEVEL: 'error' });
  const pool = { world: 'phone', trainTasks: 60, devTasks: 24, testTasks: 6 };
  const embedded = await openEmbedded({ config, threads: 2, trainer: { settings: { pool } } });
  await embedded.trainer.startRound({ roundId: ID, plan });
  for await (const { phase } of embedded.trainer.watchRound({ roundId: ID }, { timeoutMs: 600_000 })) onPhase(phase);
  return embedded;
}

/** Runs the round to its end, or on from where it is, and reads what it left behind: all that kills must not change. */
export async function runKillable(stateDir: string, onPhase: (phase: string) => void = () => undefined) {
  const { trainer, environments, store, close } = await startKillable(stateDir, onPhase);
  const all = <T extends object>(name: string) => store.collection<T & { _id: string }>({ name }).find({});
  try {
    const { round } = await trainer.getRound({ roundId: ID });
    const { episodes } = await environments.listEpisodes({ openOnly: true, limit: 100 });
    const slots = await all<{ groupId: string; state: string; settled: boolean; record: string }>('slots');
    const trajectories = await all<{ slot_id: string; record: string }>('trajectories');
    const ids = async (name: string) => (await all(name)).map(({ _id }) => _id).sort();
    return {
      round,
      openEpisodes: episodes.length,
      slots: slots.map(({ _id, groupId, state, settled, record }) => ({ id: _id, groupId, state, settled, record })),
      trajectories: trajectories.map(({ slot_id, record }) => ({ slot: slot_id, record })),
      records: await ids('records'),
      releases: await ids('releases'),
      policies: await ids('policies'),
      openings: await ids('openings'),
    };
  } finally {
    await close();
  }
}

/** As a process of its own, `node killable-round.ts STATE_DIR`: says its phases, and ends by being killed only. */
const [, script, stateDir] = process.argv;
if (script === KILLABLE_ROUND && stateDir !== undefined) {
  await startKillable(stateDir, (phase) => console.log(phase));
  console.log('done');
}
