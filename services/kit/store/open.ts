import { GyreError, invalid } from '../errors.ts';
import { schemeOf, withoutCredentials } from '../url.ts';
import type { Store } from './types.ts';

type Opener = (url: string, variable: string) => Promise<Store>;

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
};

/**
 * Opens the store that `url` names: `sqlite:PATH` or `sqlite::memory:`. INVALID_ARGUMENT, naming `variable` (the environment
 * variable the URL came from), for a scheme without a driver.
 */
export async function openStore(url: string, variable = 'GYRE_STORE_URL'): Promise<Store> {
  const opener = OPENERS[schemeOf(url)];
  if (opener) return opener(url, variable);
  throw invalid(variable, `no store driver for ${withoutCredentials(url)}`, 'use sqlite:PATH or sqlite::memory:');
}
