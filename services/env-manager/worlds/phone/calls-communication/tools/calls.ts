import { block, flat, inTheWay, listed, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { Row, Tables, ToolDefinition, ToolOutcome } from '../../../world.ts';

/** Why nothing can be sent or called now, if so. */
export function unreachable(tables: Tables, phoneNumber: string): ToolOutcome | undefined {
  if (tables.get('network', 'airplane_mode')?.['on'] === true) return inTheWay('Airplane mode is on: switch airplane mode off first (control_airplane_mode, action disable).');
  if (rowsWhere(tables, 'blocked_numbers', (row) => row['phone_number'] === phoneNumber).length > 0) {
    return inTheWay(`The number ${phoneNumber} is blocked: unblock it first (manage_blocked_number, action unblock).`);
  }
  return undefined;
}

/** Name under which a number is saved; empty if it is not. */
export function ownerOf(tables: Tables, phoneNumber: string): string {
  return String(rowsWhere(tables, 'contacts', (row) => row['phone_number'] === phoneNumber)[0]?.[1]['name'] ?? '');
}

const makeCall: ToolDefinition = {
  name: 'make_call',
  description: 'Calls (phones, rings) a phone number by voice or video. For a person, look the number up with query_contact first.',
  inputSchema: parameters(
    {
      phoneNumber: words('Number to dial.', 'phone'),
      callType: { ...choice('Voice call, or video call with picture.', ['voice', 'video']), default: 'voice' },
    },
    ['phoneNumber'],
  ),
  sideEffect: () => true,
  permission: 'phone',
  run(args, { tables, now }) {
    const phoneNumber = textArg(args, 'phoneNumber') ?? '';
    const callType = textArg(args, 'callType') ?? 'voice';
    const obstacle = unreachable(tables, phoneNumber);
    if (obstacle) return obstacle;
    if (rowsWhere(tables, 'ongoing_calls', (row) => row['status'] === 'active').length > 0) {
      return inTheWay('Another call is in progress: put it on hold first (control_call, action hold).');
    }
    const call: Row = { contact: ownerOf(tables, phoneNumber), phone_number: phoneNumber, call_type: callType };
    tables.insert('call_log', { ...call, direction: 'outgoing', datetime: now.slice(0, 16), duration_seconds: 0 });
    const id = tables.insert('ongoing_calls', { ...call, status: 'active', muted: false, speaker: false });
    return flat('Calling.', { call_id: id, ...call });
  },
};

const WORDS: { readonly [action: string]: readonly [field: string, value: boolean, already: string] } = {
  mute: ['muted', true, 'The microphone is muted already.'],
  unmute: ['muted', false, 'The microphone is not muted.'],
  speaker_on: ['speaker', true, 'The loudspeaker is on already.'],
  speaker_off: ['speaker', false, 'The loudspeaker is off already.'],
};

const controlCall: ToolDefinition = {
  name: 'control_call',
  description: 'Controls the call in progress: hang up (end the call), hold, resume, mute or unmute my microphone, loudspeaker on or off, or tell its state.',
  inputSchema: parameters(
    {
      action: choice('What to do: hang_up (end), hold (put on hold), resume (take back from hold), mute and unmute (microphone), speaker_on and speaker_off (hands-free), query.', [
        'hang_up', 'hold', 'resume', 'mute', 'unmute', 'speaker_on', 'speaker_off', 'query',
      ]),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  permission: 'phone',
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const calls = tables.list('ongoing_calls');
    if (action === 'query') return block(action, `${calls.length} calls.`, 'call_state', { calls: calls.map(([id, row]) => ({ call_id: id, ...row })) });
    const wanted = action === 'resume' ? 'held' : 'active';
    const current = calls.find(([, row]) => row['status'] === wanted) ?? (action === 'hang_up' ? calls[0] : undefined);
    if (!current) return inTheWay(`There is no ${wanted} call.`);
    const [id, row] = current;
    if (action === 'hang_up') {
      tables.remove('ongoing_calls', id);
      return block(action, 'Call ended.', 'call', { call_id: id, ...row });
    }
    const [field, value, already] = WORDS[action] ?? ['status', true, ''];
    if (already !== '' && row[field] === value) return inTheWay(already);
    const fields: Row = already === '' ? { status: action === 'hold' ? 'held' : 'active' } : { [field]: value };
    tables.update('ongoing_calls', id, fields);
    return block(action, 'Call changed.', 'call', { call_id: id, ...row, ...fields });
  },
};

const queryCallLog: ToolDefinition = {
  name: 'query_call_log',
  description: 'Looks up past calls (call history): who called or was called, on which date and at what time, missed, incoming or outgoing; latest first.',
  inputSchema: parameters({
    contact: words('Only calls with this person.', 'name'),
    phoneNumber: words('Only calls with this number.', 'phone'),
    direction: choice('Only missed, incoming (received) or outgoing (made) calls.', ['missed', 'incoming', 'outgoing']),
  }),
  sideEffect: () => false,
  permission: 'phone',
  run(args, { tables }) {
    const contact = textArg(args, 'contact');
    const phoneNumber = textArg(args, 'phoneNumber');
    const direction = textArg(args, 'direction');
    const rows = rowsWhere(tables, 'call_log', (row) => holds(row['contact'], contact) && equals(row['phone_number'], phoneNumber) && equals(row['direction'], direction));
    const sorted = rows.toSorted(([, a], [, b]) => (String(a['datetime']) < String(b['datetime']) ? 1 : -1));
    const items = sorted.map(([id, row]) => ({ log_id: id, ...row, datetime: undefined, date: String(row['datetime']).slice(0, 10), time: String(row['datetime']).slice(11, 16) }));
    return listed(items, given({ contact, phone_number: phoneNumber, direction }));
  },
};

export const callTools = [makeCall, controlCall, queryCallLog];
