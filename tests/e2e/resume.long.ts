import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import { openStore } from '#kit/store/open.ts';
import { Round } from '#protos/core/v1/round.ts';
import { gyre, stateFolder } from './gyre.ts';

/** A round small enough to be run many times, with every phase in it. */
const PLAN = { seed: 3, demonstrations: 60, coldStartEpochs: 2, updates: 5, groupsPerUpdate: 4, groupSize: 4, devTasks: 40, controllerInterval: 2 };
const ID = 'killed';
const KILLS = 20;
/** Short against the round, so that most lives end in the middle of something. */
const LONGEST_LIFE_MS = 400;

const folders: Awaited<ReturnType<typeof stateFolder>>[] = [];
beforeAll(async () => {
  folders.push(await stateFolder(), await stateFolder());
});
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

/** Phases that a process leaves as it found them: a kill in them is no news, so the clock of a kill starts after them. */
const BEFORE = /^(planned|constructing|round )/;

/** Runs or resumes the round; with `killAfterMs`, killed without warning so long after its first step behind construction. */
async function attempt(stateDir: string, killAfterMs?: number): Promise<number | string> {
  let timer: NodeJS.Timeout | undefined;
  let said = '';
  const { code } = await gyre(['round', 'run', '--id', ID, '--plan', '-'], {
    stateDir,
    stdin: JSON.stringify(PLAN),
    onStart: (child) => {
      child.stderr?.on('data', (part) => {
        said += String(part);
        const underWay = said.split('\n').some((line) => line !== '' && !BEFORE.test(line));
        if (killAfterMs !== undefined && underWay) timer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      });
    },
  });
  clearTimeout(timer);
  return code;
}

async function roundIn(stateDir: string): Promise<Round> {
  const { code, stdout } = await gyre(['--json', 'round', 'watch', ID], { stateDir });
  expect(code).toBe(0);
  return Round.fromJSON(JSON.parse(stdout));
}

it(`a round that is killed up to ${KILLS} times ends with the digests of one that was left alone`, async () => {
  const [calm = '', killed = ''] = folders.map(({ dir }) => dir);
  expect(await attempt(calm)).toBe(0);
  const undisturbed = await roundIn(calm);
  expect(undisturbed).toMatchObject({ phase: 'done', error: '', update: PLAN.updates });

  const stream = random('kills', 1);
  let kills = 0;
  let code: number | string = '';
  while (code !== 0) {
    code = await attempt(killed, kills < KILLS ? stream.next() * LONGEST_LIFE_MS : undefined);
    if (code === 'SIGKILL') kills += 1;
    else expect(code).toBe(0);
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
  const { digest, release, policy, policyCold, harness } = await roundIn(killed);
  expect({ digest, release, policy, policyCold, harness }).toEqual({
    digest: undisturbed.digest,
    release: undisturbed.release,
    policy: undisturbed.policy,
    policyCold: undisturbed.policyCold,
    harness: undisturbed.harness,
  });

  const store = await openStore(`sqlite:${killed}/gyre.db`);
  const slots = await store.collection<{ _id: string; state: string; settled: boolean }>({ name: 'slots' }).find({});
  expect(slots.length).toBeGreaterThan(100);
  expect(slots.filter(({ state, settled }) => state === 'planned' || state === 'claimed' || (state === 'accepted' && !settled))).toEqual([]);
  const trajectories = await store.collection<{ _id: string; slot_id: string }>({ name: 'trajectories' }).find({});
  expect(new Set(trajectories.map(({ slot_id }) => slot_id)).size).toBe(trajectories.length);
  expect(await store.collection({ name: 'episodes' }).find({ open: true })).toEqual([]);
  await store.close();

  const replayed = await gyre(['--json', 'replay', '--all'], { stateDir: killed });
  expect(replayed.code).toBe(0);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ differing: 0 });
});
