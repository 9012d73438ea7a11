import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import { Operation, OperationSource } from '#protos/core/v1/evidence.ts';
import { Backend } from '#protos/core/v1/task.ts';
import { sandboxBackend } from './backends/sandbox/backend.ts';
import { createSandbox } from './backends/sandbox/sandbox.ts';
import { EnvironmentBackends } from './environment.ts';
import { Episodes, type EpisodesOptions, type NewEpisode } from './episodes.ts';
import { runReaper } from './reaper.ts';
import { call, smallTask, smallWorld } from './testkit/small-world.ts';

const backends = new EnvironmentBackends([sandboxBackend([createSandbox(smallWorld)])]);
const LEASE = 1000;

interface Stage {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly evidenceStore: Store;
  /** Another process over the same stores. */
  readonly process: (over?: Partial<EpisodesOptions>) => Episodes;
}

async function stage(journal: 'store' | 'memory'): Promise<Stage> {
  const [store, evidenceStore] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')];
  const clock = new ManualClock(1_000_000);
  return { clock, store, evidenceStore, process: (over = {}) => new Episodes({ backends, store, evidenceStore, clock, journal, ...over }) };
}

const episode = (id: string, over: Partial<NewEpisode> = {}): NewEpisode => ({ id, task: smallTask(), seed: 3, leaseMs: LEASE, slotId: 's', attempt: 1, ...over });
const create = (time: string) => [call('manage_alarm', { action: 'create', time })];
const remembered = (step: number, id: string) =>
  Operation.fromPartial({ step, callId: id, tool: 'search_user_memory', status: 200, source: OperationSource.HARNESS, memoryIds: ['mem_1'] });

