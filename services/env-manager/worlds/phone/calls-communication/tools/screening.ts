import { badArgument, block, done, flat, inTheWay, listed, notFound, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, given, holds, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { ToolDefinition } from '../../../world.ts';
import { ownerOf } from './calls.ts';

const manageBlockedNumber: ToolDefinition = {
  name: 'manage_blocked_number',
  description: 'Harassment interception: block (blacklist) a phone number, unblock it, list blocked numbers, switch interception of nuisance calls on or off, or set how strict it is.',
  inputSchema: parameters(
    {
      action: choice('What to do: block (reject calls and messages), unblock, query (list), enable_interception, disable_interception, set_level (strictness).', [
        'block', 'unblock', 'query', 'enable_interception', 'disable_interception', 'set_level',
      ]),
      phoneNumber: words('Number to block or unblock.', 'phone'),
      level: choice('Strictness of interception: loose (only blocked numbers), standard (also known spam), strict (also unknown callers).', ['loose', 'standard', 'strict']),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  permission: 'phone',
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const phoneNumber = textArg(args, 'phoneNumber');
    const level = textArg(args, 'level');
    const settings = tables.get('call_settings', 'interception');
    const rows = tables.list('blocked_numbers');
    if (action === 'query') return done('Blocked numbers.', { items: rows.map(([id, row]) => ({ blocked_id: id, ...row })), total: rows.length, interception: settings?.['enabled'] === true ? 'on' : 'off', level: settings?.['level'] });
    if (action === 'set_level') {
      if (level === undefined) return badArgument('level is required to set the strictness');
      tables.update('call_settings', 'interception', { level });
      return done('Strictness set.', { level });
    }
    if (action === 'enable_interception' || action === 'disable_interception') {
      const enabled = action === 'enable_interception';
      tables.update('call_settings', 'interception', { enabled });
      return done(`Interception is ${enabled ? 'on' : 'off'}.`, { interception: enabled ? 'on' : 'off' });
    }
    if (phoneNumber === undefined) return badArgument(`phoneNumber is required to ${action}`);
    const held = rows.find(([, row]) => row['phone_number'] === phoneNumber);
    if (action === 'unblock') {
      if (!held) return notFound(`The number ${phoneNumber} is not blocked.`);
      tables.remove('blocked_numbers', held[0]);
      return done('Number unblocked.', { phone_number: phoneNumber });
    }
    if (settings?.['enabled'] !== true) return inTheWay('Harassment interception is off: enable it first (manage_blocked_number, action enable_interception).');
    if (held) return inTheWay(`The number ${phoneNumber} is blocked already.`);
    const id = tables.insert('blocked_numbers', { phone_number: phoneNumber, contact: ownerOf(tables, phoneNumber) });
    return done('Number blocked.', { blocked_id: id, phone_number: phoneNumber });
  },
};

const CONDITIONS = ['always', 'busy', 'no_answer', 'unreachable'];

const manageCallForwarding: ToolDefinition = {
  name: 'manage_call_forwarding',
  description: 'Call forwarding (diversion): send incoming calls on to another number always, when the line is busy, when nobody answers or when the phone is unreachable; switch it off; or look it up.',
  inputSchema: parameters(
    {
      action: choice('What to do: enable (forward, divert), disable (stop forwarding), query (look up).', ['enable', 'disable', 'query']),
      condition: choice('Which calls: always (all calls), busy (line engaged), no_answer (not picked up), unreachable (switched off, no signal).', CONDITIONS),
      phoneNumber: words('Number that the calls are forwarded to.', 'phone'),
    },
    ['action', 'condition'],
  ),
  sideEffect: unlessQuery,
  permission: 'phone',
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const condition = textArg(args, 'condition') ?? '';
    const phoneNumber = textArg(args, 'phoneNumber');
    const row = tables.get('call_forwarding', condition);
    const enabled = row?.['enabled'] === true;
    if (action === 'query') return flat('Call forwarding.', { condition, forwarding: enabled ? 'on' : 'off', phone_number: row?.['phone_number'] });
    if (action === 'disable') {
      if (!enabled) return inTheWay('This forwarding is off already.');
      tables.update('call_forwarding', condition, { enabled: false });
      return flat('Forwarding switched off.', { condition, forwarding: 'off' });
    }
    if (phoneNumber === undefined) return badArgument('phoneNumber is required to forward calls');
    if (tables.get('call_settings', 'voicemail')?.['enabled'] === true) return inTheWay('Voicemail takes the calls: switch voicemail off first (manage_voicemail, action disable).');
    tables.update('call_forwarding', condition, { enabled: true, phone_number: phoneNumber });
    return flat('Calls are forwarded.', { condition, forwarding: 'on', phone_number: phoneNumber });
  },
};

const manageVoicemail: ToolDefinition = {
  name: 'manage_voicemail',
  description: 'Voicemail (answering machine): switch it on or off, list recorded voicemails with their length, or delete one by its id from action query.',
  inputSchema: parameters(
    {
      action: choice('What to do: enable (switch on), disable (switch off), query (list recordings), delete (remove one recording).', ['enable', 'disable', 'query', 'delete']),
      voicemailId: words('Id of the recording to delete, from action query.', 'id'),
      contact: words('With query: only recordings of this person.', 'name'),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  permission: 'phone',
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const contact = textArg(args, 'contact');
    if (action === 'query') return listed(rowsWhere(tables, 'voicemails', (row) => holds(row['contact'], contact)).map(([id, row]) => ({ voicemail_id: id, ...row })), given({ contact }));
    if (action === 'delete') {
      const id = textArg(args, 'voicemailId');
      if (id === undefined) return badArgument('voicemailId is required to delete a recording; action query lists the ids');
      const row = tables.get('voicemails', id);
      if (!row) return notFound(`There is no voicemail ${id}.`);
      tables.remove('voicemails', id);
      return block(action, 'Voicemail deleted.', 'voicemail', { voicemail_id: id, contact: row['contact'] });
    }
    const enabled = action === 'enable';
    if (enabled === (tables.get('call_settings', 'voicemail')?.['enabled'] === true)) return inTheWay(`Voicemail is ${enabled ? 'on' : 'off'} already.`);
    tables.update('call_settings', 'voicemail', { enabled });
    return block(action, `Voicemail is ${enabled ? 'on' : 'off'}.`, 'voicemail', { enabled });
  },
};

export const screeningTools = [manageBlockedNumber, manageCallForwarding, manageVoicemail];
