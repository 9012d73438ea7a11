import { DIGITS, EN_NUMBER, numberValue, ZH_NUMBER } from './numbers.ts';
import type { Span } from './span.ts';

/** What times, dates and durations are found with: patterns, each with the value it stands for. */

/** Sources of patterns for a number, in digits or in words of either language. */
export const N = `(?:${DIGITS}|${EN_NUMBER})`;
export const ZN = `(?:${DIGITS}|${ZH_NUMBER})`;

/** A pattern and what its match means; undefined if it means nothing after all. */
export interface Rule {
  readonly pattern: RegExp;
  readonly value: (m: RegExpMatchArray) => string | undefined;
}

/** The number that a group matched; NaN for a group that matched nothing. */
export function number(text: string | undefined): number {
  return text === undefined ? Number.NaN : (numberValue(text) ?? Number.NaN);
}

export const pad = (n: number) => String(n).padStart(2, '0');

/** Collects the matches of rules in order; a later rule cannot match inside an earlier match. */
export function collect(text: string, rules: readonly Rule[], type: Span['type']): Span[] {
  const spans: Span[] = [];
  for (const { pattern, value } of rules) {
    for (const m of text.matchAll(pattern)) {
      const start = m.index;
      const end = start + m[0].trimEnd().length;
      if (spans.some((s) => s.start < end && start < s.end)) continue;
      const found = value(m);
      if (found !== undefined) spans.push({ type, value: found, start, end });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}
