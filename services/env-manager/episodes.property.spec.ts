import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { openStore } from '#kit/store/open.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { Evidence } from '#protos/core/v1/evidence.ts';
import { sandboxBackend } from './backends/sandbox/backend.ts';
import { createSandbox } from './backends/sandbox/sandbox.ts';
import { EnvironmentBackends } from './environment.ts';
import { Episodes } from './episodes.ts';
import { call, smallTask, smallWorld } from './testkit/small-world.ts';

const backends = new EnvironmentBackends([sandboxBackend([createSandbox(smallWorld)])]);
const task = smallTask({ faults: [{ tool: 'manage_alarm', nthCall: 2, times: 1, status: 500, message: 'busy' }] });
const create = { id: 'e', task, seed: 3, leaseMs: 0, slotId: '', attempt: 1 };

const oneCall: fc.Arbitrary<ToolCall> = fc.oneof(
  fc.constantFrom('06:00', '07:00').map((time) => call('manage_alarm', { action: 'create', time })),
  fc.constantFrom(call('roll_dice'), call('show_time'), call('nobody'), call('manage_alarm', { action: 'query' })),
);
/** One turn: its calls, the process that is asked, how often the answer gets lost, whether that process dies before, whether all starts over. */
const turns = fc.array(
  fc.record({
    calls: fc.array(oneCall, { maxLength: 3 }),
    process: fc.nat(2),
    lost: fc.nat(2),
    dies: fc.boolean(),
    // Goes back to the start and plays up to here again, each step in another process.
    reset: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  }),
  { maxLength: 6 },
);

describe('an episode that wanders between processes', () => {
  it('is the same as one that never moved, whatever dies and whatever is sent again', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (plan) => {
        const straight = await stage();
        const [home] = [straight()];
        await home.create(create);
        const expected: string[] = [];
        for (const [index, { calls }] of plan.entries()) expected.push(JSON.stringify(await home.step('e', index, calls)));
        const evidence = Evidence.toJSON(await home.evidence('e'));

        const start = await stage();
        const processes = [start(), start(), start()];
        await processes[0]?.create(create);
        const seen: string[] = [];
        for (const [index, { calls, process, lost, dies, reset }] of plan.entries()) {
          if (dies) processes[process] = start();
          const asked = () => processes[process] ?? start();
          if (reset) {
            await asked().reset('e');
            for (let i = 0; i < index; i++) await processes[i % 3]?.step('e', i, plan[i]?.calls ?? []);
          }
          for (let i = 0; i < lost; i++) await asked().step('e', index, calls);
          seen.push(JSON.stringify(await asked().step('e', index, calls)));
        }
        expect(seen).toEqual(expected);
        expect(Evidence.toJSON(await start().evidence('e'))).toEqual(evidence);
        const digests = await Promise.all(processes.map((one) => one.close('e', 'finished')));
        expect(digests).toEqual(processes.map(() => (evidence as { finalStateDigest: string }).finalStateDigest));
        expect(processes.map((one) => one.open)).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  });
});

async function stage(): Promise<() => Episodes> {
  const [store, evidenceStore] = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')];
  const clock = new ManualClock();
  return () => new Episodes({ backends, store, evidenceStore, clock, journal: 'store' });
}
