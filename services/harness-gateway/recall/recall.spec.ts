import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { describe, expect, it } from 'vitest';
import { buildRecallIndex } from './recall.ts';

const tool = (name: string, description: string, properties: Record<string, object> = {}): ToolSpec => ({
  name,
  description,
  inputSchemaJson: JSON.stringify({ type: 'object', properties }),
});

const tools = [
  tool('manage_alarm', 'Creates, changes, lists and deletes alarms.', { action: { type: 'string', enum: ['create', 'delete', 'query'] } }),
  tool('manage_countdown', 'Starts and stops countdown timers.', { label: { type: 'string' } }),
  tool('manage_wlan', 'Turns WLAN on or off and connects to networks.', { ssid: { type: 'string', description: 'network name' } }),
  tool('manage_bluetooth', 'Turns Bluetooth on or off and lists devices.'),
  tool('send_message', 'Sends an SMS to a contact.', { content: { type: 'string' }, phoneNumber: { type: 'string' } }),
  tool('set_brightness', 'Sets the brightness of the screen.'),
  tool('manage_dark_mode', 'Turns dark mode on or off.'),
  tool('search_user_memory', 'Searches what is remembered about the user: routines, habits, preferences.'),
  ...Array.from({ length: 20 }, (_, at) => tool(`filler_${at}`, 'Unrelated.')),
];
const index = buildRecallIndex(tools);
const best = (request: string, count = 3) => index.recall({ request, count });

describe('candidate recall', () => {
  it('ranks the tool that the words name first, in both languages', () => {
    expect(best('wake me up with an alarm at seven')[0]).toBe('manage_alarm');
    expect(best('text Ann that I am late')[0]).toBe('send_message');
    expect(best('把屏幕亮度调高一点')[0]).toBe('set_brightness');
    expect(best('明早八点叫醒我')[0]).toBe('manage_alarm');
    expect(best('按我平时的习惯来')[0]).toBe('search_user_memory');
  });

  it('gives each clause of a request its share', () => {
    const chosen = best('delete the alarm, the alarm for work and the alarm for gym, then turn on wifi', 3);
    expect(chosen).toContain('manage_alarm');
    expect(chosen).toContain('manage_wlan');
  });

  it('uses the history where the request only refers back', () => {
    const history = [
      { role: 'ROLE_USER' as const, text: 'set the brightness to 40', calls: [], results: [] },
      { role: 'ROLE_ASSISTANT' as const, text: '', calls: [{ callId: 'c', name: 'set_brightness', argumentsJson: '{}' }], results: [] },
    ];
    expect(index.recall({ request: 'no, a bit higher', history, count: 2 })[0]).toBe('set_brightness');
  });

  it('returns as many as asked for, never a withheld one, always the named ones, and the same list each time', () => {
    const query = { request: 'set an alarm', count: 15, withheld: new Set(['manage_alarm']), always: ['search_user_memory'] };
    const chosen = index.recall(query);
    expect(chosen).toHaveLength(15);
    expect(chosen).not.toContain('manage_alarm');
    expect(chosen).toContain('search_user_memory');
    expect(index.recall(query)).toEqual(chosen);
    expect(index.recall({ request: '' })).toHaveLength(15);
  });
});
