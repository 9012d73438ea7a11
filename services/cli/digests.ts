import { invalid } from '#kit/errors.ts';
import type { Collection, Doc } from '#kit/store/types.ts';
import type { Services } from './services.ts';

/** Fewest hex digits that stand for a digest; lists show twelve. */
const FEWEST = 6;
/** Candidates that a message names. */
const NAMED = 5;
const PREFIX = 'sha256:';
const BEGINNING = /^(?:sha256:)?([0-9a-f]*)$/;

/** Collections whose ids are digests, all or some of them. */
type Digests = Pick<Collection<Doc>, 'get' | 'find'>;

/**
 * The digest among `ids` that `given` is or begins, with or without `sha256:`; undefined if there is none. INVALID_ARGUMENT naming
 * `field` for too few digits, and for the beginning of several, which it names.
 */
export function digestAmong(ids: readonly string[], given: string, field: string): string | undefined {
  const exact = [given, PREFIX + given].find((id) => ids.includes(id));
  if (exact !== undefined) return exact;
  const beginning = beginningOf(given, field);
  return beginning === undefined ? undefined : onlyOne(ids.filter((id) => id.startsWith(beginning)), given, field);
}

/** As {@link digestAmong}, of the documents in some collections; `given` itself where none of them begins so. */
export async function storedDigest(collections: readonly Digests[], given: string, field: string): Promise<string> {
  for (const id of [given, PREFIX + given]) {
    for (const collection of collections) if (given !== '' && (await collection.get(id)) !== undefined) return id;
  }
  const beginning = beginningOf(given, field);
  if (beginning === undefined) return given;
  const pages = await Promise.all(collections.map((collection) => collection.find({}, { after: beginning, limit: NAMED + 1 })));
  const found = new Set(pages.flat().flatMap(({ _id }) => (_id.startsWith(beginning) ? [_id] : [])));
  return onlyOne([...found].sort(), given, field) ?? given;
}

/** The harness version that `given` names; the empty text, which stands for the serving one, stays. */
export async function harnessId({ harness }: Services, given: string, field: string): Promise<string> {
  if (given === '') return '';
  const { versions } = await harness.listVersions({});
  return digestAmong(versions.map(({ id }) => id), given, field) ?? given;
}

/** `sha256:` and the digits given; undefined for what is no beginning of a digest. */
function beginningOf(given: string, field: string): string | undefined {
  const digits = BEGINNING.exec(given.toLowerCase())?.[1];
  if (digits === undefined) return undefined;
  if (digits.length >= FEWEST) return PREFIX + digits;
  throw invalid(field, `${JSON.stringify(given)} is too short for a digest`, `give at least ${FEWEST} hex digits`);
}

function onlyOne(found: readonly string[], given: string, field: string): string | undefined {
  if (found.length <= 1) return found[0];
  const more = found.length > NAMED ? ', …' : '';
  throw invalid(field, `${given} is the beginning of ${found.slice(0, NAMED).join(', ')}${more}`, 'give more of it');
}
