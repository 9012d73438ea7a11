import { Backend, Task } from '#protos/core/v1/task.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { EpisodeSetup } from '../backends/sandbox/setup.ts';
import type { DomainDefinition, Row, ToolDefinition, WorldDefinition } from '../worlds/world.ts';

/** A world small enough to read: alarms, contacts behind a permission, dice, a clock, and a tool that breaks. */

const manageAlarm: ToolDefinition = {
  name: 'manage_alarm',
  description: 'Creates, changes, deletes or lists alarms.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'What to do.', enum: ['create', 'update', 'delete', 'query'] },
      time: { type: 'string', description: 'Time of the alarm.', format: 'time' },
      label: { type: 'string', description: 'Label.', default: 'Alarm' },
      alarmId: { type: 'string', description: 'Which alarm.', format: 'id' },
      days: { type: 'array', description: 'Days.', items: { type: 'string' } },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: (args) => args['action'] !== 'query',
  run: (args, { tables }) => {
    const id = String(args['alarmId'] ?? '');
    if (args['action'] === 'query') {
      const items = tables.list('alarms').map(([alarmId, row]) => ({ id: alarmId, ...row }));
      return { status: 200, body: { success: true, data: { items, total: items.length } } };
    }
    if (args['action'] === 'create') {
      const row = { time: args['time'] ?? '07:00', label: args['label'] ?? '', days: args['days'] ?? [], on: true };
      return { status: 200, body: { success: true, message: 'created', data: { id: tables.insert('alarms', row), ...row } } };
    }
    if (!tables.get('alarms', id)) return { status: 404, body: { success: false, error: `no alarm ${id}`, code: 404 } };
    if (args['action'] === 'delete') tables.remove('alarms', id);
    else tables.update('alarms', id, { time: args['time'] ?? '00:00' });
    return { status: 200, body: { success: true, message: 'done' } };
  },
};

const addContact: ToolDefinition = {
  name: 'add_contact',
  description: 'Adds a contact.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Name.' }, phoneNumber: { type: 'string', description: 'Number.', format: 'phone' } },
    required: ['name', 'phoneNumber'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  permission: 'contacts',
  run: (args, { tables }) => {
    const id = tables.insert('contacts', args);
    tables.insert('log', { entry: `added ${id}` });
    return { status: 200, body: { status: 'ok', contact_id: id } };
  },
};

const readOnly = (name: string, run: ToolDefinition['run']): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  sideEffect: () => false,
  run,
});

const rollDice = readOnly('roll_dice', (_args, run) => ({ status: 200, body: { rolled: [run.random.int(1e6), run.random.int(1e6)] } }));
const showTime = readOnly('show_time', (_args, run) => ({ status: 200, body: { now: run.now, zone: run.timeZone, locale: run.locale } }));
const breakDown = readOnly('break_down', (_args, { tables }) => {
  tables.insert('alarms', { time: '00:00' });
  throw new Error('the tool has a defect');
});

export const smallDomain: DomainDefinition = {
  id: 'small',
  title: 'Small',
  tables: [
    { name: 'alarms', idPrefix: 'alarm' },
    { name: 'contacts', idPrefix: 'contact' },
    { name: 'log', idPrefix: 'entry', bookkeeping: true },
    { name: 'permissions', idPrefix: 'permission' },
  ],
  base: {
    alarms: { alarm_1001: { time: '06:30', label: 'Work', on: true, days: [] }, alarm_1002: { time: '09:00', label: 'Weekend', on: false, days: [] } },
    contacts: { contact_7: { name: 'Mia', phoneNumber: '5550101' } },
    permissions: { contacts: { granted: true } },
  },
  tools: [manageAlarm, addContact, rollDice, showTime, breakDown],
  skills: [],
};

export const smallWorld: WorldDefinition = { id: 'small', domains: [smallDomain] };

export const smallSetup = (over: Partial<EpisodeSetup> = {}): EpisodeSetup => ({
  state: {},
  now: '2026-03-02T07:00:00Z',
  timeZone: 'Europe/Berlin',
  locale: 'en',
  deniedPermissions: [],
  faults: [],
  ...over,
});

export const smallTask = (over: Partial<Task> = {}): Task =>
  Task.fromPartial({
    id: 'task-1',
    world: 'small',
    backend: Backend.SANDBOX,
    locale: 'en',
    now: '2026-03-02T07:00:00Z',
    timeZone: 'Europe/Berlin',
    request: 'Wake me at seven',
    ...over,
  });

export const call = (name: string, args: Row | string = {}, callId = 'c1'): ToolCall => ({
  callId,
  name,
  argumentsJson: typeof args === 'string' ? args : JSON.stringify(args),
});
