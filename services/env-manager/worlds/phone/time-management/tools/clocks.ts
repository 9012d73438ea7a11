import { badArgument, block, done, flat, inTheWay, notFound, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { ToolDefinition } from '../../../world.ts';
import { weekdayName, weekdayOf } from '../../../surface.ts';
import { cityNamed, shiftTime } from '../cities.ts';

const manageWorldClock: ToolDefinition = {
  name: 'manage_world_clock',
  description: 'World clock page: add a city, remove a city, or list the cities shown there.',
  inputSchema: parameters(
    {
      action: choice('What to do: add (show a city), remove (take a city off), query (list).', ['add', 'remove', 'query']),
      city: words('Name of the city.', 'text'),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const rows = tables.list('world_clocks');
    if (action === 'query') return done('World clock.', { cities: rows.map(([, row]) => row['city'] ?? ''), total: rows.length });
    const name = textArg(args, 'city');
    if (name === undefined) return badArgument(`city is required to ${action} one`);
    const city = cityNamed(name);
    if (!city) return notFound(`The clock does not know the city ${name}.`);
    const held = rowsWhere(tables, 'world_clocks', (row) => row['city'] === city.en)[0];
    if (action === 'remove') {
      if (!held) return notFound(`${name} is not on the world clock.`);
      tables.remove('world_clocks', held[0]);
      return block(action, 'City removed.', 'clock', { city: city.en });
    }
    if (held) return inTheWay(`${name} is on the world clock already.`);
    const row = { city: city.en, utc_offset_minutes: city.utcOffsetMinutes };
    return block(action, 'City added.', 'clock', { clock_id: tables.insert('world_clocks', row), ...row });
  },
};

const convertTimeZone: ToolDefinition = {
  name: 'convert_time_zone',
  description: 'Time difference: when it is a given time in one city, tells what time it is in another city.',
  inputSchema: parameters(
    {
      time: words('Time in the first city.', 'time'),
      fromCity: words('City in which it is that time.', 'text'),
      toCity: words('City whose time is wanted.', 'text'),
    },
    ['time', 'fromCity', 'toCity'],
  ),
  sideEffect: () => false,
  run(args) {
    const time = textArg(args, 'time') ?? '';
    const names = [textArg(args, 'fromCity') ?? '', textArg(args, 'toCity') ?? ''];
    const [from, to] = names.map(cityNamed);
    if (!from || !to) return notFound(`The clock does not know the city ${from ? names[1] : names[0]}.`);
    const difference = to.utcOffsetMinutes - from.utcOffsetMinutes;
    return flat('Converted.', { from_city: from.en, to_city: to.en, from_time: time, to_time: shiftTime(time, difference), difference_minutes: difference });
  },
};

const queryCalendarDay: ToolDefinition = {
  name: 'query_calendar_day',
  description: 'Facts about a calendar day: which weekday it is and whether it is a public holiday, a make-up workday, a weekend or an ordinary workday.',
  inputSchema: parameters({ date: words('The day asked about.', 'date') }, ['date']),
  sideEffect: () => false,
  run(args, { tables }) {
    const date = textArg(args, 'date') ?? '';
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return badArgument('date must be given as YYYY-MM-DD');
    const weekday = weekdayOf(date);
    const special = rowsWhere(tables, 'calendar_days', (row) => row['date'] === date)[0]?.[1];
    return done('Calendar day.', {
      date,
      weekday: weekdayName('en', weekday),
      day_type: special?.['day_type'] ?? (weekday > 4 ? 'weekend' : 'workday'),
      holiday_name: special?.['name'] ?? null,
    });
  },
};

export const clockTools = [manageWorldClock, convertTimeZone, queryCalendarDay];
