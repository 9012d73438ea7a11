import type { ObjectSchema, Row, Tables, ToolDefinition, ToolOutcome } from '../../../world.ts';
import { amount, badArgument, block, done, inTheWay, isOn, onOff, text, unlessQuery } from '../../authoring/outcomes.ts';

/** Modes that are switched by hand or by a daily schedule: dark mode, eye comfort, Do Not Disturb; and scheduled power. */

const START_END: ObjectSchema['properties'] = {
  startTime: { type: 'string', description: 'Time of day at which the schedule starts; only with set_schedule.', format: 'time' },
  endTime: { type: 'string', description: 'Time of day at which the schedule ends; only with set_schedule.', format: 'time' },
};

/** Applies the four actions that these modes share; undefined for any other action, or the outcome of a bad one. */
function switchOrSchedule(args: Row, tables: Tables, table: string, id: string): ToolOutcome | undefined {
  const action = text(args, 'action');
  if (action === 'enable' || action === 'disable') tables.update(table, id, { on: action === 'enable' });
  else if (action === 'cancel_schedule') tables.update(table, id, { scheduled: false });
  else if (action === 'set_schedule') {
    if (text(args, 'startTime') === '' || text(args, 'endTime') === '') return badArgument('startTime and endTime are needed to set a schedule');
    tables.update(table, id, { scheduled: true, start_time: text(args, 'startTime'), end_time: text(args, 'endTime') });
  }
  return undefined;
}

const shown = (row: Row | undefined) => ({
  state: onOff(isOn(row)),
  schedule: isOn(row, 'scheduled') ? `${text(row, 'start_time')}-${text(row, 'end_time')}` : 'none',
});

export const manageDarkMode: ToolDefinition = {
  name: 'manage_dark_mode',
  description: 'Turns dark mode (dark theme, night colors) on or off now, or by a daily schedule.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable or disable dark mode now, set_schedule for every day, cancel_schedule, or query.', enum: ['enable', 'disable', 'set_schedule', 'cancel_schedule', 'query'] },
      ...START_END,
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const bad = switchOrSchedule(args, tables, 'display', 'dark_mode');
    return bad ?? block(text(args, 'action'), 'dark mode', 'dark_mode', shown(tables.get('display', 'dark_mode')));
  },
};

export const manageEyeComfort: ToolDefinition = {
  name: 'manage_eye_comfort',
  description: 'Turns eye comfort (blue light filter, reading light, 护眼) on or off now or by a daily schedule, or sets how warm its light is.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable or disable eye comfort now, set_warmth, set_schedule for every day, cancel_schedule, or query.', enum: ['enable', 'disable', 'set_warmth', 'set_schedule', 'cancel_schedule', 'query'] },
      warmth: { type: 'integer', description: 'Warmth of the light in percent; only with set_warmth.', format: 'percent', minimum: 0, maximum: 100 },
      ...START_END,
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set_warmth') {
      const warmth = amount(args, 'warmth');
      if (warmth === undefined) return badArgument('warmth is needed to set the warmth');
      if (!isOn(tables.get('display', 'eye_comfort'))) return inTheWay('eye comfort is off; turn eye comfort on first');
      tables.update('display', 'eye_comfort', { warmth });
    }
    const bad = switchOrSchedule(args, tables, 'display', 'eye_comfort');
    const row = tables.get('display', 'eye_comfort');
    return bad ?? done('eye comfort', { ...shown(row), warmth: amount(row, 'warmth') ?? 0 });
  },
};

export const manageDoNotDisturb: ToolDefinition = {
  name: 'manage_do_not_disturb',
  description: 'Turns Do Not Disturb (quiet, no interruptions, 勿扰) on or off now or by a daily schedule, or chooses whose calls still come through.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable or disable Do Not Disturb now, set_schedule for every day, cancel_schedule, set_allowed_callers, or query.', enum: ['enable', 'disable', 'set_schedule', 'cancel_schedule', 'set_allowed_callers', 'query'] },
      allowedCallers: { type: 'string', description: 'Whose calls come through: nobody, favorites (starred), contacts or everyone; only with set_allowed_callers.', enum: ['nobody', 'favorites', 'contacts', 'everyone'] },
      ...START_END,
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  permission: 'do_not_disturb',
  run(args, { tables }) {
    if (args['action'] === 'set_allowed_callers') {
      if (args['allowedCallers'] === undefined) return badArgument('allowedCallers is needed');
      tables.update('sound', 'do_not_disturb', { allowed_callers: text(args, 'allowedCallers') });
    }
    const bad = switchOrSchedule(args, tables, 'sound', 'do_not_disturb');
    const row = tables.get('sound', 'do_not_disturb');
    return bad ?? done('Do Not Disturb', { ...shown(row), allowed_callers: text(row, 'allowed_callers') });
  },
};

export const manageScheduledPower: ToolDefinition = {
  name: 'manage_scheduled_power',
  description: 'Lets the phone power itself on or off at a time of day, cancels that, or shows the planned times.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'Set_power_on (start up by itself), set_power_off (shut down by itself), cancel_power_on, cancel_power_off, or query.',
        enum: ['set_power_on', 'set_power_off', 'cancel_power_on', 'cancel_power_off', 'query'],
      },
      time: { type: 'string', description: 'Time of day to power on or off; only when setting.', format: 'time' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    const id = action.endsWith('power_on') ? 'power_on' : 'power_off';
    if (action.startsWith('set_')) {
      if (text(args, 'time') === '') return badArgument('time is needed to schedule power');
      tables.update('power_schedule', id, { on: true, time: text(args, 'time') });
    } else if (action.startsWith('cancel_')) tables.update('power_schedule', id, { on: false });
    const time = (row: Row | undefined) => (isOn(row) ? text(row, 'time') : 'none');
    return done('scheduled power', { power_on: time(tables.get('power_schedule', 'power_on')), power_off: time(tables.get('power_schedule', 'power_off')) });
  },
};
