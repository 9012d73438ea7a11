import type { Collection, Doc, Part } from '#kit/store/types.ts';

/** Reads a collection in `_id` order, a page a call, and begins again after the last page. */
export function pagesOf<T extends Doc, F extends keyof T>(collection: Collection<T>, fields: readonly F[]): (limit: number) => Promise<Part<T, F>[]> {
  let after = '';
  return async (limit) => {
    const page = await collection.find<F>({}, { after, limit, fields });
    after = page.length < limit ? '' : (page.at(-1)?._id ?? '');
    return page;
  };
}
