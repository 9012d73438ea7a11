import { Binary, type Document } from 'mongodb';
import { pathSegments } from './paths.ts';
import type { Doc } from './types.ts';

/**
 * Documents as MongoDB keeps them. JSON allows more than BSON and its query language take for plain data; what they would read as
 * something else is written so that it comes back unchanged:
 * - in names, a leading `$`, dots, NUL, broken surrogates, names of digits only (positions of an array, in a path), `_bsontype` and
 *   `__proto__` are escaped as `%` and four hex digits;
 * - text with broken surrogates, which UTF-8 cannot hold, is kept as its UTF-16 bytes.
 */

/** Names that are not kept as they are. */
const SPECIAL = /^(?:$|\$|\d+$|_bsontype$|__proto__$)|[%.\0]|\p{Surrogate}/u;
const ESCAPED_INSIDE = /[%.\0]|\p{Surrogate}/gu;
const ESCAPE = /%([0-9a-f]{4})/g;
const EMPTY_NAME = '%';
/** Of the range that BSON leaves to users. */
const UTF16_SUBTYPE = 0x80;

/** A name as it is kept. */
export function storedName(name: string): string {
  if (!SPECIAL.test(name)) return name;
  if (name === '') return EMPTY_NAME;
  const inside = name.replace(ESCAPED_INSIDE, escaped);
  return inside === name ? escaped(name.charAt(0)) + name.slice(1) : leading(inside);
}

/** A field path as MongoDB's query language reads it. INVALID_ARGUMENT as `pathSegments`. */
export function storedPath(field: string): string {
  return pathSegments(field).map(storedName).join('.');
}

export function storedDoc<T extends Doc>(doc: T): Document & { _id: string } {
  const { _id, ...rest } = doc;
  return { _id, ...storedFields(rest) };
}

/** A value as it is kept; like JSON text it has no undefined, no NaN and no negative zero. */
export function storedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : new Binary(Buffer.from(value, 'utf16le'), UTF16_SUBTYPE);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map((each: unknown) => (each === undefined ? null : storedValue(each)));
  return typeof value === 'object' && value !== null ? storedFields(value) : value;
}

/** The document that was kept. */
export function restoredDoc<T extends Doc>(kept: Document): T {
  // What comes back is what went in; only the caller of `collection` knows its type.
  return restored(kept) as unknown as T;
}

function storedFields(fields: object): Document {
  const kept: Document = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[storedName(name)] = storedValue(value);
  return kept;
}

/** In place where nothing was escaped, which is nearly always. */
function restored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Binary) return Buffer.from(value.buffer).toString('utf16le');
  let escapes = false;
  for (const [name, each] of Object.entries(value)) {
    escapes ||= name.includes('%');
    const plain = restored(each);
    if (plain !== each) Reflect.set(value, name, plain);
  }
  // `fromEntries` makes an own field of every name, also of `__proto__`.
  return escapes ? Object.fromEntries(Object.entries(value).map(([name, each]) => [restoredName(name), each])) : value;
}

function restoredName(name: string): string {
  if (!name.includes('%')) return name;
  return name === EMPTY_NAME ? '' : name.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function leading(name: string): string {
  return name.startsWith('$') ? escaped('$') + name.slice(1) : name;
}
