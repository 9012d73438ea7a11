import { describe, expect, it } from 'vitest';
import type { Row, StateOverrides } from '../../../world.ts';
import { domain as apps } from '../../apps-storage/mod.ts';
import { toolTrial } from '../../authoring/tool-trial.ts';
import { domain as network } from '../../network-connectivity/mod.ts';
import { domain } from '../mod.ts';

const { begin, run } = toolTrial([apps, network, domain]);
const flying: StateOverrides = { network: { airplane_mode: { on: true } } };
const talking: StateOverrides = { ongoing_calls: { call_800: { contact: '', phone_number: '13512345678', call_type: 'voice', status: 'active', muted: true, speaker: true } } };

type Case = readonly [what: string, tool: string, args: Row, status: number, setup?: StateOverrides];

const refusals: readonly Case[] = [
  ['an empty name', 'add_contact', { name: '', phoneNumber: '13512345678' }, 400],
  ['a number that is saved', 'add_contact', { name: 'Odette', phoneNumber: '13011230001' }, 409],
  ['a change of an unknown contact', 'update_contact', { contactId: 'contact_9', name: 'Odette' }, 404],
  ['a change of nothing', 'update_contact', { contactId: 'contact_101' }, 400],
  ['the number of somebody else', 'update_contact', { contactId: 'contact_101', phoneNumber: '13011230002' }, 409],
  ['deleting an unknown contact', 'delete_contact', { contactId: 'contact_9' }, 404],
  ['deleting a favourite', 'delete_contact', { contactId: 'contact_101' }, 409],
  ['a call in airplane mode', 'make_call', { phoneNumber: '13512345678' }, 409, flying],
  ['a call to a blocked number', 'make_call', { phoneNumber: '13199880051' }, 409],
  ['a second call', 'make_call', { phoneNumber: '13612345678' }, 409, talking],
  ['hanging up without a call', 'control_call', { action: 'hang_up' }, 409],
  ['resuming a call that is not held', 'control_call', { action: 'resume' }, 409, talking],
  ['muting twice', 'control_call', { action: 'mute' }, 409, talking],
  ['a message to nobody', 'send_message', { content: 'hello' }, 400],
  ['a message without words', 'send_message', { content: '', contact: 'Odette' }, 400],
  ['a message to a stranger', 'send_message', { content: 'hello', contact: 'Nobody' }, 404],
  ['a message to one of two namesakes', 'send_message', { content: 'hello', contact: 'Odette' }, 409, { contacts: { contact_800: { name: 'Odette', phone_number: '13512345678', email: '', group: 'other', favorite: false } } }],
  ['a message in airplane mode', 'send_message', { content: 'hello', contact: 'Odette' }, 409, flying],
  ['an unknown message', 'manage_message', { action: 'delete', messageId: 'message_9' }, 404],
  ['deleting a locked message', 'manage_message', { action: 'delete', messageId: 'message_101' }, 409, { messages: { message_101: { locked: true } } }],
  ['an e-mail to no address', 'send_email', { to: 'Odette', subject: 'a', content: 'b' }, 400],
  ['an e-mail in airplane mode', 'send_email', { to: 'odette@ferry.example', subject: 'a', content: 'b' }, 409, flying],
  ['blocking nothing', 'manage_blocked_number', { action: 'block' }, 400],
  ['blocking twice', 'manage_blocked_number', { action: 'block', phoneNumber: '13199880051' }, 409],
  ['blocking while interception is off', 'manage_blocked_number', { action: 'block', phoneNumber: '13512345678' }, 409, { call_settings: { interception: { enabled: false } } }],
  ['unblocking what is not blocked', 'manage_blocked_number', { action: 'unblock', phoneNumber: '13512345678' }, 404],
  ['a strictness without a level', 'manage_blocked_number', { action: 'set_level' }, 400],
  ['forwarding to no number', 'manage_call_forwarding', { action: 'enable', condition: 'busy' }, 400],
  ['forwarding while voicemail takes the calls', 'manage_call_forwarding', { action: 'enable', condition: 'busy', phoneNumber: '13512345678' }, 409, { call_settings: { voicemail: { enabled: true } } }],
  ['stopping what is not forwarded', 'manage_call_forwarding', { action: 'disable', condition: 'busy' }, 409],
  ['switching voicemail off twice', 'manage_voicemail', { action: 'disable' }, 409],
  ['deleting a voicemail without an id', 'manage_voicemail', { action: 'delete' }, 400],
  ['an unknown voicemail', 'manage_voicemail', { action: 'delete', voicemailId: 'voicemail_9' }, 404],
];

