import { invalid } from '../errors.ts';

const NAME = /^[a-z][a-z0-9_-]{0,62}$/;
// Control characters and broken surrogates would not come back from every store as they went in.
const ID = /^[^\u0000-\u001f]+$/;

/** INVALID_ARGUMENT for a collection name that not every store takes. */
export function checkCollectionName(name: string): void {
  if (!NAME.test(name)) throw invalid(name, 'is not a collection name', 'use lower case letters, digits, _ and -');
}

/** INVALID_ARGUMENT for a document id that not every store could give back. */
export function checkId(id: string): void {
  if (typeof id !== 'string' || !ID.test(id) || !id.isWellFormed()) {
    throw invalid('_id', `${JSON.stringify(id)} is not a document id`, 'use well-formed text without control characters');
  }
}
