import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { calls, finish, KeptEvidence, openRequest, output, resultFor, SayingPolicy, smallHarness } from '../testkit/harness.ts';
import { storeSessionJournal } from './journal.ts';

const plan = (step: number, results: ReturnType<typeof resultFor>[] = []) => ({ sessionId: 'session-1', step, results });
const outputs = [
  calls(['add_user_memory', { content: 'Tea at four.' }], ['manage_alarm', { action: 'query' }]),
  output({ $case: 'finish', value: { message: 'half a pair: \ud800', answers: [] } }),
  calls(['search_user_memory', { query: 'tea' }]),
  finish(),
];

function replicas(memoryScope: string) {
  const store = openSqliteStore(':memory:');
  const clock = new ManualClock(5_000);
  const evidence = new KeptEvidence();
  const request = openRequest({ memoryScope });
  const replica = () => {
    const policy = new SayingPolicy(outputs);
    return { policy, ...smallHarness(policy, { journal: storeSessionJournal(store, clock), evidence, store }) };
  };
  return { store, clock, evidence, request, replica, journal: storeSessionJournal(store, clock) };
}

describe.each(['episode/e1', 'home/li/phone'])('a journalled session over %s', (memoryScope) => {
  it('is taken over in the middle by another replica, which asks the policy only what is new', async () => {
    const { request, replica, evidence } = replicas(memoryScope);
    const [first, second] = [replica(), replica()];
    const caller = memoryScope;
    const opened = await first.sessions.open(request, caller);
    await first.sessions.plan(plan(0), caller);
    const results = [resultFor('s0c2', 'manage_alarm')];
    const before = await first.sessions.plan(plan(1, results), caller);
    expect(before.step?.turn?.notices[0]?.code).toBe('invalid_action');

    expect(await second.sessions.open(request, caller)).toEqual(opened);
    expect(await second.sessions.plan(plan(1, results), caller)).toMatchObject({ action: before.action, step: { contextDigest: before.step?.contextDigest } });
    const third = await second.sessions.plan(plan(2), caller);
    expect(third.step?.turn?.results[0]?.resultJson).toContain('Tea at four.');
    expect(second.policy.seen).toHaveLength(1);

    await expect(first.sessions.plan(plan(2), caller)).rejects.toMatchObject({ code: 'ABORTED', retryable: true });
    expect(await first.sessions.plan(plan(2), caller)).toMatchObject({ step: { contextDigest: third.step?.contextDigest } });
    const closed = await first.sessions.close({ sessionId: 'session-1', results: [] }, caller);
    expect(closed.steps).toHaveLength(3);
    expect(evidence.operations.map((operation) => operation.tool)).toEqual(['add_user_memory', 'search_user_memory']);
  });
});

it('gives a rebuilt session what persistent memory returned then, not what it holds now', async () => {
  const { request, replica, store } = replicas('home/li/phone');
  const [first, second] = [replica(), replica()];
  await first.sessions.open(request, 'home/li/phone');
  await first.sessions.plan(plan(0), 'home/li/phone');
  await first.sessions.plan(plan(1, [resultFor('s0c2', 'manage_alarm')]), 'home/li/phone');
  const then = await first.sessions.plan(plan(2), 'home/li/phone');
  await store.collection({ name: 'memory_units' }).find({}).then((docs) => Promise.all(docs.map((doc) => store.collection({ name: 'memory_units' }).delete(doc._id))));
  expect((await second.sessions.plan(plan(2), 'home/li/phone')).step?.turn).toEqual(then.step?.turn);
});

it('rebuilds a session whose budget was spent, with its last results', async () => {
  const { request, replica } = replicas('episode/e1');
  const first = replica();
  await first.sessions.open({ ...request, budget: { steps: 1, tokens: 0, wallMs: 0 } }, 'worker');
  await first.sessions.plan(plan(0), 'worker');
  const spent = await first.sessions.plan(plan(1, [resultFor('s0c2', 'manage_alarm')]), 'worker');
  expect(spent.budgetSpent).toBe(true);
  const second = replica();
  const { steps } = await second.sessions.close({ sessionId: 'session-1', results: [] }, 'worker');
  expect(steps[0]?.turn).toEqual(spent.previous?.turn);
  expect(second.policy.seen).toEqual([]);
});

it('does not open a closed session again, and forgets it when it is purged', async () => {
  const { request, replica, journal, clock } = replicas('episode/e1');
  const first = replica();
  await first.sessions.open(request, 'worker');
  await first.sessions.plan(plan(0), 'worker');
  await first.sessions.close({ sessionId: 'session-1', results: [resultFor('s0c2', 'manage_alarm')] }, 'worker');
  await expect(replica().sessions.open(request, 'worker')).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  await expect(replica().sessions.plan(plan(1), 'worker')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { steps } = await replica().sessions.close({ sessionId: 'session-1', results: [] }, 'worker');
  expect(steps[0]?.turn?.results.map((result) => result.callId)).toEqual(['s0c1', 's0c2']);
  clock.advance(10_000);
  expect(await journal.purge(clock.now() - 5_000, 10)).toBe(1);
  expect(await journal.load('session-1')).toBeUndefined();
});
