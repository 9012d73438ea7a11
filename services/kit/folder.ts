import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it, one level at a time: where a file system takes no folders (`/proc`), a recursive mkdir of
 * Node never returns. Throws the file system's own error for the first level that cannot be made.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const level of missing.reverse()) {
    try {
      mkdirSync(level);
    } catch (error) {
      // Another process may have been quicker.
      if (!existsSync(level)) throw error;
    }
  }
}
