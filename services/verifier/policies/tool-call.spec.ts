import { describe, expect, it } from 'vitest';
import { expectCall, read, write } from './testkit.ts';
import { toolCallPolicy } from './tool-call.ts';

const alarm = expectCall('manage_alarm', { action: 'create', time: '07:30' });
const wifi = expectCall('manage_wlan', { action: 'enable' });
const didAlarm = write('manage_alarm', { action: 'create', time: '7:30', label: 'gym' });
const didWifi = write('manage_wlan', { action: 'enable' });

describe('names, order, arguments and nothing else', () => {
  it.each([
    ['the call, with an argument more', [alarm], false, [didAlarm], true],
    ['an argument more where the match is exact', [{ ...alarm, exact: true }], false, [didAlarm], false],
    ['an argument more that is free', [{ ...alarm, exact: true, freeArguments: ['label'] }], false, [didAlarm], true],
    ['a free argument with another value', [{ ...alarm, freeArguments: ['time'] }], false, [write('manage_alarm', { action: 'create', time: '9:00' })], true],
    ['an omitted argument written as null', [{ ...wifi, exact: true }], false, [write('manage_wlan', { action: 'enable', ssid: null })], true],
    ['another value', [alarm], false, [write('manage_alarm', { action: 'create', time: '19:30' })], false],
    ['no call', [alarm], false, [], false],
    ['a call that was refused', [alarm], false, [{ ...didAlarm, status: 403 }], false],
    ['a refused call, then the right one', [alarm], false, [write('manage_alarm', { action: 'create', time: '9' }, 400), didAlarm], true],
    ['the right order', [wifi, alarm], true, [didWifi, didAlarm], true],
    ['the wrong order', [wifi, alarm], true, [didAlarm, didWifi], false],
    ['any order where none is asked for', [wifi, alarm], false, [didAlarm, didWifi], true],
    ['reads in between', [wifi, alarm], true, [read('query_wlan'), didWifi, read('query_wlan'), didAlarm], true],
    ['a write more', [alarm], false, [didAlarm, didWifi], false],
    ['the same write twice', [alarm], false, [didAlarm, didAlarm], false],
    ['twice where twice is asked for', [alarm, alarm], true, [didAlarm, didAlarm], true],
    ['composed text that holds the fragment', [expectCall('send_message', { content: { $contains: 'late' } })], false, [write('send_message', { content: 'I will be late.' })], true],
  ])('%s: %#', (_, calls, ordered, operations, passes) => {
    expect(toolCallPolicy({ calls, ordered }, operations).passed).toBe(passes);
  });

  it('names what is missing and what nobody asked for', () => {
    const outcome = toolCallPolicy({ calls: [alarm], ordered: false }, [didWifi]);
    expect(outcome.missing).toEqual(['manage_alarm({"action":"create","time":"07:30"})']);
    expect(outcome.collateral).toEqual(['manage_wlan({"action":"enable"})']);
  });

  it('leaves alone what another check asks for', () => {
    expect(toolCallPolicy({ calls: [alarm], ordered: false }, [didWifi, didAlarm], new Set([didWifi])).passed).toBe(true);
  });
});
