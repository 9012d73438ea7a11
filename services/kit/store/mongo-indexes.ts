import { type Collection, type Document, type IndexDescription, MongoServerError } from 'mongodb';
import { storedPath } from './mongo-values.ts';
import type { CollectionSpec } from './types.ts';

/** What a unique field holds; absent and null do not count, and of an array each element would. */
const VALUES = ['string', 'number', 'bool', 'binData'];
const SAME_KEYS_OTHER_NAME = 85;

/**
 * The indexes of a collection's declaration. A plain index ends in `_id`, so that it also serves the tie-break of a sort. A unique
 * one covers the documents that have a value in each field; as queries cannot use an index of some documents only, a plain one
 * stands beside it.
 */
export function indexesOf({ name, indexes = [] }: CollectionSpec): IndexDescription[] {
  return indexes.flatMap(({ fields, unique }) => {
    const paths = fields.map(storedPath);
    const plain: IndexDescription = { name: ['index', name, ...fields].join(' '), key: keysOf([...paths, '_id']) };
    if (!unique) return [plain];
    const partialFilterExpression = Object.fromEntries(paths.map((path) => [path, { $type: VALUES }]));
    return [{ name: ['unique', name, ...fields].join(' '), key: keysOf(paths), unique: true, partialFilterExpression }, plain];
  });
}

/** Creates what is missing; others may do the same at the same time. A plain index that exists under another name is as good. */
export async function createIndexes<K extends Document>(collection: Collection<K>, spec: CollectionSpec): Promise<void> {
  for (const index of indexesOf(spec)) {
    try {
      // No time limit: one that ends would end the building too, every time.
      await collection.createIndexes([index]);
    } catch (error) {
      const exists = error instanceof MongoServerError && error.code === SAME_KEYS_OTHER_NAME && index.unique !== true;
      if (!exists) throw error;
    }
  }
}

function keysOf(paths: readonly string[]): Map<string, 1> {
  return new Map(paths.map((path) => [path, 1]));
}
