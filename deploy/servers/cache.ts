import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';
import type { Env, Recipe } from './types.ts';

const SQLITE_BUSY = 5;
const POLL_MS = 250;

/** The folder that keeps installed servers: GYRE_SERVERS_DIR, else `~/.cache/gyre/servers`. */
export function cacheFolder(env: Env): string {
  const given = env['GYRE_SERVERS_DIR'];
  if (given === undefined || given === '') return join(env['HOME'] ?? homedir(), '.cache', 'gyre', 'servers');
  if (!isAbsolute(given)) throw invalid('GYRE_SERVERS_DIR', `is ${JSON.stringify(given)}`, 'write an absolute path');
  return given;
}

/** Makes the cache folder; what the file system says if it cannot be made or written, and undefined if all is well. */
export function whyUnwritable(cache: string): string | undefined {
  try {
    makeFolder(cache);
    accessSync(cache, constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

type Kept = Pick<Recipe, 'name' | 'version' | 'program' | 'sources'>;

/** Where a server's program is, or will be, in the cache. */
export function cachedProgram(cache: string, recipe: Kept): string {
  return join(cache, label(recipe), recipe.program);
}

export function isCached(cache: string, recipe: Kept): boolean {
  return existsSync(cachedProgram(cache, recipe));
}

/**
 * Fills a new folder and makes it the server's: `fill` works in a folder that nobody takes for a server, and only if it says
 * that all went well is the folder renamed. Call it under the server's lock: it removes what killed builds have left.
 */
export async function fillCache(cache: string, recipe: Kept, fill: (folder: string) => Promise<boolean>): Promise<boolean> {
  const unfinished = `.unfinished-${label(recipe)}-`;
  for (const left of await readdir(cache)) if (left.startsWith(unfinished)) await removeTree(join(cache, left));
  const folder = await mkdtemp(join(cache, unfinished));
  try {
    if (!(await fill(folder))) return false;
    const home = join(cache, label(recipe));
    await removeTree(home);
    await rename(folder, home);
    return true;
  } finally {
    await removeTree(folder);
  }
}

/** The file that takes the output of a server's last build. */
export function buildLog(cache: string, recipe: Kept): string {
  return join(cache, `${label(recipe)}.log`);
}

/**
 * Runs `body` while no other process or thread holds the server's lock in the cache folder, which must be there. The lock is one of the operating system's (on a SQLite
 * file that stays empty), so it ends with its holder, however that ends. False if it was not to be had within `ms`.
 */
export async function locked<R>(cache: string, recipe: Kept, { ms, onWait }: { ms: number; onWait: () => void }, body: () => Promise<R>): Promise<{ readonly done: R } | false> {
  const file = new DatabaseSync(join(cache, `${label(recipe)}.lock`), { timeout: 0 });
  try {
    for (let waited = 0; !taken(file); waited += POLL_MS) {
      if (waited === 0) onWait();
      if (waited >= ms) return false;
      await sleep(POLL_MS);
    }
    return { done: await body() };
  } finally {
    file.close();
  }
}

function taken(file: DatabaseSync): boolean {
  try {
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/** `NAME-VERSION`, and a digest of our own sources where there are any. */
function label({ name, version, sources }: Kept): string {
  if (sources.length === 0) return `${name}-${version}`;
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source)).update('\0');
  return `${name}-${version}-${hash.digest('hex').slice(0, 8)}`;
}

function removeTree(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
