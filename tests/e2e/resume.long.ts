import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import { openStore } from '#kit/store/open.ts';
import { Round } from '#protos/core/v1/round.ts';
import { gyre, stateFolder } from './gyre.ts';

/** A round small enough to be run many times, with every phase in it. */
const PLAN = { seed: 3, demonstrations: 60, coldStartEpochs: 2, updates: 5, groupsPerUpdate: 4, groupSize: 4, devTasks: 40, controllerInterval: 2 };
const ID = 'killed';
const KILLS = 20;

const folders: Awaited<ReturnType<typeof stateFolder>>[] = [];
beforeAll(async () => {
  folders.push(await stateFolder(), await stateFolder());
});
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

interface Came {
  readonly code: number | string;
  readonly round: Round | undefined;
  readonly ms: number;
}

/** Runs or resumes the round; killed after `killAfterMs` without warning. Starting it again by the same id and plan resumes it. */
async function attempt(stateDir: string, killAfterMs?: number): Promise<Came> {
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const { code, stdout } = await gyre(['--json', 'round', 'run', '--id', ID, '--plan', '-'], {
    stateDir,
    stdin: JSON.stringify(PLAN),
    onStart: (child) => {
      if (killAfterMs !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    },
  });
  clearTimeout(timer);
  return { code, round: code === 0 ? Round.fromJSON(JSON.parse(stdout)) : undefined, ms: performance.now() - start };
}

it(`a round that is killed ${KILLS} times ends with the digests of one that was left alone`, async () => {
  const [calm, killed] = folders.map(({ dir }) => dir);
  const undisturbed = await attempt(calm ?? '');
  expect(undisturbed.code).toBe(0);
  expect(undisturbed.round).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });

  const stream = random('kills', 1);
  let last: Came | undefined;
  let kills = 0;
  while (last?.round === undefined) {
    // A start-up and a random share of what the whole round takes, so that every phase meets some of the kills.
    const after = kills < KILLS ? 1_200 + stream.next() * (undisturbed.ms / 3) : undefined;
    last = await attempt(killed ?? '', after);
    if (last.code === 'SIGKILL') kills += 1;
    else expect(last.code).toBe(0);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  const { digest, release, policy, policyCold, harness } = last.round;
  expect({ digest, release, policy, policyCold, harness }).toEqual({
    digest: undisturbed.round?.digest,
    release: undisturbed.round?.release,
    policy: undisturbed.round?.policy,
    policyCold: undisturbed.round?.policyCold,
    harness: undisturbed.round?.harness,
  });

  const store = await openStore(`sqlite:${killed}/gyre.db`);
  const slots = await store.collection<{ _id: string; state: string; settled: boolean }>({ name: 'slots' }).find({});
  expect(slots.length).toBeGreaterThan(100);
  expect(slots.filter(({ state, settled }) => state === 'planned' || state === 'claimed' || (state === 'accepted' && !settled))).toEqual([]);
  const trajectories = await store.collection<{ _id: string; slot_id: string }>({ name: 'trajectories' }).find({});
  expect(new Set(trajectories.map(({ slot_id }) => slot_id)).size).toBe(trajectories.length);
  expect(await store.collection({ name: 'episodes' }).find({ open: true })).toEqual([]);
  await store.close();

  const replayed = await gyre(['--json', 'replay', '--all'], { stateDir: killed ?? '' });
  expect(replayed.code).toBe(0);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ differing: 0 });
});
