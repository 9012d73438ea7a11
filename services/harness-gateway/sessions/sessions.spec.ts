import type { Policy } from '../policy/types.ts';
import { GyreError } from '#kit/errors.ts';
import { describe, expect, it } from 'vitest';
import { contextDigests } from '../context/digest.ts';
import { calls, finish, KeptEvidence, openRequest, output, resultFor, SayingPolicy, smallHarness } from '../testkit/harness.ts';

const plan = (step: number, results: ReturnType<typeof resultFor>[] = [], sessionId = 'session-1') => ({ sessionId, step, results });
const create = ['manage_alarm', { action: 'create', time: '07:00' }] as const;

describe('a session', () => {
  it('goes from call to result to reply, and closes with everything that it was', async () => {
    const policy = new SayingPolicy([calls(create), finish('The alarm is set.')]);
    const { sessions, evidence } = smallHarness(policy);
    const opened = await sessions.open(openRequest(), 'worker');
    const first = await sessions.plan(plan(0), 'worker');
    expect(first.environmentCalls).toEqual([{ callId: 's0c1', name: 'manage_alarm', argumentsJson: '{"action":"create","time":"07:00"}' }]);
    const second = await sessions.plan(plan(1, [resultFor('s0c1', 'manage_alarm')]), 'worker');
    expect(second.previous?.turn?.results).toEqual([resultFor('s0c1', 'manage_alarm')]);
    expect(second).toMatchObject({ action: { turn: { $case: 'finish' } }, environmentCalls: [], budgetSpent: false });
    expect(evidence).toMatchObject({ operations: [], finalAction: { turn: { $case: 'finish' } } });
    const closed = await sessions.close({ sessionId: 'session-1', results: [] }, 'worker');
    const turns = closed.steps.flatMap((step) => step.turn ?? []);
    expect(closed.steps.map((step) => step.contextDigest)).toEqual(contextDigests(closed.opening!, turns).slice(0, 2));
    expect(closed.steps[0]?.contextDigest).toBe(opened.openingDigest);
    expect(closed.steps.map((step) => [step.tokens.length, step.usage?.toolCalls])).toEqual([[1, 1], [1, 0]]);
    expect(policy.seen.map((turns) => turns.length)).toEqual([0, 1]);
    expect(await sessions.close({ sessionId: 'session-1', results: [] }, 'worker')).toEqual(closed);
  });

  it('opens, plans and closes idempotently', async () => {
    const policy = new SayingPolicy([calls(create), finish()]);
    const { sessions } = smallHarness(policy);
    expect(await sessions.open(openRequest(), 'worker')).toEqual(await sessions.open(openRequest(), 'worker'));
    await expect(sessions.open(openRequest({ request: 'other' }), 'worker')).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const answers = await Promise.all([sessions.plan(plan(0), 'worker'), sessions.plan(plan(0), 'worker')]);
    expect(answers[0]).toBe(answers[1]);
    await sessions.plan(plan(1, [resultFor('s0c1', 'manage_alarm')]), 'worker');
    expect(await sessions.plan(plan(0), 'worker')).toBe(answers[0]);
    expect(policy.seen).toHaveLength(2);
    await expect(sessions.plan(plan(2), 'worker')).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('ended (replied)') });
  });

  it.each([
    [[], '1 were asked for, 0 came'],
    [[resultFor('s0c2', 'manage_alarm')], 'result 1 is of "s0c2", not of s0c1'],
    [[resultFor('s0c1', 'set_volume')], 's0c1 called manage_alarm'],
    [[{ ...resultFor('s0c1', 'manage_alarm'), resultJson: '' }], 'neither a result'],
  ])('refuses results that do not match the calls: %j', async (results, message) => {
    const { sessions } = smallHarness(new SayingPolicy([calls(create)]));
    await sessions.open(openRequest(), 'worker');
    await sessions.plan(plan(0), 'worker');
    await expect(sessions.plan(plan(1, results), 'worker')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'results', message: expect.stringContaining(message) });
    await expect(sessions.plan(plan(3), 'worker')).rejects.toMatchObject({ field: 'step' });
    await sessions.plan(plan(1, [resultFor('s0c1', 'manage_alarm')]), 'worker');
  });

  it('keeps the order of a block whose calls have different executors, and rejects wrong ones to the policy', async () => {
    const block = calls(['no_tool', {}], ['search_user_memory', { query: 'wake' }], create, ['manage_alarm', '{"action":']);
    const { sessions, evidence } = smallHarness(new SayingPolicy([block]));
    const memory = [{ memoryId: 'mem_1', category: 'routines_habits', content: 'Wakes at 6:40.', createdAt: '2026-03-01T08:00:00' }];
    await sessions.open(openRequest({ memory }), 'worker');
    const first = await sessions.plan(plan(0), 'worker');
    expect(first.environmentCalls.map((call) => call.callId)).toEqual(['s0c3']);
    expect(first.step?.turn?.results.map((result) => result.callId)).toEqual(['s0c1', 's0c2', 's0c4']);
    const { previous } = await sessions.plan(plan(1, [resultFor('s0c3', 'manage_alarm')]), 'worker');
    expect(previous?.turn?.results.map(({ callId, error }) => [callId, error?.code])).toEqual([
      ['s0c1', 'unknown_tool'],
      ['s0c2', undefined],
      ['s0c3', undefined],
      ['s0c4', 'malformed_json'],
    ]);
    expect(evidence.operations).toMatchObject([{ step: 0, callId: 's0c2', tool: 'search_user_memory', memoryIds: ['mem_1'], sideEffect: false, source: 'OPERATION_SOURCE_HARNESS' }]);
  });

  it('answers output that is no action with a notice and goes on', async () => {
    const wrongTarget = output({ $case: 'clarify', value: { target: 'nothing.at_all', question: '?' } });
    const { sessions, evidence } = smallHarness(new SayingPolicy([output(undefined), wrongTarget, finish()]));
    await sessions.open(openRequest(), 'worker');
    for (const step of [0, 1]) {
      const answer = await sessions.plan(plan(step), 'worker');
      expect(answer).toMatchObject({ action: { turn: undefined }, environmentCalls: [], step: { turn: { results: [], notices: [{ code: 'invalid_action' }] } } });
    }
    expect(evidence.finalAction).toBeUndefined();
    expect((await sessions.plan(plan(2), 'worker')).action?.turn?.$case).toBe('finish');
  });

  it('loads a skill whose tools are callable from the next step', async () => {
    const load = ['skill__focus_sound', { reason: 'quiet hours' }] as const;
    const dnd = ['manage_dnd', { action: 'enable' }] as const;
    const policy = new SayingPolicy([calls(load, dnd), calls(dnd, load)]);
    const { sessions, evidence } = smallHarness(policy);
    await sessions.open(openRequest({ exposure: { tools: ['manage_alarm'], skills: ['focus-sound'] } }), 'worker');
    const first = await sessions.plan(plan(0), 'worker');
    expect(first.environmentCalls).toEqual([]);
    expect(first.step?.turn?.results.map((result) => result.error?.code)).toEqual([undefined, 'unknown_tool']);
    expect(first.step?.turn?.addedTools.map((tool) => tool.name)).toEqual(['set_volume', 'manage_dnd']);
    const second = await sessions.plan(plan(1), 'worker');
    expect(second.environmentCalls.map((call) => call.name)).toEqual(['manage_dnd']);
    expect(second.step?.turn?.results[0]?.resultJson).toContain('already_loaded');
    expect(evidence.operations.map((operation) => operation.skill)).toEqual(['focus-sound', 'focus-sound']);
  });

  it('tells of repeated failures and low budget, and spends the budget', async () => {
    const { sessions } = smallHarness(new SayingPolicy(Array.from({ length: 9 }, () => calls(create))));
    await sessions.open(openRequest({ budget: { steps: 4 } }), 'worker');
    const codes: (readonly string[])[] = [];
    for (let step = 0; step < 5; step++) {
      const answer = await sessions.plan(plan(step, step === 0 ? [] : [resultFor(`s${step - 1}c1`, 'manage_alarm', 409)]), 'worker');
      if (answer.previous) codes.push(answer.previous.turn?.notices.map((notice) => notice.code) ?? []);
      expect(answer.budgetSpent).toBe(step === 4);
    }
    expect(codes).toEqual([['budget_low'], ['repeated_failure'], ['repeated_failure', 'budget_low'], ['repeated_failure']]);
    const { steps } = await sessions.close({ sessionId: 'session-1', results: [] }, 'worker');
    expect(steps).toHaveLength(4);
  });

  it('ends on its token budget, and takes slowness for a fault', async () => {
    const tokens = smallHarness(new SayingPolicy([calls(create), calls(create)]));
    await tokens.sessions.open(openRequest({ budget: { tokens: 1 } }), 'worker');
    await tokens.sessions.plan(plan(0), 'worker');
    expect((await tokens.sessions.plan(plan(1, [resultFor('s0c1', 'manage_alarm')]), 'worker')).budgetSpent).toBe(true);
    const slow = smallHarness(new SayingPolicy([calls(create)]));
    await slow.sessions.open(openRequest({ budget: { wallMs: 50 } }), 'worker');
    await slow.clock.advance(51);
    await expect(slow.sessions.plan(plan(0), 'worker')).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'harness', isInfrastructureFault: true });
  });

  it('completes the last step with results that come with the close', async () => {
    const { sessions } = smallHarness(new SayingPolicy([calls(create)]));
    await sessions.open(openRequest(), 'worker');
    await sessions.plan(plan(0), 'worker');
    const { steps } = await sessions.close({ sessionId: 'session-1', results: [resultFor('s0c1', 'manage_alarm')] }, 'worker');
    expect(steps[0]?.turn?.results).toHaveLength(1);
  });
});

