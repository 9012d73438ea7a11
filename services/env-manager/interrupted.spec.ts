import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import { Operation, OperationSource } from '#protos/core/v1/evidence.ts';
import { sandboxBackend } from './backends/sandbox/backend.ts';
import { createSandbox } from './backends/sandbox/sandbox.ts';
import { EnvironmentBackends } from './environment.ts';
import type { ClosedEpisode } from './evidence-store.ts';
import { Episodes } from './episodes.ts';
import { call, smallTask, smallWorld } from './testkit/small-world.ts';

const backends = new EnvironmentBackends([sandboxBackend([createSandbox(smallWorld)])]);
const LEASE = 1000;
const episode = (id: string, over: { request?: string } = {}) => ({ id, task: smallTask(over), seed: 3, leaseMs: LEASE, slotId: 's', attempt: 1 });
const remembered = Operation.fromPartial({ step: 0, callId: 'm', tool: 'search_user_memory', status: 200, source: OperationSource.HARNESS, memoryIds: ['mem_1'] });
const final = { reasoning: '', turn: { $case: 'finish' as const, value: { message: 'done', answers: [] } } };

/** Called each time a process asks a store for anything, before it is done. */
type Before = () => Promise<void>;

async function stage() {
  const [store, evidenceStore] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')];
  const clock = new ManualClock(1_000_000);
  const process = (before: Before = async () => undefined) =>
    new Episodes({ backends, store: watched(store, before), evidenceStore: watched(evidenceStore, before), clock, journal: 'store' });
  return {
    clock,
    process,
    /** What an episode leaves beside its evidence and its record. */
    left: async () => (await store.collection({ name: 'episode_tasks' }).count({})) + (await evidenceStore.collection({ name: 'evidence_logs' }).count({})),
    closed: () => evidenceStore.collection<ClosedEpisode>({ name: 'evidence' }).get('e'),
    close: () => Promise.all([store.close(), evidenceStore.close()]),
  };
}

function watched(store: Store, before: Before): Store {
  const collection: Store['collection'] = (spec) => {
    const target = store.collection(spec);
    const get = (_: object, name: string) => async (...args: readonly unknown[]) => {
      await before();
      return Reflect.get(target, name).apply(target, args);
    };
    return new Proxy({}, { get }) as never;
  };
  return { collection, ping: () => store.ping(), close: () => store.close() };
}

/** An episode with something of everything in it, up to its close. */
async function play(episodes: Episodes): Promise<void> {
  await episodes.create(episode('e'));
  await episodes.step('e', 0, [call('manage_alarm', { action: 'create', time: '07:30' })]);
  await episodes.appendEvidence('e', 0, [remembered], final);
}

/** Calls `trial` with 1, 2, 3, …: with the number of a request to the stores, until there are not so many. Says how many there were. */
async function atEach(trial: (nth: number) => Promise<number>): Promise<number> {
  for (let nth = 1; ; nth++) if ((await trial(nth)) < nth) return nth - 1;
}

const DEEDS = {
  close: (episodes: Episodes) => episodes.close('e', 'finished'),
  reap: (episodes: Episodes) => episodes.reap().then(() => ''),
};

describe.each([
  ['close', 'close', 'fresh'],
  ['close', 'close', 'attached'],
  ['reap', 'close', 'fresh'],
  ['close', 'reap', 'attached'],
] as const)('while one process is about to %s an episode, another comes to %s it (%s)', (mine, theirs, copy) => {
  it('and the first word stands, whenever that is: nothing is written over evidence', async () => {
    const tried = await atEach(async (nth) => {
      const { clock, process, closed, left, close } = await stage();
      const other = process();
      await play(other);
      const complete = await other.evidence('e');
      let asked = 0;
      let counting = false;
      let told: string | undefined;
      let standing: ClosedEpisode | undefined;
      const one = process(async () => {
        if (!counting || ++asked !== nth) return;
        told = await DEEDS[theirs](other);
        standing = await closed();
      });
      if (copy === 'attached') await one.evidence('e');
      if (mine === 'reap' || theirs === 'reap') clock.advance(LEASE + 1);
      counting = true;
      const answer = await DEEDS[mine](one);
      if (told === undefined) return close().then(() => asked);
      expect(standing).toBeDefined();
      expect(await closed()).toEqual(standing);
      if (mine === 'close') expect(answer).toBe(standing?.final_state_digest);
      if (theirs === 'close') expect(told).toBe(standing?.final_state_digest);
      if (mine === theirs || standing?.reason === 'finished') expect(await process().evidence('e')).toEqual(complete);
      else expect(standing?.reason).toBe('lease ended');
      expect((await process().list(false, 10)).map(({ open, close_reason }) => [open, close_reason])).toEqual([[false, standing?.reason]]);
      expect(await left()).toBe(0);
      return close().then(() => asked);
    });
    expect(tried).toBeGreaterThan(3);
  });
});

