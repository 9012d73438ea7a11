import { badArgument, block, done, flat, inTheWay, notFound, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, equals, holds, numberArg, parameters, rowsWhere, textArg, whole, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../../world.ts';

const shown = (id: string, row: Row) => ({ countdown_id: id, ...row });

function start(args: Row, { tables }: ToolRun): ToolOutcome {
  const duration = numberArg(args, 'duration');
  if (duration === undefined) return badArgument('duration is required to start a timer');
  const label = textArg(args, 'label') ?? '';
  const same = rowsWhere(tables, 'countdowns', (row) => equals(row['label'], label) && row['duration_minutes'] === duration && row['status'] === 'running')[0];
  if (same) return inTheWay('The same timer is running already.');
  const row: Row = { label, duration_minutes: duration, remaining_minutes: duration, status: 'running' };
  return block('start', `Timer started: ${duration} minutes.`, 'countdown', shown(tables.insert('countdowns', row), row));
}

const manageCountdown: ToolDefinition = {
  name: 'manage_countdown',
  description: 'Countdown timer: start one for a number of minutes, pause, resume or cancel it by its label, or ask how many minutes remain.',
  inputSchema: parameters(
    {
      action: choice('What to do: start (count down, set a timer), pause (hold), resume (continue), cancel (stop and remove), query (time remaining).', [
        'start', 'pause', 'resume', 'cancel', 'query',
      ]),
      duration: whole('Minutes to count down.', 1, 1440, 'duration-minutes'),
      label: words('Name of the timer.', 'text'),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, run) {
    const action = textArg(args, 'action') ?? '';
    if (action === 'start') return start(args, run);
    const { tables } = run;
    const label = textArg(args, 'label');
    const held = rowsWhere(tables, 'countdowns', (row) => holds(row['label'], label));
    if (action === 'query') return done('Timers.', { items: held.map(([id, row]) => shown(id, row)), total: held.length });
    if (label === undefined) return badArgument(`label is required to ${action} a timer`);
    const [first, second] = held;
    if (!first) return notFound(`There is no timer named ${label}.`);
    if (second) return inTheWay(`Several timers are named ${label}: ask which one is meant.`);
    const [id, row] = first;
    if (action === 'cancel') {
      tables.remove('countdowns', id);
      return block(action, 'Timer cancelled.', 'countdown', shown(id, row));
    }
    const [from, to] = action === 'pause' ? ['running', 'paused'] : ['paused', 'running'];
    if (row['status'] !== from) return inTheWay(`The timer is ${String(row['status'])}; only a ${from} timer can be ${action}d.`);
    tables.update('countdowns', id, { status: to });
    return block(action, `Timer ${to}.`, 'countdown', shown(id, { ...row, status: to }));
  },
};

const ID = 'stopwatch_101';

const manageStopwatch: ToolDefinition = {
  name: 'manage_stopwatch',
  description: 'Stopwatch that counts up: start it, stop (pause) it, record a lap, reset it to zero, or read it.',
  inputSchema: parameters(
    { action: choice('What to do: start (run), stop (pause), lap (record a lap), reset (back to zero), query (read the stopwatch).', ['start', 'stop', 'lap', 'reset', 'query']) },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const row = tables.get('stopwatch', ID) ?? { status: 'idle', laps: 0, elapsed_seconds: 0 };
    const status = String(row['status']);
    const show = (message: string, fields: Row) => flat(message, { stopwatch_status: fields['status'], laps: fields['laps'], elapsed_seconds: fields['elapsed_seconds'] });
    if (action === 'query') return show('Stopwatch.', row);
    const fields: Row | string =
      action === 'start'
        ? status === 'running' ? 'The stopwatch is running already.' : { status: 'running' }
        : action === 'stop'
          ? status !== 'running' ? `The stopwatch is ${status}, not running.` : { status: 'stopped' }
          : action === 'lap'
            ? status !== 'running' ? 'The stopwatch is not running: start it first (action start).' : { laps: (numberArg(row, 'laps') ?? 0) + 1 }
            : status === 'running' ? 'The stopwatch is running: stop it first (action stop), then reset it.' : { status: 'idle', laps: 0, elapsed_seconds: 0 };
    if (typeof fields === 'string') return inTheWay(fields);
    tables.update('stopwatch', ID, fields);
    return show('Stopwatch changed.', { ...row, ...fields });
  },
};

export const timerTools = [manageCountdown, manageStopwatch];
