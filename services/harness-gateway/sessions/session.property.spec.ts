import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { canonicalJson } from '#kit/digest.ts';
import type { GyreError } from '#kit/errors.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { type Action, RefusalReason } from '#protos/core/v1/action.ts';
import { CloseSessionResponse, PlanResponse } from '#protos/harness/v1/harness_service.ts';
import { contextDigests } from '../context/digest.ts';
import { calls, finish, KeptEvidence, openRequest, output, resultFor, SayingPolicy, smallHarness } from '../testkit/harness.ts';
import { storeSessionJournal } from './journal.ts';
import type { Sessions } from './sessions.ts';

const name = fc.constantFrom('manage_alarm', 'set_volume', 'search_user_memory', 'add_user_memory', 'skill__focus_sound', 'no_tool');
const args = fc.oneof(
  fc.constantFrom({ action: 'create', time: '07:00' }, { level: 30 }, { query: 'tea' }, { content: 'Tea at four.' }, { reason: 'quiet' }, 'null', '{"a":'),
  fc.json(),
);
const block = fc.array(fc.tuple(name, args), { minLength: 0, maxLength: 9 }).map((list) => calls(...list));
const said = fc.oneof({ weight: 8, arbitrary: block }, { weight: 1, arbitrary: fc.constant(output(undefined)) }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map(finish) });

it('whatever the policy writes, every call has one result in its place, and the digests are those of the turns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(said, { maxLength: 6 }), async (outputs) => {
      const { sessions } = smallHarness(new SayingPolicy(outputs));
      await sessions.open(openRequest({ exposure: { tools: ['manage_alarm', 'search_user_memory', 'add_user_memory'], skills: ['focus-sound'] } }), '');
      let results: ReturnType<typeof resultFor>[] = [];
      for (let step = 0; ; step++) {
        const answer = await sessions.plan({ sessionId: 'session-1', step, results }, '');
        results = answer.environmentCalls.map((call) => resultFor(call.callId, call.name));
        if (answer.budgetSpent || (answer.action?.turn && answer.action.turn.$case !== 'calls')) break;
      }
      const { opening, steps } = await sessions.close({ sessionId: 'session-1', results: [] }, '');
      const turns = steps.flatMap((step) => step.turn ?? []);
      expect(steps.map((step) => step.contextDigest)).toEqual(contextDigests(opening!, turns).slice(0, steps.length));
      for (const { action, results: given } of turns) {
        const asked = action?.turn?.$case === 'calls' ? action.turn.value.calls : [];
        expect(given.map((result) => result.callId)).toEqual(asked.map((call) => call.callId));
      }
    }),
    { numRuns: 60 },
  );
});

/** Any UTF-16 text, half surrogate pairs and all. */
const utf16 = fc.array(fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 6 }).map((units) => String.fromCharCode(...units));
const textual: fc.Arbitrary<Action['turn']> = fc.oneof(
  fc
    .array(fc.record({ callId: utf16, name: fc.oneof(utf16, name), argumentsJson: fc.oneof(utf16, utf16.map((text) => `{"query":"${text}"}`), utf16.map((query) => JSON.stringify({ query }))) }), { minLength: 1, maxLength: 3 })
    .map((list) => ({ $case: 'calls' as const, value: { calls: list } })),
  fc.record({ message: utf16, answers: fc.array(utf16, { maxLength: 2 }) }).map((value) => ({ $case: 'finish' as const, value })),
  fc.record({ target: fc.oneof(utf16, fc.constant('confirmation'), utf16.map((text) => `manage_alarm.${text}`)), question: utf16 }).map((value) => ({ $case: 'clarify' as const, value })),
  fc.record({ reason: fc.constantFrom(RefusalReason.UNSAFE, RefusalReason.UNAVAILABLE, RefusalReason.UNSPECIFIED), message: utf16 }).map((value) => ({ $case: 'refuse' as const, value })),
);
const anyAction: fc.Arbitrary<Action> = fc.record({ reasoning: utf16, turn: textual });

