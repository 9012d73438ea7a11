import { expect, it } from 'vitest';
import { finish, opening, openPhone, playOut, storyOf } from '../compact/testkit.ts';
import { LexicalPolicy } from './lexical.ts';

const policy = new LexicalPolicy();
const NETWORK = ['open_app', 'manage_wifi', 'manage_bluetooth', 'query_wifi'];

it('calls the tool whose words the request shares, with the first span of the type, then finishes', async () => {
  expect(storyOf(await playOut(policy, opening('turn on Bluetooth', NETWORK)))[0]).toBe('manage_bluetooth {"action":"enable"} -> 200');
  expect(storyOf(await playOut(policy, opening('关闭蓝牙', NETWORK)))[0]).toBe('manage_bluetooth {"action":"disable"} -> 200');
  const alarm = await playOut(policy, opening('set an alarm for 7:30 am', ['manage_wifi', 'manage_alarm']));
  expect(alarm).toHaveLength(2);
  expect(storyOf(alarm)[0]).toContain('"time":"07:30"');
  expect(alarm[1]?.action?.turn?.$case).toBe('finish');
});

it('answers with a field of the result that the question names', async () => {
  expect(storyOf(await playOut(policy, opening('what is the state of Wi-Fi', ['query_wifi', 'open_app']))).at(-1)).toBe('finish on');
});

it('makes one call, whatever came of it: neither repairs nor second clauses are its business', async () => {
  const blocked = openPhone({ state: { network: { airplane_mode: { on: true }, wifi: { on: false } } } });
  const story = storyOf(await playOut(policy, opening('turn on Wi-Fi', [...NETWORK, 'control_airplane_mode']), blocked));
  expect(story).toHaveLength(2);
  expect(story[0]).toMatch(/^manage_wifi .* -> 409$/);
});

it('has no distribution: no tokens, but its calls count', () => {
  const start = opening('turn on Bluetooth', NETWORK);
  const sampling = { temperature: 1, seed: 5 };
  const output = policy.open(start).decide([], sampling);
  expect(output).toMatchObject({ tokens: [], usage: { tokens: 0, toolCalls: 1 } });
  expect(policy.decide({ context: { opening: start, turns: [] }, sampling: { temperature: 0, seed: 0 } })).toEqual(output);
  expect(() => policy.decide({ context: { opening: undefined, turns: [] }, sampling })).toThrow(RangeError);
});

it('decides alike whether turns come one by one or all at once', async () => {
  const start = opening('turn on Bluetooth', NETWORK);
  const session = policy.open(start);
  const device = openPhone();
  const { action } = await session.decide([], { temperature: 0, seed: 0 });
  const turns = [device.play(action)];
  const next = await session.decide(turns, { temperature: 0, seed: 0 });
  expect(next.action.turn?.$case).toBe(finish().turn?.$case);
  expect(await policy.open(start).decide(turns, { temperature: 0, seed: 0 })).toEqual(next);
});
