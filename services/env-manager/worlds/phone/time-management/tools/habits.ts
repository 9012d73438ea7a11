import { badArgument, block, done, inTheWay, notFound, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, equals, holds, numberArg, parameters, rowsWhere, textArg, whole, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition } from '../../../world.ts';

const shown = (id: string, row: Row) => ({ habit_id: id, ...row });

const manageHabit: ToolDefinition = {
  name: 'manage_habit',
  description: 'Habit tracker: start tracking a habit, check it in for today, set how many times a week, pause and resume all habit tracking, stop tracking it, or read its streak.',
  inputSchema: parameters(
    {
      action: choice('What to do: create (track a new habit), check_in (done today), set_goal (times a week), delete (stop tracking), pause_all, resume_all, query (streak and goal).', [
        'create', 'check_in', 'set_goal', 'delete', 'pause_all', 'resume_all', 'query',
      ]),
      name: words('Name of the habit.', 'text'),
      timesPerWeek: whole('How many times a week it is meant to be done.', 1, 7),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const name = textArg(args, 'name');
    const timesPerWeek = numberArg(args, 'timesPerWeek');
    if (action === 'query') {
      const rows = rowsWhere(tables, 'habits', (row) => holds(row['name'], name));
      return done('Habits.', { habits: rows.map(([id, row]) => shown(id, row)), total: rows.length });
    }
    const paused = tables.get('time_settings', 'habits')?.['paused'] === true;
    if (action === 'pause_all' || action === 'resume_all') {
      const wanted = action === 'pause_all';
      if (paused === wanted) return inTheWay(`Habit tracking is ${paused ? 'paused' : 'running'} already.`);
      tables.update('time_settings', 'habits', { paused: wanted });
      return block(action, wanted ? 'Habit tracking paused.' : 'Habit tracking runs again.', 'tracking', { paused: wanted });
    }
    if (name === undefined) return badArgument(`name of the habit is required to ${action}`);
    const held = rowsWhere(tables, 'habits', (row) => equals(row['name'], name))[0];
    if (action === 'create') {
      if (held) return inTheWay('The habit is tracked already.');
      const row: Row = { name, times_per_week: timesPerWeek ?? 7, streak_days: 0, checked_in_today: false };
      return block(action, 'Habit added.', 'habit', shown(tables.insert('habits', row), row));
    }
    if (!held) return notFound(`No habit named ${name} is tracked.`);
    const [id, row] = held;
    if (action === 'delete') {
      tables.remove('habits', id);
      return block(action, 'Habit no longer tracked.', 'habit', shown(id, row));
    }
    if (action === 'set_goal' && timesPerWeek === undefined) return badArgument('timesPerWeek is required to set the goal');
    if (action === 'check_in' && paused) return inTheWay('Habit tracking is paused: resume it first (manage_habit, action resume_all).');
    if (action === 'check_in' && row['checked_in_today'] === true) return inTheWay('The habit is checked in for today already.');
    const fields: Row = action === 'set_goal' ? { times_per_week: timesPerWeek ?? 1 } : { checked_in_today: true, streak_days: (numberArg(row, 'streak_days') ?? 0) + 1 };
    tables.update('habits', id, fields);
    return block(action, 'Habit changed.', 'habit', shown(id, { ...row, ...fields }));
  },
};

export const habitTools = [manageHabit];
