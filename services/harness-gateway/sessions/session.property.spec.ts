import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contextDigests } from '../context/digest.ts';
import { calls, finish, openRequest, output, resultFor, SayingPolicy, smallHarness } from '../testkit/harness.ts';

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
