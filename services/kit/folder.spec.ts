import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './folder.ts';

describe('makeFolder', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gyre-folder-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('makes what is missing, and is content with what is there', () => {
    makeFolder(join(root, 'a', 'b', 'c'));
    makeFolder(join(root, 'a', 'b', 'c'));
    expect(existsSync(join(root, 'a', 'b', 'c'))).toBe(true);
  });

  it('fails at once where no folder can be made', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file', 'a', 'b'))).toThrow(/ENOTDIR|ENOENT/);
    if (existsSync('/proc/self')) expect(() => makeFolder('/proc/nope/deeper')).toThrow(/ENOENT|EPERM|EACCES/);
  });
});
