import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { generated } from '../../charts/generate.ts';
import { ROOT } from '../architecture/sources.ts';

/** What `node charts/generate.ts` writes is there as it writes it, and nothing of it that is gone. */

const made = generated();
const chart = join(ROOT, 'charts/gyre');

it.each([...made])('%s is current', (path, text) => {
  expect(readFileSync(join(chart, path), 'utf8') === text ? 'current' : 'stale; run node charts/generate.ts').toBe('current');
});

it('of what the chart has in files/, nothing is a link, and two files alone are its own', () => {
  const entries = readdirSync(join(chart, 'files'), { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) => relative(chart, join(parentPath, name));
  expect(entries.filter((entry) => entry.isSymbolicLink()).map(pathOf)).toEqual([]);
  expect(entries.filter((entry) => entry.isFile()).map(pathOf).filter((path) => !made.has(path)).sort()).toEqual(['files/mongodb-setup.js', 'files/processes.yaml']);
});
