import type { Json } from '#kit/store/types.ts';
import { hashText } from './hashing.ts';
import type { Leaf } from './leaves.ts';
import type { PlacedSpan } from './request.ts';
import type { SpanType } from './spans/mod.ts';
import type { State } from './state.ts';
import type { CompiledParameter, EnumValue } from './tool-text.ts';

/** What an argument may be: values grounded in the context, each with where it came from. Nothing is made up. */
export type Origin = 'enum' | 'request' | 'history' | 'memory' | 'result' | 'default' | 'repeat' | 'omit';

export interface Candidate {
  /** Absent for `omit`. */
  readonly value: Json | undefined;
  readonly origin: Origin;
  readonly enumValue?: EnumValue;
  readonly span?: PlacedSpan;
  readonly leaf?: Leaf;
  /** Type of the value for hashed crosses: span type, field name or enum value. */
  readonly kind: number;
}

const OMIT: Candidate = { value: undefined, origin: 'omit', kind: hashText('omit') };
const MAX_TEXT = 160;
const MAX_LEAVES = 24;

const SPAN_TYPES: { readonly [format: string]: readonly SpanType[] } = {
  time: ['time'],
  date: ['date'],
  'date-time': ['date-time'],
  'duration-minutes': ['minutes', 'number'],
  'duration-seconds': ['seconds', 'number'],
  percent: ['percent', 'number'],
  phone: ['phone'],
  email: ['email'],
};
const NUMBERS: readonly SpanType[] = ['number', 'percent', 'minutes', 'seconds'];
const TEXTS: readonly SpanType[] = ['quoted', 'name', 'text'];

function spanTypes(parameter: CompiledParameter): readonly SpanType[] {
  const typed = SPAN_TYPES[parameter.format];
  if (typed !== undefined) return typed;
  if (parameter.type === 'number' || parameter.type === 'integer') return NUMBERS;
  return TEXTS;
}

const TIME_VALUE = /^\d{2}:\d{2}$/;
const DATE_VALUE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME_VALUE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Whether a value found in a result could be this parameter's. */
function leafFits(parameter: CompiledParameter, leaf: Leaf): boolean {
  const { value } = leaf;
  if (parameter.type === 'number' || parameter.type === 'integer') return typeof value === 'number';
  if (typeof value !== 'string' || value === '' || value.length > 200) return false;
  switch (parameter.format) {
    case 'time':
      return TIME_VALUE.test(value);
    case 'date':
      return DATE_VALUE.test(value);
    case 'date-time':
      return DATE_TIME_VALUE.test(value);
    case 'phone':
      return /^\+?\d[\d -]{2,}$/.test(value);
    case 'email':
      return value.includes('@');
    case 'id':
      return /(^id$|[_a-z]id$|Id$)/.test(leaf.field);
    default:
      return true;
  }
}

/** How much of a result's row the user's words name: containment of its texts first, shared words second. */
export function rowMatch(state: State, leaf: Leaf): number {
  const text = state.request.text.toLowerCase();
  let score = 0;
  for (const t of leaf.row.texts) if (t.length > 1 && text.includes(t)) score += 2;
  for (const word of state.request.words) if (leaf.row.words.has(word.hash)) score += 0.5;
  return Math.min(4, score);
}

function asArray(parameter: CompiledParameter, value: Json): Json {
  return parameter.array && !Array.isArray(value) ? [value] : value;
}

function inRange(parameter: CompiledParameter, value: Json): boolean {
  return typeof value !== 'number' || (value >= parameter.minimum && value <= parameter.maximum && (parameter.type !== 'integer' || Number.isInteger(value)));
}

/** Candidates for a parameter of a call that is being written. Optional parameters may be omitted; so may those without any value. */
export function candidatesFor(state: State, parameter: CompiledParameter): Candidate[] {
  const found: Candidate[] = [];
  const seen = new Set<string>();
  const add = (candidate: Candidate) => {
    const key = JSON.stringify(candidate.value);
    if (seen.has(key)) return;
    seen.add(key);
    found.push(candidate);
  };
  if (parameter.enumValues.length > 0) {
    for (const enumValue of parameter.enumValues) add({ value: asArray(parameter, enumValue.value), origin: 'enum', enumValue, kind: enumValue.hash });
    if (parameter.array) addSets(state, parameter, add);
  } else {
    // Ids are made by the world: they come from results, never from what was said.
    if (parameter.format !== 'id') addSpans(state, parameter, add);
    addLeaves(state, parameter, add);
    addRepeats(state, parameter, add);
  }
  if (parameter.type === 'integer' && Number.isFinite(parameter.minimum) && Number.isFinite(parameter.maximum) && parameter.maximum - parameter.minimum <= 100) {
    add({ value: parameter.minimum, origin: 'default', kind: hashText('minimum') });
    add({ value: parameter.maximum, origin: 'default', kind: hashText('maximum') });
  }
  if (parameter.default !== undefined && !parameter.required) add({ value: parameter.default, origin: 'default', kind: hashText('default') });
  if (!parameter.required || found.length === 0) found.push(OMIT);
  return found;
}

