import { hashText } from './hashing.ts';
import { identifierWords, plainWordsOf } from './text.ts';

/** Values found in a result: each with the field it stood in and the words of the object around it. */
export interface Leaf {
  readonly value: string | number | boolean;
  /** Last field name on the path. */
  readonly field: string;
  readonly fieldHash: number;
  readonly fieldWords: readonly number[];
  /** Words of all text in the same object, to tell which row the user speaks of. */
  readonly row: RowWords;
  readonly tool: string;
  /** Position of the call among all calls. */
  readonly call: number;
  readonly memory: boolean;
}

export interface RowWords {
  readonly words: ReadonlySet<number>;
  /** Texts of the row, lower-cased, for containment. */
  readonly texts: readonly string[];
  /** Position among the rows of the result, and their number. */
  readonly index: number;
  readonly total: number;
}

const MAX_ROWS = 80;
const MAX_LEAVES = 400;

/** Whether parsed JSON is an object. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Leaves of a result in document order; envelope fields such as `success` and `message` carry no values worth passing on. */
export function leavesOf(result: unknown, tool: string, call: number, memory: boolean): Leaf[] {
  const leaves: Leaf[] = [];
  let rows = 0;
  const visit = (value: unknown, index: number, total: number, depth: number): void => {
    if (depth > 6 || leaves.length >= MAX_LEAVES) return;
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) {
        if (++rows > MAX_ROWS) return;
        visit(item, i, value.length, depth + 1);
      }
      return;
    }
    if (!isObject(value)) return;
    const entries = Object.entries(value).filter(([key]) => !(depth === 0 && (key === 'success' || key === 'message' || key === 'code' || key === 'status')));
    const scalars = entries.flatMap(([key, v]) => (isScalar(v) ? [[key, v] as const] : Array.isArray(v) ? v.filter(isScalar).map((x) => [key, x] as const) : []));
    const texts = scalars.flatMap(([, v]) => (typeof v === 'string' ? [v.toLowerCase()] : []));
    const row: RowWords = { words: new Set(texts.flatMap((t) => plainWordsOf(t).map((w) => w.hash))), texts, index, total };
    for (const [field, v] of scalars) {
      leaves.push({ value: v, field, fieldHash: hashText(field), fieldWords: identifierWords(field).map(hashText), row, tool, call, memory });
    }
    for (const [, v] of entries) if (typeof v === 'object' && v !== null) visit(v, 0, 1, depth + 1);
  };
  visit(result, 0, 1, 0);
  return leaves;
}
