import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '#protos/core/v1/action.ts';
import { call, smallSetup, smallWorld } from '../../testkit/small-world.ts';
import type { SandboxEpisode } from './episode.ts';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox(smallWorld);
const setup = smallSetup({
  state: { alarms: { alarm_1002: null, alarm_1020: { time: '05:00' } } },
  faults: [{ tool: 'manage_alarm', nthCall: 3, times: 1, status: 500, message: 'busy' }],
});
const open = (seed = 7) => sandbox.open(setup, seed);

const alarmId = fc.constantFrom('alarm_1001', 'alarm_1002', 'alarm_1020', 'alarm_1021', 'alarm_1022');
const time = fc.constantFrom('05:00', '06:30', '23:59');
const calls: fc.Arbitrary<ToolCall> = fc.oneof(
  fc.record({ action: fc.constant('create'), time }).map((args) => call('manage_alarm', args)),
  fc.record({ action: fc.constantFrom('update', 'delete'), alarmId, time }).map((args) => call('manage_alarm', args)),
  fc.constant(call('manage_alarm', { action: 'query' })),
  fc.record({ name: fc.string(), phoneNumber: fc.string() }).map((args) => call('add_contact', args)),
  fc.constantFrom(call('roll_dice'), call('show_time'), call('nobody')),
  fc.string().map((text) => call('manage_alarm', text)),
);
const plans = fc.array(fc.array(calls, { maxLength: 4 }), { maxLength: 8 });

const play = (episode: SandboxEpisode, plan: readonly (readonly ToolCall[])[]) => JSON.stringify(plan.map((block) => episode.step(block)));
const everything = (episode: SandboxEpisode) => JSON.stringify([episode.stateDigest(), episode.changes(), episode.operations(), episode.snapshot()]);

describe('any sequence of calls', () => {
  it('gives the same bytes for the same seed', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const [one, two] = [open(), open()];
        expect(play(one, plan)).toBe(play(two, plan));
        expect(everything(one)).toBe(everything(two));
      }),
    );
  });

  it('leaves a fork and its origin apart', () => {
    fc.assert(
      fc.property(plans, plans, plans, (before, here, there) => {
        const origin = open();
        play(origin, before);
        const fork = origin.fork();
        const taken = everything(origin);
        expect(everything(fork)).toBe(taken);
        play(fork, there);
        expect(everything(origin)).toBe(taken);
        const moved = everything(fork);
        play(origin, here);
        expect(everything(fork)).toBe(moved);
        const straight = open();
        play(straight, [...before, ...there]);
        expect(everything(straight)).toBe(moved);
      }),
    );
  });

  it('is undone by a reset, to the digest and to the next result', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const episode = open();
        const first = play(episode, plan);
        episode.reset();
        expect([episode.stateDigest(), episode.changes(), episode.steps]).toEqual([episode.initialStateDigest(), [], 0]);
        expect(play(episode, plan)).toBe(first);
      }),
    );
  });

  it('has a difference that, laid over the initial state, gives the final one', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const episode = open();
        play(episode, plan);
        const state = structuredClone(setup.state) as Record<string, Record<string, null | Record<string, string>>>;
        for (const { table, rowId, beforeJson, afterJson } of episode.changes()) {
          expect(beforeJson).not.toBe(afterJson);
          (state[table] ??= {})[rowId] = afterJson === '' ? null : JSON.parse(afterJson);
        }
        expect(sandbox.open({ ...setup, state }, 7).stateDigest()).toBe(episode.stateDigest());
      }),
    );
  });

  it('is restored from its snapshot', () => {
    fc.assert(
      fc.property(plans, plans, (before, after) => {
        const episode = open();
        play(episode, before);
        const copy = open();
        copy.restore(JSON.parse(JSON.stringify(episode.snapshot())));
        expect(play(copy, after)).toBe(play(episode, after));
        expect(everything(copy)).toBe(everything(episode));
      }),
    );
  });
});