describe('faults', () => {
  it('of the policy plant leave the step to be planned again', async () => {
    const policy = new SayingPolicy([calls(create), new GyreError('UNAVAILABLE', 'no model', { boundary: 'harness' }), finish()]);
    const { sessions } = smallHarness(policy);
    await sessions.open(openRequest(), 'worker');
    await sessions.plan(plan(0), 'worker');
    const next = plan(1, [resultFor('s0c1', 'manage_alarm')]);
    await expect(sessions.plan(next, 'worker')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await sessions.plan(next, 'worker')).action?.turn?.$case).toBe('finish');
  });

  it('of the evidence do not lose or double an entry', async () => {
    const evidence = new KeptEvidence();
    const policy = new SayingPolicy([calls(['add_user_memory', { content: 'Tea at four.' }]), finish()]);
    const { sessions } = smallHarness(policy, { evidence });
    await sessions.open(openRequest(), 'worker');
    evidence.failNext = true;
    await expect(sessions.plan(plan(0), 'worker')).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'environment' });
    await sessions.plan(plan(0), 'worker');
    await sessions.plan(plan(1), 'worker');
    expect(evidence.operations).toMatchObject([{ tool: 'add_user_memory', argumentsJson: '{"content":"Tea at four."}', sideEffect: true, memoryIds: ['mem_1001'] }]);
    expect(policy.seen).toHaveLength(2);
  });
});

