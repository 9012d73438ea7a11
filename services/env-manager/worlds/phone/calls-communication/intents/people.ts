import type { Conflict, Draw } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { phoneNumber, plain } from '../../authoring/drawn-values.ts';
import { clearNamesakes, conflict, freshId } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

/** Contacts that intents are about, and what can stand in the way of reaching them. */

export const domain = 'calls-communication';
export const contactPlace = { base, table: 'contacts', prefix: 'contact', nameField: 'name' };
export const findContact = { tool: 'query_contact', args: (name: string) => ({ name }), path: 'data.items.0.contact_id' };
export const NUMBER = '$c1.data.items.0.phone_number';

const LOCAL_PARTS = ['maple', 'comet', 'river', 'pebble', 'saffron', 'willow', 'falcon', 'cobalt', 'meadow', 'juniper'];

export function emailAddress(draw: Draw): string {
  return `${draw.random.pick(LOCAL_PARTS)}${100 + draw.random.int(900)}@${draw.random.pick(['example.com', 'example.org', 'example.net'])}`;
}

function contactRow(draw: Draw, name: string, fields: Row = {}): Row {
  return { name, phone_number: phoneNumber(draw), email: emailAddress(draw), group: 'other', favorite: false, ...fields };
}

/** A person in the contacts whom the user names, and another one. */
export function known(draw: Draw, fields: Row = {}) {
  const name = draw.entity('person');
  const row = contactRow(draw, name, fields);
  const other = draw.entity('person');
  const id = freshId(draw.random, 'contact');
  const apart = !other.toLowerCase().includes(name.toLowerCase()) && !name.toLowerCase().includes(other.toLowerCase());
  return {
    name,
    person: plain(name),
    id,
    row,
    phone: String(row['phone_number']),
    others: [contactRow(draw, other, fields)],
    setup: {
      contacts: {
        ...clearNamesakes(base, 'contacts', 'name', name),
        ...(apart ? { [freshId(draw.random, 'contact')]: contactRow(draw, other, fields) } : {}),
        [id]: row,
      },
    },
  };
}

export const twin = { slot: 'person', fields: (draw: Draw): Row => ({ phone_number: phoneNumber(draw), email: emailAddress(draw) }) };

export const airplaneMode = (): Conflict =>
  conflict(
    'airplane_mode',
    { network: { airplane_mode: { on: true } } },
    { tool: 'control_airplane_mode', args: { action: 'disable' } },
    { table: 'network', id: 'airplane_mode', fields: { on: false } },
  );

/** The number to be reached is on the list of blocked ones. */
export const blockedNumber = (phone: string): Conflict => ({
  id: 'number_blocked',
  status: 409,
  setup: { blocked_numbers: { blocked_901: { phone_number: phone, contact: '' } } },
  repair: [{ id: 'repair_number_blocked', tool: 'manage_blocked_number', args: { action: 'unblock', phoneNumber: phone } }],
  repairChanges: [{ table: 'blocked_numbers', kind: 'delete', id: 'blocked_901' }],
});

/** Another call is in progress; it is kept on hold. */
export const callInProgress = (): Conflict =>
  conflict(
    'call_in_progress',
    { ongoing_calls: { call_901: { contact: '', phone_number: '13199880060', call_type: 'voice', status: 'active', muted: false, speaker: false } } },
    { tool: 'control_call', args: { action: 'hold' } },
    { table: 'ongoing_calls', id: 'call_901', fields: { status: 'held' } },
  );