/** A process that dies before its `nth` request to a store. */
function killed(nth: number) {
  let asked = 0;
  const before = async () => {
    if (++asked >= nth) throw new GyreError('UNAVAILABLE', 'this process is dead', { boundary: 'store' });
  };
  return { before, asked: () => asked };
}

describe('an episode whose process dies, wherever that is', () => {
  it('leaves nothing behind once it is closed again', async () => {
    await atEach(async (nth) => {
      const { clock, process, left, close } = await stage();
      const { before, asked } = killed(nth);
      const dying = process(before);
      await play(dying).then(() => dying.close('e', 'finished')).catch(() => undefined);
      const other = process();
      await other.close('e', 'again');
      if ((await other.list(false, 10)).length > 0) expect(await left()).toBe(0);
      // Where there never was an episode there is none to close; its task waits until a lease would have ended.
      clock.advance(LEASE + 1);
      await other.sweep();
      expect(await left()).toBe(0);
      return close().then(asked);
    });
  });

  it('leaves nothing behind that the reaper does not find, and keeps its evidence if there is any', async () => {
    await atEach(async (nth) => {
      const { clock, process, closed, left, close } = await stage();
      const { before, asked } = killed(nth);
      const dying = process(before);
      await play(dying).then(() => dying.close('e', 'finished')).catch(() => undefined);
      const kept = await closed();
      clock.advance(LEASE + 1);
      const other = process();
      await other.reap();
      await other.sweep();
      expect([await left(), await other.list(true, 10)]).toEqual([0, []]);
      if (kept) expect(await closed()).toEqual(kept);
      return close().then(asked);
    });
  });

  it('can be created again while what it left is swept, and goes on anywhere', async () => {
    const tried = await atEach(async (nth) => {
      const { clock, process, close } = await stage();
      // Dead between the task and the episode.
      await process(killed(4).before).create(episode('e')).catch(() => undefined);
      clock.advance(LEASE + 1);
      const [sweeper, other] = [process(), process()];
      let asked = 0;
      const one = process(async () => {
        if (++asked === nth) await sweeper.sweep();
      });
      await one.create(episode('e'));
      expect(await other.step('e', 0, [call('show_time')])).toMatchObject([{ status: 200 }]);
      return close().then(() => asked);
    });
    expect(tried).toBeGreaterThan(2);
  });
});

describe('sweeping', () => {
  it('looks at so many at a time and no more, comes to all in turn, and leaves what is in use', async () => {
    const { clock, process, left, close } = await stage();
    const inUse = process();
    for (let i = 0; i < 300; i++) {
      await inUse.create({ ...episode(`a${i}`), leaseMs: 3_600_000 });
      await inUse.appendEvidence(`a${i}`, 0, [remembered], undefined);
    }
    for (let i = 0; i < 300; i++) await process(killed(4).before).create(episode(`b${i}`)).catch(() => undefined);
    expect(await left()).toBe(900);
    clock.advance(LEASE + 1);
    let requests = 0;
    const sweeper = process(async () => void requests++);
    const swept: number[] = [];
    for (let pass = 0; pass < 3; pass++) {
      requests = 0;
      swept.push(await sweeper.sweep());
      expect(swept[pass]).toBeLessThanOrEqual(256);
      expect(requests).toBeLessThanOrEqual(4 + (swept[pass] ?? 0));
    }
    expect(swept.reduce((sum, each) => sum + each)).toBe(300);
    expect(await left()).toBe(600);
    for (const id of ['a0', 'a299']) expect((await process().evidence(id)).operations).toHaveLength(1);
    await close();
  });

  it('takes what was logged while another process closed, and never adds to its evidence', async () => {
    await atEach(async (nth) => {
      const { process, closed, left, close } = await stage();
      const other = process();
      await play(other);
      let asked = 0;
      let standing: ClosedEpisode | undefined;
      const late = process(async () => {
        if (++asked !== nth) return;
        await other.close('e', 'finished');
        standing = await closed();
      });
      await late.appendEvidence('e', 0, [remembered], final).catch(() => undefined);
      if (standing === undefined) return close().then(() => asked);
      await other.sweep();
      expect([await closed(), await left()]).toEqual([standing, 0]);
      return close().then(() => asked);
    });
  });

  it('takes the task of one that lost its id to another task, whose own stays', async () => {
    const { process, left, close } = await stage();
    const winner = process();
    let asked = 0;
    const loser = process(async () => {
      asked++;
      // It has found no such episode, and dies before it has taken its task back.
      if (asked === 3) await winner.create(episode('e'));
      if (asked >= 6) throw new GyreError('UNAVAILABLE', 'this process is dead', { boundary: 'store' });
    });
    await expect(loser.create(episode('e', { request: 'Another' }))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await left()).toBe(2);
    expect([await winner.sweep(), await left()]).toEqual([1, 1]);
    expect(await process().step('e', 0, [call('show_time')])).toMatchObject([{ status: 200 }]);
    await close();
  });
});