describe('the sessions of a replica', () => {
  const limits = { sessions: 2, idleMs: 1000 };
  const open = (id: string) => openRequest({ sessionId: id });

  it('are bounded; idle ones make room', async () => {
    const { sessions, clock } = smallHarness(new SayingPolicy([]), { limits });
    await sessions.open(open('a'), 'worker');
    await sessions.open(open('b'), 'worker');
    await expect(sessions.open(open('c'), 'worker')).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', remedy: expect.stringContaining('close sessions') });
    clock.advance(900);
    await sessions.plan(plan(0, [], 'b'), 'worker');
    clock.advance(200);
    await sessions.open(open('c'), 'worker');
    await expect(sessions.plan(plan(0, [], 'a'), 'worker')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(sessions.size).toBe(2);
  });

  it('are let go when they have been idle for too long, though nobody opens another', async () => {
    const { sessions, clock } = smallHarness(new SayingPolicy([]), { limits });
    await sessions.open(open('a'), 'worker');
    await sessions.open(open('b'), 'worker');
    clock.advance(900);
    await sessions.plan(plan(0, [], 'a'), 'worker');
    clock.advance(200);
    sessions.expire();
    expect(sessions.size).toBe(1);
    await expect(sessions.plan(plan(0, [], 'b'), 'worker')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are given away to nobody else, over a user’s memory', async () => {
    const { sessions } = smallHarness(new SayingPolicy([]));
    await expect(sessions.open(openRequest({ memoryScope: 'home/li/phone' }), 'home/wang/phone')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('refuse what cannot be opened, naming the field', async () => {
    const { sessions } = smallHarness(new SayingPolicy([]));
    const field = (fields: Parameters<typeof openRequest>[0]) => sessions.open(openRequest(fields), 'worker').catch((error: GyreError) => error.field);
    expect(await field({ exposure: { tools: ['nothing'] } })).toBe('exposure.tools');
    expect(await field({ exposure: { skills: ['nothing'] } })).toBe('exposure.skills');
    expect(await field({ memoryScope: 'nowhere' })).toBe('memory_scope');
    expect(await field({ memoryScope: '', memory: [{ content: 'x' }] })).toBe('memory');
    expect(await field({ world: '' })).toBe('tools');
    expect(await field({ request: ' ' })).toBe('request');
  });
});

describe('the opening', () => {
  it('holds what the policy may know and nothing of the task', async () => {
    const { sessions } = smallHarness(new SayingPolicy([]));
    await sessions.open(openRequest({ exposure: { tools: ['set_volume', 'manage_alarm'], skills: ['focus-sound'] } }), 'worker');
    const { opening } = await sessions.close({ sessionId: 'session-1', results: [] }, 'worker');
    expect(opening?.tools.map((tool) => tool.name)).toEqual(['manage_alarm', 'set_volume', 'skill__focus_sound']);
    expect(opening?.budget).toEqual({ steps: 15, tokens: 0, wallMs: 0 });
    expect(JSON.stringify(opening)).not.toMatch(/session-1|e1"/);
  });

  it('recalls candidates where none are named, with a search of memory among them', async () => {
    const stateless: Policy = { name: 'plain', decide: () => finish() };
    const { sessions } = smallHarness(stateless);
    await sessions.open(openRequest({ exposure: { recall: 2, withheld: ['set_volume'] } }), 'worker');
    await sessions.plan(plan(0), 'worker');
    const { opening } = await sessions.close({ sessionId: 'session-1', results: [] }, 'worker');
    expect(opening?.tools.map((tool) => tool.name).toSorted()).toEqual(['manage_alarm', 'search_user_memory']);
  });
});