/** Sets of enum values that the words name as one: weekdays, weekends, every day, or the values named singly. */
function addSets(state: State, parameter: CompiledParameter, add: (c: Candidate) => void): void {
  for (const span of state.request.spans) {
    if (span.type !== 'weekdays' || !Array.isArray(span.value)) continue;
    const values = span.value.flatMap((day) => parameter.enumValues[Number(day) - 1]?.value ?? []);
    if (parameter.enumValues.length === 7 && values.length === span.value.length) {
      add({ value: values, origin: 'request', span, kind: hashText('weekdays') });
    }
  }
  const named = parameter.enumValues.filter((e) => state.request.words.some((w) => e.words.has(w.hash)));
  if (named.length > 1) add({ value: named.map((e) => e.value), origin: 'request', kind: hashText('named') });
}

function addSpans(state: State, parameter: CompiledParameter, add: (c: Candidate) => void): void {
  const types = spanTypes(parameter);
  const wanted = (s: PlacedSpan) => types.includes(s.type);
  let texts = 0;
  const offer = (span: PlacedSpan, origin: Origin) => {
    if (!wanted(span)) return;
    if (span.type === 'text' && ++texts > MAX_TEXT) return;
    const value = parameter.type === 'string' ? String(span.value) : span.value;
    if (inRange(parameter, value)) add({ value: asArray(parameter, value), origin, span, kind: hashText(span.type) });
  };
  for (const type of types) for (const span of state.request.spans) if (span.type === type && span.source === 'request') offer(span, 'request');
  for (const span of state.memorySpans) offer(span, 'memory');
  for (const span of state.request.spans) if (span.source === 'history') offer(span, 'history');
}

function addLeaves(state: State, parameter: CompiledParameter, add: (c: Candidate) => void): void {
  const fitting = state.leaves.filter((leaf) => leafFits(parameter, leaf));
  for (const leaf of fitting.length <= MAX_LEAVES ? fitting : bestRows(state, fitting)) {
    const { value } = leaf;
    const shaped = parameter.format === 'date-time' && typeof value === 'string' ? value.slice(0, 16) : value;
    if (inRange(parameter, shaped)) add({ value: asArray(parameter, shaped), origin: 'result', leaf, kind: leaf.fieldHash });
  }
}

/** Those whose row the user's words name best; ties keep their order. */
function bestRows(state: State, leaves: readonly Leaf[]): Leaf[] {
  const scored = leaves.map((leaf) => [leaf, rowMatch(state, leaf)] as const).sort((a, b) => b[1] - a[1]);
  return scored.slice(0, MAX_LEAVES).map(([leaf]) => leaf);
}

/** Values that earlier calls gave to a parameter of the same name: a call repeated after a failure keeps its arguments. */
function addRepeats(state: State, parameter: CompiledParameter, add: (c: Candidate) => void): void {
  for (const call of state.calls.toReversed()) {
    const value = call.args[parameter.name];
    if (typeof value === 'string' || typeof value === 'number') add({ value, origin: 'repeat', kind: hashText('repeat') });
  }
}

/** Values that could answer a question: leaves of results (latest first) and, for yes or no, `yes` and `no`. */
export function answerCandidates(state: State): Candidate[] {
  const found: Candidate[] = [];
  const seen = new Set<string>();
  const ranked = state.leaves
    .map((leaf, i) => [leaf, rowMatch(state, leaf) + (leaf.row.total === 1 ? 1 : 0) - 0.02 * i] as const)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 40)
    .map(([leaf]) => leaf);
  for (const leaf of ranked) {
    const text = typeof leaf.value === 'boolean' ? (leaf.value ? 'yes' : 'no') : String(leaf.value);
    if (text === '' || text.length > 120 || seen.has(text)) continue;
    seen.add(text);
    found.push({ value: text, origin: 'result', leaf, kind: leaf.fieldHash });
  }
  return found;
}