describe('calls and communication tools', () => {
  it('are 15, each with a description of itself and of every parameter', () => {
    expect(new Set(domain.tools.map(({ name }) => name)).size).toBe(15);
    for (const { name, description, inputSchema } of domain.tools) {
      expect(description.length, name).toBeGreaterThan(40);
      for (const [parameter, { description: words }] of Object.entries(inputSchema.properties)) expect(words.length, `${name}.${parameter}`).toBeGreaterThan(10);
    }
  });

  it.each(refusals.map((one) => ({ what: one[0], one })))('refuse $what and change nothing', ({ one: [, tool, args, status, setup] }) => {
    const state = begin(setup);
    const before = JSON.stringify(domain.tables.map(({ name }) => state.list(name)));
    expect(run(state, tool, args)).toMatchObject({ status, body: { success: false, code: status } });
    expect(JSON.stringify(domain.tables.map(({ name }) => state.list(name)))).toBe(before);
  });

  it('log a call under the name of its number, hold it for another, take it back and end it', () => {
    const state = begin();
    expect(run(state, 'make_call', { phoneNumber: '13011230003' }).body).toMatchObject({ status: 'ok', contact: 'Barnaby', call_type: 'voice' });
    expect(run(state, 'query_call_log', { contact: 'barnaby' }).body).toMatchObject({ data: { total: 2, items: [{ direction: 'outgoing', date: '2026-03-04', time: '09:15' }, {}] } });
    run(state, 'control_call', { action: 'hold' });
    expect(run(state, 'make_call', { phoneNumber: '13512345678', callType: 'video' }).status).toBe(200);
    run(state, 'control_call', { action: 'hang_up' });
    run(state, 'control_call', { action: 'resume' });
    expect(run(state, 'control_call', { action: 'query' }).body).toMatchObject({ call_state: { calls: [{ contact: 'Barnaby', status: 'active' }] } });
  });

  it('mute and unmute, loudspeaker on and off', () => {
    const state = begin(talking);
    run(state, 'control_call', { action: 'unmute' });
    run(state, 'control_call', { action: 'speaker_off' });
    expect(state.get('ongoing_calls', 'call_800')).toMatchObject({ muted: false, speaker: false, status: 'active' });
  });

  it('send a message to a person, lock and unlock it', () => {
    const state = begin();
    const sent = run(state, 'send_message', { content: 'the tide turns', contact: '茉莉' });
    expect(sent.body).toMatchObject({ status: 'ok', contact: '茉莉', phone_number: '13011230002' });
    const messageId = String(sent.body['message_id']);
    run(state, 'manage_message', { action: 'lock', messageId });
    expect(state.get('messages', messageId)).toMatchObject({ locked: true, direction: 'outgoing' });
    run(state, 'manage_message', { action: 'unlock', messageId });
    expect(run(state, 'manage_message', { action: 'delete', messageId }).body).toMatchObject({ success: true, action: 'delete' });
  });

  it('filter what they list', () => {
    const state = begin();
    expect(run(state, 'query_contact', { group: 'family' }).body).toMatchObject({ data: { total: 4, criteria: { group: 'family' } } });
    expect(run(state, 'query_contact', { phoneNumber: '13011230005' }).body).toMatchObject({ data: { items: [{ name: '石磊' }] } });
    expect(run(state, 'query_call_log', { direction: 'missed' }).body).toMatchObject({ data: { total: 4 } });
    expect(run(state, 'query_messages', { status: 'unread', direction: 'incoming' }).body).toMatchObject({ data: { total: 4 } });
    expect(run(state, 'query_messages', { keyword: 'tent' }).body).toMatchObject({ data: { items: [{ contact: 'Rosalind' }] } });
    expect(run(state, 'query_email', { sender: 'Leopold', folder: 'inbox' }).body).toMatchObject({ data: { items: [{ subject: 'Ferry timetable', time: '08:22' }] } });
    expect(run(state, 'manage_blocked_number', { action: 'query' }).body).toMatchObject({ data: { total: 3, interception: 'on' } });
    expect(run(state, 'manage_voicemail', { action: 'query' }).body).toMatchObject({ data: { total: 3 } });
    expect(run(state, 'manage_call_forwarding', { action: 'query', condition: 'busy' }).body).toMatchObject({ forwarding: 'off' });
  });

  it('switch interception off and on', () => {
    const state = begin();
    run(state, 'manage_blocked_number', { action: 'disable_interception' });
    expect(state.get('call_settings', 'interception')).toMatchObject({ enabled: false });
    run(state, 'manage_blocked_number', { action: 'enable_interception' });
    expect(state.get('call_settings', 'interception')).toMatchObject({ enabled: true });
  });
});
