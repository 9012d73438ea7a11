import { badArgument, block, done, inTheWay, listed, notFound, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../../world.ts';

const shown = (id: string, row: Row) => ({ alarm_id: id, ...row, enabled: undefined, status: row['enabled'] === true ? 'on' : 'off' });

function create(args: Row, { tables }: ToolRun): ToolOutcome {
  const time = textArg(args, 'time');
  if (time === undefined) return badArgument('time is required to create an alarm');
  if (tables.get('time_settings', 'alarms')?.['suspended'] === true) {
    return inTheWay('All alarms are suspended: resume alarms first (manage_alarm, action resume_all), then create it.');
  }
  const repeat = textArg(args, 'repeat') ?? 'once';
  const label = textArg(args, 'label') ?? '';
  const same = rowsWhere(tables, 'alarms', (row) => row['time'] === time && row['repeat'] === repeat && row['label'] === label)[0];
  if (same) return inTheWay(`The same alarm exists already (${same[0]}, ${same[1]['enabled'] === true ? 'on' : 'off'}).`);
  const row: Row = { time, label, repeat, enabled: true };
  const id = tables.insert('alarms', row);
  return done(`Alarm set for ${time}.`, { alarm: shown(id, row) });
}

function change(action: string, args: Row, { tables }: ToolRun): ToolOutcome {
  const id = textArg(args, 'alarmId');
  if (id === undefined) return badArgument(`alarmId is required to ${action} an alarm; query_alarm lists the ids`);
  const row = tables.get('alarms', id);
  if (!row) return notFound(`There is no alarm ${id}.`);
  if (action === 'delete') {
    tables.remove('alarms', id);
    return done('Alarm deleted.', { alarm: shown(id, row) });
  }
  if (action === 'enable' && tables.get('time_settings', 'alarms')?.['suspended'] === true) {
    return inTheWay('All alarms are suspended: resume alarms first (manage_alarm, action resume_all), then switch it on.');
  }
  const fields = action === 'update' ? given({ time: textArg(args, 'time'), label: textArg(args, 'label'), repeat: textArg(args, 'repeat') }) : { enabled: action === 'enable' };
  if (Object.keys(fields).length === 0) return badArgument('nothing to update: give a new time, label or repeat');
  tables.update('alarms', id, fields);
  return done(action === 'update' ? 'Alarm changed.' : `Alarm switched ${action === 'enable' ? 'on' : 'off'}.`, { alarm: shown(id, { ...row, ...fields }) });
}

function setSuspended(action: string, { tables }: ToolRun): ToolOutcome {
  const suspended = action === 'suspend_all';
  if (tables.get('time_settings', 'alarms')?.['suspended'] === suspended) return inTheWay(`Alarms are ${suspended ? 'suspended' : 'running'} already.`);
  tables.update('time_settings', 'alarms', { suspended });
  return block(action, suspended ? 'All alarms are suspended.' : 'Alarms ring again.', 'alarm_settings', { suspended });
}

const manageAlarm: ToolDefinition = {
  name: 'manage_alarm',
  description: 'Alarm clock: set a new wake-up alarm, delete one, move it to another time, switch it on or off, or suspend and resume all alarms. Changing one alarm needs its id from query_alarm.',
  inputSchema: parameters(
    {
      action: choice('What to do: create (set, new), delete (remove), update (move, change), enable (switch on), disable (switch off), suspend_all, resume_all.', [
        'create', 'delete', 'update', 'enable', 'disable', 'suspend_all', 'resume_all',
      ]),
      alarmId: words('Id of the alarm to change, from query_alarm.', 'id'),
      time: words('When it rings, 24-hour clock.', 'time'),
      label: words('Name of the alarm.', 'text'),
      repeat: choice('On which days it rings: once, daily (every day), weekdays (Monday to Friday), weekends (Saturday and Sunday).', ['once', 'daily', 'weekdays', 'weekends']),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, run) {
    const action = textArg(args, 'action') ?? '';
    if (action === 'create') return create(args, run);
    if (action === 'suspend_all' || action === 'resume_all') return setSuspended(action, run);
    return change(action, args, run);
  },
};

const queryAlarm: ToolDefinition = {
  name: 'query_alarm',
  description: 'Look up alarms: their ids, ringing times, labels, repeat and whether they are on or off. All alarms without a filter.',
  inputSchema: parameters({
    label: words('Only alarms whose name holds these words.', 'text'),
    time: words('Only alarms that ring at this time.', 'time'),
    status: choice('Only alarms that are on or off.', ['on', 'off']),
  }),
  sideEffect: () => false,
  run(args, { tables }) {
    const label = textArg(args, 'label');
    const time = textArg(args, 'time');
    const status = textArg(args, 'status');
    const rows = rowsWhere(tables, 'alarms', (row) => holds(row['label'], label) && equals(row['time'], time) && (status === undefined || row['enabled'] === (status === 'on')));
    return listed(rows.map(([id, row]) => shown(id, row)), given({ label, time, status }));
  },
};

export const alarmTools = [manageAlarm, queryAlarm];
