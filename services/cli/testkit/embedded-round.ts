import { loadConfig } from '#kit/config.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { openEmbedded } from '../embedded.ts';

/** A round small enough for a test: everything real, few tasks, few updates. */
export const tinyPlan: RoundPlan = RoundPlan.fromPartial({
  ...{ seed: 5, number: 1, demonstrations: 8, coldStartEpochs: 1, updates: 2, groupsPerUpdate: 3, groupSize: 3, staleness: 1 },
  ...{ temperature: 1, learningRate: 0.005, controllerInterval: 0, objective: 'care', sampling: 'flywheel', schedule: 'deterministic' },
  ...{ phi: { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 }, devTasks: 6, approve: 'auto', reviseHarness: true },
});

export function openTiny(stateDir: string, threads: number, scripts?: ReadonlyMap<string, readonly Action[]>) {
  const config = loadConfig({ GYRE_STATE_DIR: stateDir, GYRE_LOG_LEVEL: 'error' });
  const pool = { world: 'phone', trainTasks: 30, devTasks: 6, testTasks: 6 };
  return openEmbedded({ config, threads, ...(scripts ? { scripts } : {}), trainer: { settings: { pool } } });
}

/** Runs the round of that id to its end, or on from where it is. */
export async function runTiny(stateDir: string, threads: number, onPhase: (phase: string) => void = () => undefined) {
  const embedded = await openTiny(stateDir, threads);
  try {
    await embedded.trainer.startRound({ roundId: 'r1', plan: tinyPlan });
    for await (const { phase } of embedded.trainer.watchRound({ roundId: 'r1' }, { timeoutMs: 600_000 })) onPhase(phase);
    const { round } = await embedded.trainer.getRound({ roundId: 'r1' });
    const { episodes } = await embedded.environments.listEpisodes({ openOnly: true, limit: 100 });
    const slots = await embedded.store.collection<{ _id: string; state: string }>({ name: 'slots' }).find({});
    return { round, open: episodes.length, slots: slots.map(({ _id, state }) => `${_id} ${state}`).sort() };
  } finally {
    await embedded.close();
  }
}

/** As a process of its own, to be killed: `node embedded-round.ts STATE_DIR`. */
const [, script, stateDir] = process.argv;
if (script?.endsWith('embedded-round.ts') && stateDir !== undefined) await runTiny(stateDir, 1, (phase) => console.log(phase));
