import { TIME_RULES } from './clock-times.ts';
import { dateRules, dayNumber } from './dates.ts';
import { durations } from './durations.ts';
import { collect } from './rules.ts';
import type { Span } from './span.ts';

/** Times, dates, date-times, durations and weekdays. `now` is local time, `YYYY-MM-DDTHH:MM:SS`. */

/** Every adjacent pair of a date and a time, at most a few characters apart, is also a date-time; a lone time means today. */
function dateTimes(text: string, times: readonly Span[], dates: readonly Span[], now: string): Span[] {
  const spans: Span[] = [];
  const paired = new Set<Span>();
  for (const t of times) {
    for (const d of dates) {
      const gap = d.end <= t.start ? text.slice(d.end, t.start) : d.start >= t.end ? text.slice(t.end, d.start) : '';
      if (gap.length > 6 || /[.;!?。；]/.test(gap)) continue;
      paired.add(t);
      spans.push({ type: 'date-time', value: `${String(d.value)}T${String(t.value)}`, start: Math.min(d.start, t.start), end: Math.max(d.end, t.end) });
    }
    if (!paired.has(t)) spans.push({ type: 'date-time', value: `${now.slice(0, 10)}T${String(t.value)}`, start: t.start, end: t.end });
  }
  return spans;
}

const WEEKDAY_SETS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bweekdays?\b|\bworkdays?\b|工作日/g, [1, 2, 3, 4, 5]],
  [/\bweekends?\b|周末/g, [6, 7]],
  [/\bevery ?day\b|\bdaily\b|每天|每日/g, [1, 2, 3, 4, 5, 6, 7]],
];

/** Times, dates, date-times, durations and sets of weekdays in lower-cased `text`. */
export function timeSpans(text: string, now: string): Span[] {
  const times = collect(text, TIME_RULES, 'time');
  const dates = collect(text, dateRules(dayNumber(now)), 'date');
  const sets: Span[] = [];
  for (const [pattern, days] of WEEKDAY_SETS) {
    for (const m of text.matchAll(pattern)) sets.push({ type: 'weekdays', value: days, start: m.index, end: m.index + m[0].length });
  }
  return [...times, ...dates, ...dateTimes(text, times, dates, now), ...durations(text), ...sets];
}
