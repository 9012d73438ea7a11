import { mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { GyreError } from '#kit/errors.ts';

const BUSY = 5;

/**
 * Keeps a folder for this process until it is disposed or the process ends, however it ends: the lock is the operating system's, on
 * a file that SQLite holds. FAILED_PRECONDITION if another process has the folder.
 */
export function onlyOne(folder: string): Disposable {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(`${folder}/up.lock`);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const taken = cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY;
    if (!taken) throw cause;
    throw new GyreError('FAILED_PRECONDITION', `a cluster already runs in ${folder}`, { boundary: 'caller', field: '--folder', remedy: 'end it first, or name another folder with --folder', cause });
  }
  return { [Symbol.dispose]: () => lock.close() };
}