describe.each(['store', 'memory'] as const)('an episode with its journal in %s', (journal) => {
  it('is created once: the same id and task give the same episode, another task is refused', async () => {
    const episodes = (await stage(journal)).process();
    const first = await episodes.create(episode('e'));
    expect(await episodes.create(episode('e'))).toEqual(first);
    expect(episodes.open).toBe(1);
    const other = { task: smallTask({ request: 'Another' }) };
    await expect(episodes.create(episode('e', other))).rejects.toMatchObject({ code: 'ALREADY_EXISTS', boundary: 'caller' });
    await expect(episodes.create(episode('e', { seed: 4 }))).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });

  it('runs a repeated step once, and refuses gaps, older steps and repeats with other calls', async () => {
    const episodes = (await stage(journal)).process();
    await episodes.create(episode('e'));
    await episodes.step('e', 0, []);
    const first = await episodes.step('e', 1, create('07:30'));
    expect(await episodes.step('e', 1, create('07:30'))).toEqual(first);
    expect((await episodes.evidence('e')).changes).toHaveLength(1);
    await expect(episodes.step('e', 1, create('07:31'))).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await expect(episodes.step('e', 3, create('07:31'))).rejects.toThrow(/is at step 2; step 3 leaves a gap/);
    await expect(episodes.step('e', 0, [])).rejects.toThrow(/is at step 2; step 0 is over/);
  });

  it('answers concurrent repeats of one step with one execution', async () => {
    const episodes = (await stage(journal)).process();
    await episodes.create(episode('e'));
    const [one, two] = await Promise.all([episodes.step('e', 0, create('07:30')), episodes.step('e', 0, create('07:30'))]);
    expect(two).toEqual(one);
    expect((await episodes.evidence('e')).operations).toHaveLength(1);
  });

  it('is reset to its initial digest and starts again at step 0', async () => {
    const episodes = (await stage(journal)).process();
    const { initialStateDigest } = await episodes.create(episode('e'));
    const first = await episodes.step('e', 0, create('07:30'));
    expect(await episodes.reset('e')).toBe(initialStateDigest);
    expect((await episodes.evidence('e')).finalStateDigest).toBe(initialStateDigest);
    expect(await episodes.step('e', 0, create('07:30'))).toEqual(first);
  });

  it('closes once: the evidence stays, the episode does not', async () => {
    const episodes = (await stage(journal)).process();
    await episodes.create(episode('e'));
    await episodes.step('e', 0, create('07:30'));
    await episodes.appendEvidence('e', 0, [remembered(0, 'm')], undefined);
    const open = await episodes.evidence('e');
    const digest = await episodes.close('e', 'finished');
    expect(digest).toBe(open.finalStateDigest);
    expect([await episodes.close('e', 'again'), episodes.open]).toEqual([digest, 0]);
    expect(await episodes.evidence('e')).toEqual(open);
    await expect(episodes.step('e', 1, [])).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'environment' });
    await expect(episodes.create(episode('e'))).rejects.toThrow(/is closed \(finished\)/);
    expect(await episodes.close('nobody', 'x')).toBe('');
    await expect(episodes.step('nobody', 0, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is freed when its lease ends; steps and renewals put the end off', async () => {
    const { clock, process } = await stage(journal);
    const episodes = process();
    await episodes.create(episode('e'));
    clock.advance(LEASE);
    await episodes.step('e', 0, []);
    clock.advance(LEASE);
    await episodes.renew('e', 0);
    clock.advance(LEASE);
    expect([await episodes.reap(), episodes.open]).toEqual([0, 1]);
    clock.advance(1);
    expect([await episodes.reap(), episodes.open, await episodes.reap()]).toEqual([1, 0, 0]);
    await expect(episodes.step('e', 1, [])).rejects.toThrow(/is closed \(lease ended\)/);
    await expect(episodes.evidence('e')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await episodes.list(true, 10)).toEqual([]);
  });

  it('does not outlive its lease between two rounds of the reaper', async () => {
    const { clock, process } = await stage(journal);
    const episodes = process();
    await episodes.create(episode('e'));
    clock.advance(LEASE + 1);
    await expect(episodes.step('e', 0, [])).rejects.toThrow(/its lease has ended/);
    expect(episodes.open).toBe(0);
  });

  it('meets the bound on open episodes, and room comes back with a close', async () => {
    const episodes = (await stage(journal)).process({ maxOpen: 2 });
    await Promise.all([episodes.create(episode('a')), episodes.create(episode('b'))]);
    await expect(episodes.create(episode('c'))).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryable: true });
    await episodes.create(episode('a'));
    await episodes.close('b', 'finished');
    await episodes.create(episode('c'));
    expect(episodes.open).toBe(2);
  });

  it('meets the bound also when many are created at once', async () => {
    const episodes = (await stage(journal)).process({ maxOpen: 2 });
    const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => episodes.create(episode(id))));
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    expect(episodes.open).toBe(2);
  });

  it('frees what it holds even when its evidence cannot be written', async () => {
    const { evidenceStore, process } = await stage(journal);
    const episodes = process();
    await episodes.create(episode('e'));
    await evidenceStore.close();
    await expect(episodes.close('e', 'finished')).rejects.toThrow();
    expect(episodes.open).toBe(0);
    // What survives a restart is tried again when its lease ends; what does not is gone.
    expect((await episodes.list(true, 10)).length).toBe(journal === 'store' ? 1 : 0);
  });

  it('stays at its step when a tool breaks', async () => {
    const episodes = (await stage(journal)).process();
    await episodes.create(episode('e'));
    await expect(episodes.step('e', 0, [call('break_down')])).rejects.toMatchObject({ code: 'INTERNAL', boundary: 'environment' });
    expect(await episodes.step('e', 0, create('07:30'))).toMatchObject([{ status: 200 }]);
    expect((await episodes.evidence('e')).changes.map((change) => change.rowId)).toEqual(['alarm_1003']);
  });

  it('takes each entry of the harness once, in order, and one final action', async () => {
    const episodes = (await stage(journal)).process();
    await episodes.create(episode('e'));
    await episodes.appendEvidence('e', 0, [remembered(0, 'm0'), remembered(1, 'm1')], undefined);
    await episodes.appendEvidence('e', 1, [remembered(1, 'm1'), remembered(2, 'm2')], undefined);
    await expect(episodes.appendEvidence('e', 5, [remembered(5, 'm5')], undefined)).rejects.toThrow(/leaves a gap/);
    await expect(episodes.appendEvidence('e', 0, [remembered(0, 'forged')], undefined)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const finish = (message: string) => ({ reasoning: '', turn: { $case: 'finish' as const, value: { message, answers: [] } } });
    await episodes.appendEvidence('e', 3, [], finish('done'));
    await episodes.appendEvidence('e', 3, [], finish('done'));
    await expect(episodes.appendEvidence('e', 3, [], finish('really done'))).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const { operations, finalAction } = await episodes.evidence('e');
    expect(operations.map((operation) => operation.callId)).toEqual(['m0', 'm1', 'm2']);
    expect(finalAction).toEqual(finish('done'));
  });

  it('refuses other backends, unknown worlds and leases out of range by name', async () => {
    const episodes = (await stage(journal)).process();
    const refused = (over: Partial<NewEpisode>) => expect(episodes.create(episode('e', over))).rejects;
    await refused({ task: smallTask({ backend: Backend.DEVICE }) }).toThrow(/BACKEND_DEVICE is not served here; served: BACKEND_SANDBOX/);
    await refused({ task: smallTask({ world: 'moon' }) }).toMatchObject({ field: 'task.world' });
    await refused({ leaseMs: -1 }).toMatchObject({ field: 'lease_ms' });
    expect(episodes.open).toBe(0);
  });
});

