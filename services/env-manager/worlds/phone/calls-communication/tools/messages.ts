import { badArgument, block, flat, inTheWay, listed, notFound } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition } from '../../../world.ts';
import { ownerOf, unreachable } from './calls.ts';

const sendMessage: ToolDefinition = {
  name: 'send_message',
  description: 'Sends a text message (SMS) to a person in the contacts or to a phone number.',
  inputSchema: parameters(
    {
      content: words('Text of the message.', 'text'),
      contact: words('Name of the person who gets it.', 'name'),
      phoneNumber: words('Number that gets it, if no person is named.', 'phone'),
    },
    ['content'],
  ),
  sideEffect: () => true,
  permission: 'sms',
  run(args, { tables, now }) {
    const content = textArg(args, 'content');
    const contact = textArg(args, 'contact');
    if (content === undefined) return badArgument('content must not be empty');
    let phoneNumber = textArg(args, 'phoneNumber');
    if (phoneNumber === undefined && contact === undefined) return badArgument('contact or phoneNumber is required');
    if (phoneNumber === undefined) {
      const people = rowsWhere(tables, 'contacts', (row) => equals(row['name'], contact));
      if (people.length === 0) return notFound(`There is no contact named ${contact}.`);
      if (people.length > 1) return inTheWay(`${people.length} contacts are named ${contact}: ask which one is meant (${people.map(([, row]) => String(row['phone_number'])).join(', ')}).`);
      phoneNumber = String(people[0]?.[1]['phone_number']);
    }
    const obstacle = unreachable(tables, phoneNumber);
    if (obstacle) return obstacle;
    const row: Row = { contact: ownerOf(tables, phoneNumber), phone_number: phoneNumber, content, direction: 'outgoing', datetime: now.slice(0, 16), read: true, locked: false };
    return flat('Message sent.', { message_id: tables.insert('messages', row), contact: row['contact'], phone_number: phoneNumber });
  },
};

const queryMessages: ToolDefinition = {
  name: 'query_messages',
  description: 'Looks up text messages (SMS): ids, who they are from or to, their text and whether they are unread.',
  inputSchema: parameters({
    contact: words('Only messages with this person.', 'name'),
    keyword: words('Only messages that hold these words.', 'text'),
    status: choice('Only unread or read messages.', ['unread', 'read']),
    direction: choice('Only incoming (received) or outgoing (sent) messages.', ['incoming', 'outgoing']),
  }),
  sideEffect: () => false,
  permission: 'sms',
  run(args, { tables }) {
    const contact = textArg(args, 'contact');
    const keyword = textArg(args, 'keyword');
    const status = textArg(args, 'status');
    const direction = textArg(args, 'direction');
    const rows = rowsWhere(
      tables,
      'messages',
      (row) => holds(row['contact'], contact) && holds(row['content'], keyword) && equals(row['direction'], direction) && (status === undefined || row['read'] === (status === 'read')),
    );
    return listed(rows.map(([id, row]) => ({ message_id: id, ...row })), given({ contact, keyword, status, direction }));
  },
};

const manageMessage: ToolDefinition = {
  name: 'manage_message',
  description: 'Handles one text message (SMS): delete it, mark it as read, lock (protect) or unlock it. Needs the message id from query_messages.',
  inputSchema: parameters(
    {
      action: choice('What to do: delete (remove), mark_read, lock (protect against deletion), unlock.', ['delete', 'mark_read', 'lock', 'unlock']),
      messageId: words('Id of the message, from query_messages.', 'id'),
    },
    ['action', 'messageId'],
  ),
  sideEffect: () => true,
  permission: 'sms',
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const id = textArg(args, 'messageId') ?? '';
    const row = tables.get('messages', id);
    if (!row) return notFound(`There is no message ${id}.`);
    if (action === 'delete') {
      if (row['locked'] === true) return inTheWay(`The message ${id} is locked: unlock it first (manage_message, action unlock).`);
      tables.remove('messages', id);
      return block(action, 'Message deleted.', 'message_item', { message_id: id });
    }
    const fields: Row = action === 'mark_read' ? { read: true } : { locked: action === 'lock' };
    tables.update('messages', id, fields);
    return block(action, 'Message changed.', 'message_item', { message_id: id, ...row, ...fields });
  },
};

const sendEmail: ToolDefinition = {
  name: 'send_email',
  description: 'Sends an e-mail with a subject and a text to an e-mail address. For a person, look the address up with query_contact first.',
  inputSchema: parameters(
    { to: words('E-mail address that gets it.', 'email'), subject: words('Subject line (title) of the e-mail.', 'text'), content: words('Text (body) of the e-mail.', 'text') },
    ['to', 'subject', 'content'],
  ),
  sideEffect: () => true,
  permission: 'email',
  run(args, { tables, now }) {
    const to = textArg(args, 'to') ?? '';
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(to)) return badArgument(`to is no e-mail address: ${to}`);
    if (tables.get('network', 'airplane_mode')?.['on'] === true) return inTheWay('Airplane mode is on: switch airplane mode off first (control_airplane_mode, action disable).');
    const row: Row = { folder: 'sent', sender: 'me', from: 'me@pocket.example', to, subject: textArg(args, 'subject') ?? '', content: textArg(args, 'content') ?? '', datetime: now.slice(0, 16) };
    return flat('E-mail sent.', { email_id: tables.insert('emails', row), to });
  },
};

const queryEmail: ToolDefinition = {
  name: 'query_email',
  description: 'Looks up e-mails in the mailbox: sender, subject, text, date and time, by subject or sender.',
  inputSchema: parameters({
    subject: words('Only e-mails whose subject holds these words.', 'text'),
    sender: words('Only e-mails from this person.', 'name'),
    folder: choice('Only received (inbox) or sent e-mails.', ['inbox', 'sent']),
  }),
  sideEffect: () => false,
  permission: 'email',
  run(args, { tables }) {
    const subject = textArg(args, 'subject');
    const sender = textArg(args, 'sender');
    const folder = textArg(args, 'folder');
    const rows = rowsWhere(tables, 'emails', (row) => holds(row['subject'], subject) && holds(row['sender'], sender) && equals(row['folder'], folder));
    const items = rows.map(([id, row]) => ({ email_id: id, ...row, datetime: undefined, date: String(row['datetime']).slice(0, 10), time: String(row['datetime']).slice(11, 16) }));
    return listed(items, given({ subject, sender, folder }));
  },
};

export const messageTools = [sendMessage, queryMessages, manageMessage, sendEmail, queryEmail];
