import type { Document } from 'mongodb';
import { checkChange } from './change.ts';
import { storedPath, storedValue } from './mongo-values.ts';
import type { Change } from './types.ts';

/** The update operators of `change`; empty if it changes nothing. INVALID_ARGUMENT as `checkChange`. */
export function mongoUpdate(change: Change): Document {
  checkChange(change);
  const set: Document = {};
  const unset: Document = {};
  const inc: Document = {};
  for (const [field, value] of Object.entries(change.set ?? {})) {
    if (value === undefined) unset[storedPath(field)] = true;
    else set[storedPath(field)] = storedValue(value);
  }
  for (const field of change.unset ?? []) unset[storedPath(field)] = true;
  for (const [field, amount] of Object.entries(change.inc ?? {})) inc[storedPath(field)] = amount;
  return Object.fromEntries(Object.entries({ $set: set, $unset: unset, $inc: inc }).filter(([, fields]) => Object.keys(fields).length > 0));
}
