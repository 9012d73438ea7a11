import { badArgument, done, inTheWay, listed, notFound } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition } from '../../../world.ts';

const GROUPS = ['family', 'friends', 'work', 'other'];
const shown = (id: string, row: Row) => ({ contact_id: id, ...row });

const addContact: ToolDefinition = {
  name: 'add_contact',
  description: 'Saves a new person in the contacts (address book) with a phone number. A number that is saved already is refused.',
  inputSchema: parameters(
    {
      name: words('Name of the person.', 'name'),
      phoneNumber: words('Phone number of the person.', 'phone'),
      email: words('E-mail address of the person.', 'email'),
      group: choice('Contact group of the person.', GROUPS),
    },
    ['name', 'phoneNumber'],
  ),
  sideEffect: () => true,
  permission: 'contacts',
  run(args, { tables }) {
    const name = textArg(args, 'name');
    const phoneNumber = textArg(args, 'phoneNumber');
    if (name === undefined || phoneNumber === undefined) return badArgument('name and phoneNumber must not be empty');
    const held = rowsWhere(tables, 'contacts', (row) => equals(row['phone_number'], phoneNumber))[0];
    if (held) return inTheWay(`The number is saved already as ${String(held[1]['name'])} (${held[0]}).`);
    const row: Row = { name, phone_number: phoneNumber, email: textArg(args, 'email') ?? '', group: textArg(args, 'group') ?? 'other', favorite: false };
    return done('Contact saved.', { contact: shown(tables.insert('contacts', row), row) });
  },
};

const queryContact: ToolDefinition = {
  name: 'query_contact',
  description: 'Looks people up in the contacts: ids, phone numbers, e-mail addresses, groups and favourites, by name, number or group.',
  inputSchema: parameters({
    name: words('Only people whose name holds these words.', 'name'),
    phoneNumber: words('Only the owner of this phone number.', 'phone'),
    group: choice('Only people in this group.', GROUPS),
  }),
  sideEffect: () => false,
  permission: 'contacts',
  run(args, { tables }) {
    const name = textArg(args, 'name');
    const phoneNumber = textArg(args, 'phoneNumber');
    const group = textArg(args, 'group');
    const rows = rowsWhere(tables, 'contacts', (row) => holds(row['name'], name) && equals(row['phone_number'], phoneNumber) && equals(row['group'], group));
    return listed(rows.map(([id, row]) => shown(id, row)), given({ name, phone_number: phoneNumber, group }));
  },
};

const updateContact: ToolDefinition = {
  name: 'update_contact',
  description: 'Changes a saved contact: new name, new phone number, e-mail address, group, or mark as favourite. Needs the contact id from query_contact.',
  inputSchema: parameters(
    {
      contactId: words('Id of the contact, from query_contact.', 'id'),
      name: words('New name (rename).', 'name'),
      phoneNumber: words('New phone number.', 'phone'),
      email: words('New e-mail address.', 'email'),
      group: choice('Group to move the contact to.', GROUPS),
      favorite: { type: 'boolean', description: 'Whether the contact is a favourite (starred).' },
    },
    ['contactId'],
  ),
  sideEffect: () => true,
  permission: 'contacts',
  run(args, { tables }) {
    const id = textArg(args, 'contactId') ?? '';
    const row = tables.get('contacts', id);
    if (!row) return notFound(`There is no contact ${id}.`);
    const phoneNumber = textArg(args, 'phoneNumber');
    const favorite = args['favorite'];
    const fields = given({
      name: textArg(args, 'name'),
      phone_number: phoneNumber,
      email: textArg(args, 'email'),
      group: textArg(args, 'group'),
      favorite: typeof favorite === 'boolean' ? favorite : undefined,
    });
    if (Object.keys(fields).length === 0) return badArgument('nothing to change: give name, phoneNumber, email, group or favorite');
    const owner = phoneNumber === undefined ? undefined : rowsWhere(tables, 'contacts', (other) => equals(other['phone_number'], phoneNumber)).find(([other]) => other !== id);
    if (owner) return inTheWay(`The number belongs to ${String(owner[1]['name'])} (${owner[0]}).`);
    tables.update('contacts', id, fields);
    return done('Contact changed.', { contact: shown(id, { ...row, ...fields }) });
  },
};

const deleteContact: ToolDefinition = {
  name: 'delete_contact',
  description: 'Deletes (removes) a person from the contacts. Needs the contact id from query_contact. Favourites are protected.',
  inputSchema: parameters({ contactId: words('Id of the contact, from query_contact.', 'id') }, ['contactId']),
  sideEffect: () => true,
  permission: 'contacts',
  run(args, { tables }) {
    const id = textArg(args, 'contactId') ?? '';
    const row = tables.get('contacts', id);
    if (!row) return notFound(`There is no contact ${id}.`);
    if (row['favorite'] === true) return inTheWay(`The contact ${id} is a favourite and protected: set favorite to false first (update_contact).`);
    tables.remove('contacts', id);
    return done('Contact deleted.', { contact: shown(id, row) });
  },
};

export const contactTools = [addContact, queryContact, updateContact, deleteContact];
