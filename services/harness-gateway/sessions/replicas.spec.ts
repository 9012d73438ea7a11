import { describe, expect, it, vi } from 'vitest';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { PlanResponse } from '#protos/harness/v1/harness_service.ts';
import { ManualClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { memoryManager } from '../memory/store.ts';
import { calls, KeptEvidence, openRequest, resultFor, SayingPolicy, smallHarness } from '../testkit/harness.ts';
import { storeSessionJournal } from './journal.ts';
import type { Sessions } from './sessions.ts';

const user = 'home/li/phone';
const request = openRequest({ memoryScope: user, exposure: { tools: ['manage_alarm', 'search_user_memory', 'add_user_memory'], skills: ['focus-sound'] } });
/** Memory that is written, a skill, and memory that is read: what the harness executes itself and writes into the evidence. */
const said = [
  calls(['add_user_memory', { content: 'Tea at four.' }], ['manage_alarm', { action: 'query' }]),
  calls(['skill__focus_sound', { reason: 'quiet' }]),
  calls(['search_user_memory', { query: 'tea' }]),
];
const results = [resultFor('s0c2', 'manage_alarm')];
const plan = (step: number, given: ToolResult[] = []) => ({ sessionId: 'session-1', step, results: given });
const close = (one: Sessions, last: ToolResult[] = []) => one.close({ sessionId: 'session-1', results: last }, user);

/** Replicas over one journal. */
function stage(outputs = said) {
  const store = openSqliteStore(':memory:');
  const clock = new ManualClock(0);
  const evidence = new KeptEvidence();
  const journal = storeSessionJournal(store, clock);
  const load = vi.spyOn(journal, 'load');
  const replica = () => smallHarness(new SayingPolicy(outputs), { journal, evidence, store });
  return { store, evidence, journal, load, replica, one: replica().sessions, two: replica().sessions, three: replica().sessions };
}

describe('replicas that are asked in turn', () => {
  it('give one trajectory, whatever order they are asked in, and each gives it at the close', async () => {
    const expected = await played([0, 0, 0, 0, 0]);
    expect(expected.closed[0]?.steps).toHaveLength(4);
    expect(expected.operations.map(({ tool }) => tool)).toEqual(['add_user_memory', 'skill__focus_sound', 'search_user_memory']);
    for (let order = 1; order < 3 ** 5; order++) {
      expect(await played([0, 1, 2, 3, 4].map((call) => Math.floor(order / 3 ** call) % 3))).toEqual(expected);
    }
  });

  /** A whole session, of which the replica `order[0]` is asked to open it, `order[1]` to plan step 0, and so on; all are asked to close it. */
  async function played(order: readonly number[]) {
    const { one, two, three, evidence, store } = stage();
    const replicas = [one, two, three];
    const asked = (call: number) => replicas[order[call] ?? 0] ?? one;
    await asked(0).open(request, user);
    for (let step = 0; step < 4; step++) await asked(step + 1).plan(plan(step, step === 1 ? results : []), user);
    // Whoever planned last is not the first to close.
    const closed = [];
    for (const at of [1, 2, 3]) closed.push(await close(replicas[((order[4] ?? 0) + at) % 3] ?? one));
    expect(closed[1]).toEqual(closed[0]);
    expect(closed[2]).toEqual(closed[0]);
    await store.close();
    return { closed, operations: evidence.operations, finalAction: evidence.finalAction };
  }

  it('read the journal once for a step out of turn and once for a close, and never for a step in turn', async () => {
    const { one, two, load } = stage();
    const reads = async (work: () => Promise<unknown>) => {
      load.mockClear();
      await work();
      return load.mock.calls.length;
    };
    await one.open(request, user);
    expect(await reads(() => one.plan(plan(0), user))).toBe(0);
    expect(await reads(() => one.plan(plan(1, results), user))).toBe(0);
    expect(await reads(() => two.plan(plan(2), user))).toBe(1);
    expect(await reads(() => two.plan(plan(2), user))).toBe(0);
    expect(await reads(() => one.plan(plan(3), user))).toBe(1);
    expect(await reads(() => one.plan(plan(5), user).catch(() => undefined))).toBe(1);
    expect(await reads(() => close(one))).toBe(1);
  });

  it('leave a caller that skips a step with its error', async () => {
    const { one, two } = stage();
    await one.open(request, user);
    await two.plan(plan(0), user);
    await expect(one.plan(plan(2), user)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', field: 'step', message: expect.stringContaining('step 1 comes next') });
  });

  it('answer calls made at once to one that has fallen behind like calls made one after another', async () => {
    const { one, two } = stage();
    await one.open(request, user);
    await two.plan(plan(0), user);
    await two.plan(plan(1, results), user);
    const [first, second, third] = await Promise.all([one.plan(plan(2), user), one.plan(plan(2), user), one.plan(plan(3), user)]);
    expect(second).toEqual(first);
    expect((await close(two)).steps.map((step) => step.contextDigest).slice(2)).toEqual([first.step?.contextDigest, third.step?.contextDigest]);
  });
});

describe('of several replicas that close a session', () => {
  it('the first has its way: neither a later close, nor a step, nor an open changes anything', async () => {
    const { one, two, three, evidence, journal } = stage();
    for (const each of [one, two, three]) await each.open(request, user);
    for (const each of [one, two, three]) await each.plan(plan(0), user).catch(() => each.plan(plan(0), user));
    const closed = await close(one);
    expect(closed.steps[0]?.turn?.results.map(({ callId }) => callId)).toEqual(['s0c1']);
    evidence.append = async () => expect.unreachable('the evidence was complete when the session was closed');
    expect(await close(two, results)).toEqual(closed);
    await expect(three.plan(plan(1, results), user)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await journal.load('session-1'))?.steps).toHaveLength(1);
    expect(await close(three, results)).toEqual(closed);
  });

  it('one that still has a copy does not take it for open', async () => {
    const { one, two } = stage();
    await one.open(request, user);
    await two.open(request, user);
    await close(two);
    await expect(one.open(request, user)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('is closed') });
    expect(one.size).toBe(0);
  });

  it('one takes in a step that another is asked for meanwhile', async () => {
    const { one, replica, evidence } = stage();
    await one.open(request, user);
    await one.plan(plan(0), user);
    const append = evidence.append.bind(evidence);
    evidence.append = async (...entries) => {
      evidence.append = append;
      await append(...entries);
      await one.plan(plan(1, results), user);
    };
    const closed = await close(replica().sessions);
    expect(closed.steps).toHaveLength(2);
    expect(await close(one)).toEqual(closed);
  });

  it('one whose evidence could not be written is asked again, and loses no results', async () => {
    const { one, two, evidence } = stage();
    await one.open(request, user);
    await one.plan(plan(0), user);
    evidence.failNext = true;
    await expect(close(two, results)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const closed = await close(two, results);
    expect(closed.steps[0]?.turn?.results.map(({ callId }) => callId)).toEqual(['s0c1', 's0c2']);
    expect(await close(one)).toEqual(closed);
  });
});

describe('of two replicas that do the same at once', () => {
  it('one is refused if it is asked to open another session under the id', async () => {
    const { one, two, journal } = stage();
    const requests = [request, { ...request, request: 'another' }] as const;
    const settled = await Promise.allSettled([one.open(requests[0], user), two.open(requests[1], user)]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'ALREADY_EXISTS' } });
    const opened = requests[settled.findIndex(({ status }) => status === 'fulfilled')];
    expect((await journal.load('session-1'))?.record.request).toEqual(opened);
  });

  it('both give the outcome of a memory call that was written down first', async () => {
    const { replica, journal, store, evidence } = stage([calls(['search_user_memory', { query: 'tea' }])]);
    const [one, two] = [replica().sessions, replica().sessions];
    await one.open(request, user);
    const outcome = journal.outcome.bind(journal);
    let other: PlanResponse | undefined;
    journal.outcome = async (...found) => {
      journal.outcome = outcome;
      await memoryManager(store).open(user, request.now).call('add_user_memory', { content: 'Tea at four.' }, { session: 'another', call: 's0c1' });
      other = await two.plan(plan(0), user);
      return outcome(...found);
    };
    const answer = await one.plan(plan(0), user);
    expect(answer.step?.turn?.results[0]?.resultJson).toContain('Tea at four.');
    expect(answer).toEqual(other);
    expect(evidence.operations).toMatchObject([{ tool: 'search_user_memory', memoryIds: [expect.any(String)] }]);
  });
});

it('a session’s time runs on when a replica takes it over, and what is out of time can still be closed', async () => {
  const { replica } = stage();
  const [first, second, third] = [replica(), replica(), replica()];
  await first.sessions.open({ ...request, budget: { steps: 15, tokens: 0, wallMs: 50 } }, user);
  await first.sessions.plan(plan(0), user);
  second.clock.advance(51);
  await expect(second.sessions.plan(plan(1, results), user)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'harness' });
  third.clock.advance(60);
  expect((await close(third.sessions)).steps).toHaveLength(1);
});