it('whatever UTF-16 stands in the texts of an action, the session answers, and another replica rebuilds it from the journal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 4 }), async (actions) => {
      const outputs = actions.map((action) => ({ ...output(action.turn), action }));
      const store = openSqliteStore(':memory:');
      const journal = storeSessionJournal(store, new ManualClock(0));
      const request = openRequest({ memoryScope: 'home/li/phone', exposure: { tools: ['manage_alarm', 'search_user_memory', 'add_user_memory'], skills: ['focus-sound'] } });
      const [first, second] = [smallHarness(new SayingPolicy(outputs), { journal, store }), smallHarness(new SayingPolicy([]), { journal, store })];
      const user = 'home/li/phone';
      await first.sessions.open(request, user);
      let results: ReturnType<typeof resultFor>[] = [];
      const seen: unknown[] = [];
      for (let step = 0; ; step++) {
        const answer = await first.sessions.plan({ sessionId: 'session-1', step, results }, user);
        seen.push(answer.step?.contextDigest);
        results = answer.environmentCalls.map((call) => resultFor(call.callId, call.name));
        if (answer.budgetSpent || (answer.action?.turn && answer.action.turn.$case !== 'calls')) break;
      }
      const rebuilt = await second.sessions.close({ sessionId: 'session-1', results: [] }, user);
      const closed = await first.sessions.close({ sessionId: 'session-1', results: [] }, user);
      expect(canonicalJson(rebuilt.steps.map(({ turn, contextDigest }) => ({ turn, contextDigest })))).toBe(canonicalJson(closed.steps.map(({ turn, contextDigest }) => ({ turn, contextDigest }))));
      expect(closed.steps.map(({ contextDigest }) => contextDigest)).toEqual(seen.filter((digest) => digest !== undefined));
      await store.close();
    }),
    { numRuns: 80 },
  );
});

/** What the caller of each turn does: which replica it asks, which others before, their answers lost, and which dies and comes back empty. */
const wandering = fc.record({ asked: fc.nat(2), lost: fc.array(fc.nat(2), { maxLength: 2 }), dies: fc.option(fc.nat(2)) });

it('whatever order replicas are asked in, and whatever gets lost, the session is that of one replica', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { maxLength: 6 }),
      fc.constantFrom('episode/e1', 'home/li/phone'),
      fc.array(wandering, { minLength: 8, maxLength: 8 }),
      fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
      async (outputs, memoryScope, ways, closers) => {
        const request = openRequest({ memoryScope, budget: { steps: 5 }, exposure: { tools: ['manage_alarm', 'search_user_memory', 'add_user_memory'], skills: ['focus-sound'] } });
        const [alone, apart] = [stage(outputs), stage(outputs)];
        const one = alone.replica();
        const replicas = [apart.replica(), apart.replica(), apart.replica()];
        const at = (replica: number) => replicas[replica] ?? one;
        await one.open(request, memoryScope);
        let results: ReturnType<typeof resultFor>[] = [];
        for (let step = 0; ; step++) {
          const { asked, lost, dies } = ways[step] ?? { asked: 0, lost: [], dies: null };
          if (dies !== null) replicas[dies] = apart.replica();
          if (step === 0) for (const replica of [...lost, asked]) await at(replica).open(request, memoryScope);
          const turn = { sessionId: 'session-1', step, results };
          const expected = await one.plan(turn, memoryScope);
          for (const replica of [...lost, asked]) {
            const answer = await sentAgain(() => at(replica).plan(turn, memoryScope));
            expect(canonicalJson(PlanResponse.toJSON(answer))).toBe(canonicalJson(PlanResponse.toJSON(expected)));
          }
          results = expected.environmentCalls.map((call) => resultFor(call.callId, call.name));
          if (expected.budgetSpent || (expected.action?.turn && expected.action.turn.$case !== 'calls')) break;
        }
        const closed = canonicalJson(CloseSessionResponse.toJSON(await one.close({ sessionId: 'session-1', results: [] }, memoryScope)));
        for (const replica of closers) {
          expect(canonicalJson(CloseSessionResponse.toJSON(await at(replica).close({ sessionId: 'session-1', results: [] }, memoryScope)))).toBe(closed);
        }
        expect(apart.evidence).toEqual(alone.evidence);
        await Promise.all([alone.store.close(), apart.store.close()]);
      },
    ),
    { numRuns: 80 },
  );
});

/** Replicas over one store and one episode. */
function stage(outputs: ConstructorParameters<typeof SayingPolicy>[0]) {
  const store = openSqliteStore(':memory:');
  const evidence = new KeptEvidence();
  const journal = storeSessionJournal(store, new ManualClock(0));
  return { store, evidence, replica: (): Sessions => smallHarness(new SayingPolicy(outputs), { journal, store, evidence }).sessions };
}

/** A call that a caller makes again when it is told to. */
async function sentAgain<R>(call: () => Promise<R>): Promise<R> {
  return call().catch((error: GyreError) => (error.code === 'ABORTED' ? call() : Promise.reject(error)));
}
