import { badArgument, block, done, flat, inTheWay, listed, notFound } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, numberArg, parameters, rowsWhere, textArg, whole, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../../world.ts';

const shown = (id: string, row: Row) => ({
  schedule_id: id,
  event: row['event'],
  date: String(row['datetime']).slice(0, 10),
  start_time: String(row['datetime']).slice(11, 16),
  duration_minutes: row['duration_minutes'],
  location: row['location'],
  visibility: row['visibility'],
});

function create(args: Row, { tables }: ToolRun): ToolOutcome {
  const event = textArg(args, 'event');
  const datetime = textArg(args, 'datetime');
  if (event === undefined) return badArgument('event is required to create a calendar event');
  if (datetime === undefined) return badArgument('datetime is required to create a calendar event');
  const same = rowsWhere(tables, 'schedules', (row) => equals(row['event'], event) && row['datetime'] === datetime)[0];
  if (same) return inTheWay(`The calendar has this event at this time already (${same[0]}).`);
  const row: Row = {
    event,
    datetime,
    duration_minutes: numberArg(args, 'durationMinutes') ?? 60,
    location: textArg(args, 'location') ?? '',
    visibility: 'shareable',
  };
  const id = tables.insert('schedules', row);
  return block('create', 'Event added to the calendar.', 'schedule', shown(id, row));
}

function change(action: string, args: Row, { tables }: ToolRun): ToolOutcome {
  const id = textArg(args, 'scheduleId');
  if (id === undefined) return badArgument(`scheduleId is required to ${action} an event; query_schedule lists the ids`);
  const row = tables.get('schedules', id);
  if (!row) return notFound(`There is no calendar event ${id}.`);
  if (action === 'make_shareable') {
    tables.update('schedules', id, { visibility: 'shareable' });
    return block(action, 'Event can be shared.', 'schedule', shown(id, { ...row, visibility: 'shareable' }));
  }
  if (action === 'cancel') {
    tables.remove('schedules', id);
    return block(action, 'Event cancelled.', 'schedule', shown(id, row));
  }
  const fields = given({ datetime: textArg(args, 'datetime'), location: textArg(args, 'location'), duration_minutes: numberArg(args, 'durationMinutes'), event: textArg(args, 'event') });
  if (Object.keys(fields).length === 0) return badArgument('nothing to change: give a new datetime, location, durationMinutes or event');
  tables.update('schedules', id, fields);
  return block(action, 'Event changed.', 'schedule', shown(id, { ...row, ...fields }));
}

const manageSchedule: ToolDefinition = {
  name: 'manage_schedule',
  description: 'Calendar: add an event or appointment, cancel it, reschedule it to another date and time, change its place or length, make it shareable, or lock and unlock the calendar. Changing an event needs its id from query_schedule.',
  inputSchema: parameters(
    {
      action: choice('What to do: create (add, put in, book), cancel (call off, remove), update (reschedule, move, change place or length), make_shareable, lock_calendar and unlock_calendar (whole calendar against changes).', [
        'create', 'cancel', 'update', 'make_shareable', 'lock_calendar', 'unlock_calendar',
      ]),
      scheduleId: words('Id of the event to change, from query_schedule.', 'id'),
      event: words('Name of the event or appointment.', 'text'),
      datetime: words('Date and time at which it starts.', 'date-time'),
      durationMinutes: whole('How long it lasts, in minutes.', 5, 1440, 'duration-minutes'),
      location: words('Place where it happens.', 'text'),
    },
    ['action'],
  ),
  sideEffect: () => true,
  permission: 'calendar',
  run(args, run) {
    const action = textArg(args, 'action') ?? '';
    const locked = run.tables.get('time_settings', 'calendar')?.['locked'] === true;
    if (action === 'lock_calendar' || action === 'unlock_calendar') {
      const wanted = action === 'lock_calendar';
      if (locked === wanted) return inTheWay(`The calendar is ${locked ? 'locked' : 'unlocked'} already.`);
      run.tables.update('time_settings', 'calendar', { locked: wanted });
      return block(action, `Calendar ${wanted ? 'locked' : 'unlocked'}.`, 'calendar', { locked: wanted });
    }
    if (locked) return inTheWay('The calendar is locked against changes: unlock the calendar first (manage_schedule, action unlock_calendar).');
    return action === 'create' ? create(args, run) : change(action, args, run);
  },
};

const querySchedule: ToolDefinition = {
  name: 'query_schedule',
  description: 'Look up calendar events and appointments: ids, dates, start times, length and place, by name or by day.',
  inputSchema: parameters({
    event: words('Only events whose name holds these words.', 'text'),
    date: words('Only events on this day.', 'date'),
  }),
  sideEffect: () => false,
  permission: 'calendar',
  run(args, { tables }) {
    const event = textArg(args, 'event');
    const date = textArg(args, 'date');
    const rows = rowsWhere(tables, 'schedules', (row) => holds(row['event'], event) && (date === undefined || String(row['datetime']).startsWith(date)));
    const items = rows.map(([id, row]) => shown(id, row)).sort((a, b) => (`${a.date}${a.start_time}` < `${b.date}${b.start_time}` ? -1 : 1));
    return listed(items, given({ event, date }));
  },
};

const manageScheduleSharing: ToolDefinition = {
  name: 'manage_schedule_sharing',
  description: 'Share a calendar event with a person, stop sharing it, or list who it is shared with.',
  inputSchema: parameters(
    {
      action: choice('What to do: share (invite, let see), unshare (stop sharing), query (who can see it).', ['share', 'unshare', 'query']),
      scheduleId: words('Id of the event, from query_schedule.', 'id'),
      contact: words('Name of the person.', 'name'),
      access: { ...choice('Whether the person may only view the event or also edit it.', ['view', 'edit']), default: 'view' },
    },
    ['action', 'scheduleId'],
  ),
  sideEffect: (args) => args['action'] !== 'query',
  permission: 'calendar',
  run(args, { tables }) {
    const scheduleId = textArg(args, 'scheduleId') ?? '';
    const event = tables.get('schedules', scheduleId);
    if (!event) return notFound(`There is no calendar event ${scheduleId}.`);
    const shares = rowsWhere(tables, 'schedule_shares', (row) => row['schedule_id'] === scheduleId);
    if (args['action'] === 'query') return done('Sharing of the event.', { event: event['event'], contacts: shares.map(([, row]) => row['contact'] ?? ''), total: shares.length });
    const contact = textArg(args, 'contact');
    if (contact === undefined) return badArgument('contact is required: the name of the person');
    const held = shares.find(([, row]) => equals(row['contact'], contact));
    if (args['action'] === 'unshare') {
      if (!held) return notFound(`The event is not shared with ${contact}.`);
      tables.remove('schedule_shares', held[0]);
      return flat('No longer shared.', { schedule_id: scheduleId, contact });
    }
    if (event['visibility'] === 'private') return inTheWay(`The event ${scheduleId} is private: make it shareable first (manage_schedule, action make_shareable).`);
    if (held) return inTheWay(`The event is shared with ${contact} already.`);
    const access = textArg(args, 'access') ?? 'view';
    tables.insert('schedule_shares', { schedule_id: scheduleId, contact, access });
    return flat('Event shared.', { schedule_id: scheduleId, contact, access });
  },
};

export const scheduleTools = [manageSchedule, querySchedule, manageScheduleSharing];
