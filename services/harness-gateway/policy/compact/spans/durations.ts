import { N, number, ZN } from './rules.ts';
import type { Span } from './span.ts';

/** Durations, in seconds and, where they are whole, in minutes. */

const DURATIONS: readonly { readonly pattern: RegExp; readonly seconds: (m: RegExpMatchArray) => number }[] = [
  { pattern: new RegExp(`(${ZN})个半(?:小时|钟头)`, 'g'), seconds: (m) => number(m[1]) * 3600 + 1800 },
  { pattern: /\ban hour and a half\b/g, seconds: () => 5400 },
  { pattern: /\b(?:a )?quarter of an hour\b|一刻钟/g, seconds: () => 900 },
  { pattern: /\bhalf an hour\b|\bhalf hour\b|半个?小时|半个?钟头/g, seconds: () => 1800 },
  { pattern: new RegExp(`(${N}) and a half hours`, 'g'), seconds: (m) => number(m[1]) * 3600 + 1800 },
  { pattern: new RegExp(`(${N}|an) hours?(?: and)? (${N}) (?:minutes?|mins?)`, 'g'), seconds: (m) => (m[1] === 'an' ? 1 : number(m[1])) * 3600 + number(m[2]) * 60 },
  { pattern: new RegExp(`(${N}|an)[- ]?(?:hours?|hrs?)\\b`, 'g'), seconds: (m) => (m[1] === 'an' ? 1 : number(m[1])) * 3600 },
  { pattern: new RegExp(`(${N}|a)[- ]?(?:minutes?|mins?)(?: and)? (${N})[- ]?(?:seconds?|secs?)\\b`, 'g'), seconds: (m) => (m[1] === 'a' ? 1 : number(m[1])) * 60 + number(m[2]) },
  { pattern: new RegExp(`(${N}|a)[- ]?(?:minutes?|mins?)\\b`, 'g'), seconds: (m) => (m[1] === 'a' ? 1 : number(m[1])) * 60 },
  { pattern: new RegExp(`(${N}|a)[- ]?(?:seconds?|secs?)\\b`, 'g'), seconds: (m) => (m[1] === 'a' ? 1 : number(m[1])) },
  { pattern: new RegExp(`(${ZN})个?(?:小时|钟头)(${ZN})(?:分钟|分)`, 'g'), seconds: (m) => number(m[1]) * 3600 + number(m[2]) * 60 },
  { pattern: new RegExp(`(${ZN})个?(?:小时|钟头)`, 'g'), seconds: (m) => number(m[1]) * 3600 },
  { pattern: new RegExp(`(${ZN})分钟?(${ZN})秒`, 'g'), seconds: (m) => number(m[1]) * 60 + number(m[2]) },
  { pattern: new RegExp(`(${ZN})分钟`, 'g'), seconds: (m) => number(m[1]) * 60 },
  { pattern: new RegExp(`(${ZN})秒钟?`, 'g'), seconds: (m) => number(m[1]) },
];

/** Every duration in lower-cased `text`; a longer pattern comes before those it contains. */
export function durations(text: string): Span[] {
  const spans: Span[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const { pattern, seconds } of DURATIONS) {
    for (const m of text.matchAll(pattern)) {
      const extent = { start: m.index, end: m.index + m[0].length };
      if (taken.some((t) => t.start < extent.end && extent.start < t.end)) continue;
      const value = seconds(m);
      if (!Number.isFinite(value)) continue;
      taken.push(extent);
      spans.push({ type: 'seconds', value, ...extent });
      if (value % 60 === 0) spans.push({ type: 'minutes', value: value / 60, ...extent });
    }
  }
  return spans;
}
