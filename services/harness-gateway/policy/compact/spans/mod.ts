import { DIGITS, EN_NUMBER, numberValue, ZH_NUMBER } from './numbers.ts';
import type { Span } from './span.ts';
import { clauseSpans, textSpans } from './texts.ts';
import { timeSpans } from './times.ts';

export type { Span, SpanType } from './span.ts';

const PERCENT = new RegExp(`(?:(${DIGITS}|${EN_NUMBER})\\s*(?:%|percent\\b|per cent\\b)|百分之(${DIGITS}|${ZH_NUMBER}))`, 'g');
const NUMBER = new RegExp(`(?<![\\d.:/a-z-])(?:${DIGITS}|\\b${EN_NUMBER}\\b|${ZH_NUMBER})(?![\\d:])`, 'g');
const PHONE = /(?<!\d)\+?\d[\d -]{3,16}\d(?!\d)/g;
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }) => a.start < b.end && b.start < a.end;

/**
 * All typed values of a text, in order of their starts. `now` is the local time that relative dates refer to. Numbers inside
 * times, dates and phone numbers are not offered again; quoted text and free text may overlap anything.
 */
export function spansOf(text: string, now: string): Span[] {
  const lower = text.toLowerCase();
  const quoted = textSpans(text);
  const inQuotes = quoted.filter((s) => s.type === 'quoted');
  const free = (s: { start: number; end: number }) => !inQuotes.some((q) => overlaps(q, s));
  const timed = timeSpans(lower, now).filter(free);
  const spans: Span[] = [...timed];
  // A time as it was said, where a tool takes it in words.
  for (const s of timed) if (s.type === 'time' || s.type === 'date-time') spans.push({ type: 'text', value: text.slice(s.start, s.end), start: s.start, end: s.end });
  for (const m of lower.matchAll(EMAIL)) spans.push({ type: 'email', value: text.slice(m.index, m.index + m[0].length), start: m.index, end: m.index + m[0].length });
  for (const m of lower.matchAll(PHONE)) {
    const digits = m[0].replace(/[ -]/g, '');
    const span: Span = { type: 'phone', value: digits, start: m.index, end: m.index + m[0].length };
    if (digits.length >= 3 && !timed.some((t) => overlaps(t, span))) spans.push(span);
  }
  const percents: Span[] = [];
  for (const m of lower.matchAll(PERCENT)) {
    const value = numberValue(m[1] ?? m[2] ?? '');
    if (value !== undefined) percents.push({ type: 'percent', value, start: m.index, end: m.index + m[0].length });
  }
  spans.push(...percents.filter(free));
  const taken = spans.filter((s) => s.type !== 'phone' || String(s.value).length > 6);
  for (const m of lower.matchAll(NUMBER)) {
    const value = numberValue(m[0]);
    const span = { start: m.index, end: m.index + m[0].length };
    if (value === undefined || !Number.isFinite(value) || taken.some((s) => overlaps(s, span)) || !free(span)) continue;
    spans.push({ type: 'number', value, ...span });
  }
  return [...spans, ...quoted, ...clauseSpans(text)].sort((a, b) => a.start - b.start || a.end - b.end);
}
