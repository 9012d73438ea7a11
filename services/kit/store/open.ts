import { openBlobs } from '../blobs/open.ts';
import type { Blobs } from '../blobs/types.ts';
import { type Config, type StorageSettings, storageSettings } from '../config.ts';
import { GyreError, invalid } from '../errors.ts';
import { schemeOf, withoutCredentials } from '../url.ts';
import { withLargeFields } from './large.ts';
import type { Store } from './types.ts';

type Opener = (url: string, variable: string, settings: StorageSettings) => Promise<Store>;

const mongo: Opener = async (url, variable, { storeTimeoutMs }) => (await import('./mongo.ts')).openMongoStore(url, variable, { timeoutMs: storeTimeoutMs });

/** Drivers by URL scheme, each loaded only when its scheme is used. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'sqlite:': async (url, variable) => {
    const { openSqliteStore } = await import('./sqlite.ts');
    const path = url.slice('sqlite:'.length);
    if (path === '') throw invalid(variable, `${url} names no file`, 'write sqlite:PATH or sqlite::memory:');
    try {
      return openSqliteStore(path);
    } catch (thrown) {
      if (thrown instanceof GyreError) throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw invalid(variable, `${path} cannot be opened (${reason})`, 'name a file in a folder that can be written, or such a folder with GYRE_STATE_DIR');
    }
  },
  'mongodb:': mongo,
  'mongodb+srv:': mongo,
};

const SCHEMES = 'use sqlite:PATH, sqlite::memory: or mongodb://HOST/DATABASE';

/**
 * Opens the store that all services share (GYRE_STORE_URL), with the large fields of its documents in the blobs of GYRE_BLOBS_URL, which
 * are opened when the first of them is read or written. Fails as {@link openStore}.
 */
export async function openCommonStore({ storeUrl, blobsUrl }: Pick<Config, 'storeUrl' | 'blobsUrl'>): Promise<Store> {
  const store = await openDriver(storeUrl, 'GYRE_STORE_URL', storageSettings(process.env));
  let opened: Promise<Blobs> | undefined;
  const blobs = () =>
    (opened ??= openBlobs(blobsUrl).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  return {
    ...withLargeFields(store, blobs),
    async close() {
      try {
        await (await opened)?.close();
      } finally {
        await store.close();
      }
    },
  };
}

/**
 * Opens the store that `url` names: `sqlite:PATH`, `sqlite::memory:`, `mongodb://…` or `mongodb+srv://…`. INVALID_ARGUMENT, naming
 * `variable` (the environment variable the URL came from), for a scheme without a driver; UNAVAILABLE if it does not answer.
 */
export async function openStore(url: string | undefined, variable = 'GYRE_STORE_URL', settings = storageSettings(process.env)): Promise<Store> {
  return withLargeFields(await openDriver(url, variable, settings));
}

async function openDriver(url: string | undefined, variable: string, settings: StorageSettings): Promise<Store> {
  if (url === undefined) throw invalid(variable, 'is not set', SCHEMES);
  const opener = OPENERS[schemeOf(url)];
  if (opener) return opener(url, variable, settings);
  throw invalid(variable, `no store driver for ${withoutCredentials(url)}`, SCHEMES);
}