describe('an episode with its journal in the store', () => {
  it('goes on in another process with the same bytes and the same evidence', async () => {
    const { process } = await stage('store');
    const [straight, first] = [process(), process()];
    await Promise.all([straight.create(episode('straight')), first.create(episode('moved'))]);
    await first.step('moved', 0, [...create('07:30'), call('roll_dice')]);
    await first.appendEvidence('moved', 0, [remembered(0, 'm')], undefined);
    const before = await first.step('moved', 1, create('08:00'));
    const second = process();
    expect(await second.step('moved', 1, create('08:00'))).toEqual(before);
    const after = await second.step('moved', 2, [call('roll_dice'), call('show_time')]);
    await straight.step('straight', 0, [...create('07:30'), call('roll_dice')]);
    await straight.step('straight', 1, create('08:00'));
    expect(await straight.step('straight', 2, [call('roll_dice'), call('show_time')])).toEqual(after);
    await straight.appendEvidence('straight', 0, [remembered(0, 'm')], undefined);
    expect({ ...(await second.evidence('moved')), episodeId: '' }).toEqual({ ...(await straight.evidence('straight')), episodeId: '' });
  });

  it('is caught up with by a process that has fallen behind, and never steps twice', async () => {
    const { process } = await stage('store');
    const [one, two] = [process(), process()];
    await one.create(episode('e'));
    await two.step('e', 0, create('07:30'));
    await two.step('e', 1, create('08:00'));
    expect(await one.step('e', 1, create('08:00'))).toMatchObject([{ status: 200 }]);
    await two.step('e', 2, []);
    await one.step('e', 3, create('09:00'));
    const { operations, changes } = await two.evidence('e').then(() => one.evidence('e'));
    expect([operations.length, changes.length]).toEqual([3, 3]);
  });

  it('takes one of two different blocks that two processes make at the same step', async () => {
    const { process } = await stage('store');
    const [one, two] = [process(), process()];
    await one.create(episode('e'));
    await two.create(episode('e'));
    await Promise.all([one.evidence('e'), two.evidence('e')]);
    const settled = await Promise.allSettled([one.step('e', 0, create('07:30')), two.step('e', 0, create('08:00'))]);
    expect(settled.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(settled.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 'ALREADY_EXISTS' } });
    const [first, second] = [await one.evidence('e'), await two.evidence('e')];
    expect(first).toEqual(second);
    expect(first.changes).toHaveLength(1);
  });

  it('keeps its task when another process creates the same id with another task at the same time', async () => {
    const { store, process } = await stage('store');
    const other = smallTask({ request: 'Another', now: '2027-01-01T00:00:00Z' });
    const settled = await Promise.allSettled([process().create(episode('e')), process().create(episode('e', { task: other }))]);
    expect(settled.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
    expect(await store.collection({ name: 'episode_tasks' }).count({})).toBe(1);
    const [result] = await process().step('e', 0, [call('show_time')]);
    expect(result?.resultJson).toContain('2026-03-02T08:00:00');
  });

  it('is stepped from the state after a reset, by a process that did not see the reset', async () => {
    const { process } = await stage('store');
    const [one, two] = [process(), process()];
    await one.create(episode('e'));
    await one.step('e', 0, create('07:30'));
    await two.reset('e');
    await two.step('e', 0, []);
    const [result] = await one.step('e', 1, [call('manage_alarm', { action: 'query' })]);
    expect(JSON.parse(result?.resultJson ?? '')).toMatchObject({ data: { total: 2 } });
  });

  it('is closed and reaped by a process that never ran it', async () => {
    const { clock, process } = await stage('store');
    const one = process();
    await Promise.all([one.create(episode('a')), one.create(episode('b'))]);
    await one.step('a', 0, create('07:30'));
    const { finalStateDigest } = await one.evidence('a');
    const two = process();
    expect(await two.close('a', 'finished')).toBe(finalStateDigest);
    clock.advance(LEASE + 1);
    expect(await two.reap()).toBe(1);
    await expect(one.step('b', 0, [])).rejects.toThrow(/is closed \(lease ended\)/);
    await one.reap();
    expect([one.open, two.open]).toEqual([0, 0]);
  });

  it('is reaped with all others whose lease has ended at the same time, in one round', async () => {
    const { clock, process } = await stage('store');
    const [one, two] = [process(), process()];
    for (let i = 0; i < 600; i++) await one.create(episode(`e${i}`));
    clock.advance(LEASE + 1);
    expect(await two.reap()).toBe(600);
    expect(await two.list(true, 10)).toEqual([]);
  });

  it('is reaped whatever becomes of others, and the first failure is told', async () => {
    const { clock, evidenceStore, process } = await stage('store');
    const failing: Store = {
      ...evidenceStore,
      collection: (spec) => {
        const target = evidenceStore.collection(spec);
        const get = (_: object, name: string) => async (...args: readonly unknown[]) => {
          if (JSON.stringify(args).includes('"bad-')) throw new GyreError('UNAVAILABLE', 'the evidence of that one cannot be written', { boundary: 'store' });
          return Reflect.get(target, name).apply(target, args);
        };
        return new Proxy({}, { get }) as never;
      },
    };
    const one = process();
    for (let i = 0; i < 3; i++) await one.create(episode(`bad-${i}`));
    for (let i = 0; i < 600; i++) await one.create(episode(`e${i}`));
    clock.advance(LEASE + 1);
    const two = process({ evidenceStore: failing });
    await expect(two.reap()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('cannot be written') });
    expect((await two.list(true, 10)).map(({ _id }) => _id).sort()).toEqual(['bad-0', 'bad-1', 'bad-2']);
    expect(await process().reap()).toBe(3);
  });

  it('keeps nothing of its evidence in the main store', async () => {
    const { store, evidenceStore, process } = await stage('store');
    const episodes = process();
    await episodes.create(episode('e'));
    await episodes.step('e', 0, create('07:30'));
    await episodes.appendEvidence('e', 0, [remembered(0, 'm')], undefined);
    const docs = store.collection({ name: 'episodes' });
    const openText = JSON.stringify(await docs.find({}));
    expect(openText).toContain('07:30');
    for (const secret of ['mem_1', 'alarm_1003', 'side_effect', 'sideEffect']) expect(openText).not.toContain(secret);
    await episodes.close('e', 'finished');
    expect(JSON.stringify(await docs.find({}))).not.toContain('07:30');
    expect(await store.collection({ name: 'episode_tasks' }).count({})).toBe(0);
    expect(await evidenceStore.collection({ name: 'evidence_logs' }).count({})).toBe(0);
  });

  it('is freed even when its world is gone', async () => {
    const { process } = await stage('store');
    await process().create(episode('e'));
    const domain = smallWorld.domains.map((one) => ({ ...one, title: 'Other', base: { ...one.base, contacts: {} } }));
    const moved = process({ backends: new EnvironmentBackends([sandboxBackend([createSandbox({ id: 'small', domains: domain })])]) });
    await expect(moved.step('e', 0, [])).rejects.toThrow(/runs on world build/);
    expect(await moved.close('e', 'abandoned')).toBe('');
    expect(await moved.list(true, 10)).toEqual([]);
  });
});

describe('the reaper', () => {
  it('frees by the clock it is given, survives a failing round and ends with its signal', async () => {
    const clock = new ManualClock();
    const end = new AbortController();
    const failures: string[] = [];
    const rounds = { reap: 0, sweep: 0 };
    const reap = async () => {
      if (++rounds.reap === 1) throw new Error('store away');
      return 0;
    };
    const sweep = async () => ++rounds.sweep;
    const running = runReaper({ reap, sweep }, { clock, intervalMs: 100, signal: end.signal, onFailure: (error) => failures.push(error.message) });
    for (let i = 0; i < 3; i++) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    end.abort(new Error('stop'));
    await running;
    expect([rounds, failures]).toEqual([{ reap: 3, sweep: 3 }, ['store away']]);
  });
});
