import { z } from 'zod';
import { invalid } from '../errors.ts';
import { withoutCredentials } from '../url.ts';

/** A MongoDB URL, checked for what the store must rely on. */
export interface MongoAddress {
  /** For the driver. */
  readonly url: string;
  readonly database: string;
  /** For people: without user name and password. */
  readonly shown: string;
  readonly hasCredentials: boolean;
  /** Whether the URL has a write concern of its own. */
  readonly hasWriteConcern: boolean;
}

const SHAPE = /^mongodb(?:\+srv)?:\/\/(?:(?<credentials>[^@/?]*)@)?(?<hosts>[^@/?]+)(?:\/(?<database>[^?]*))?(?:\?(?<options>.*))?$/;
const REMEDY = 'write mongodb://HOST/DATABASE or mongodb://USER:PASSWORD@HOST/DATABASE, user name and password percent-encoded';

/** Options of the URL that the store's promises depend on. */
const options = z.object({
  readpreference: z.literal('primary', 'reads must see what was written: leave readPreference out').optional(),
  w: z.string().refine((w) => w !== '0', 'writes must be acknowledged: leave w out, or write w=majority').optional(),
  timeoutms: z.never('the driver ignores it: set GYRE_STORE_TIMEOUT_MS').optional(),
});

/** Reads a `mongodb://` or `mongodb+srv://` URL. INVALID_ARGUMENT, naming `variable`; the message holds no credentials. */
export function mongoAddress(url: string, variable: string): MongoAddress {
  const { credentials, database, options: query } = SHAPE.exec(url)?.groups ?? {};
  // A password with an @ would be shown in part; nothing of such a URL is.
  if (!SHAPE.test(url)) throw invalid(variable, 'is no URL of a MongoDB database', REMEDY);
  const shown = withoutCredentials(url.replace(/\?.*$/, ''));
  if (database === undefined || !DATABASE.test(database)) throw invalid(variable, `${shown} names no database`, REMEDY);
  const given = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  const checked = options.safeParse(given);
  if (!checked.success) {
    const problem = checked.error.issues[0];
    throw invalid(variable, `${shown} has ${String(problem?.path[0])}=${given[String(problem?.path[0])]}`, problem?.message ?? REMEDY);
  }
  return { url, database: decodeURIComponent(database), shown, hasCredentials: credentials !== undefined, hasWriteConcern: given['w'] !== undefined };
}

const DATABASE = /^[A-Za-z0-9_-]{1,63}$/;
