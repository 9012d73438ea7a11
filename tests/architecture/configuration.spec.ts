import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressVariable, SERVICES } from '#kit/config.ts';
import { filesUnder, isTest, ROOT } from './sources.ts';

const NAME = /\bGYRE_[A-Z_]*[A-Z]\b/g;
/** How code, configuration of the collector and the compose file read a variable. */
const READS = [/\benv(?:\.|\[')(GYRE_[A-Z_]+)/g, /\b(?:wordFrom|share|whole)\((?:env, )?'(GYRE_[A-Z_]+)'/g, /\$\{(?:env:)?(GYRE_[A-Z_]+)/g];
/** How tests read one of their own; what they set for processes that they start is another matter. */
const READS_OF_TESTS = [/\bprocess\.env\['(GYRE_[A-Z_]+)'\]/g];
/** A line of the schema that config.ts parses the environment with. */
const PARSED = /^ {2}(GYRE_[A-Z_]+): /gm;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = ['services', 'operators', 'deploy']
  .flatMap((folder) => filesUnder(folder))
  .filter((path) => /\.(ts|js|py|ya?ml)$/.test(path) && !isTest({ path }) && !path.endsWith('testkit.ts'))
  .map((path) => ({ path, text: read(path) }));
const tests = filesUnder('tests').filter((path) => path.endsWith('.ts')).map((path) => ({ path, text: read(path) }));
const document = read('docs/configuration.md');
const [everyProcess = '', single = ''] = document.split(/^## (?:Every process|Single processes)$/m).slice(1);

/** Cells of the rows of a table whose first one is a variable. */
const rows = (text: string) => [...text.matchAll(/^\| `(GYRE_[A-Z_]+)` \|(.*)\|$/gm)].map(([, variable = '', rest = '']) => ({ variable, cells: rest.split('|').map((cell) => cell.trim()) }));
const matches = (text: string, patterns: readonly RegExp[]) => patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]));
/** The service, the room of deploy or of tests, or the file there. */
const roomOf = (path: string) => path.split('/')[1] ?? path;

const readers = new Map<string, Set<string>>();
const note = (path: string, found: readonly string[]) => found.forEach((variable) => readers.set(variable, (readers.get(variable) ?? new Set()).add(roomOf(path))));
for (const { path, text } of sources) note(path, path === 'services/kit/config.ts' ? [...matches(text, [PARSED]), ...SERVICES.map(addressVariable)] : matches(text, READS));
for (const { path, text } of tests) note(path, matches(text, READS_OF_TESTS));
const byKit = [...readers].filter(([, rooms]) => rooms.has('kit')).map(([variable]) => variable);

describe('docs/configuration.md', () => {
  it('found the variables', () => {
    expect(byKit.length).toBeGreaterThan(20);
    expect(readers.size).toBeGreaterThan(byKit.length + 15);
  });

  it('has every variable that the kit reads, and no other, as one of every process', () => {
    expect(rows(everyProcess).map(({ variable }) => variable).sort()).toEqual([...byKit].sort());
  });

  it('has every other variable with who reads it', () => {
    const others = [...readers].filter(([variable]) => !byKit.includes(variable)).map(([variable, rooms]) => `${variable}: ${[...rooms].sort().join(', ')}`);
    expect(rows(single).map(({ variable, cells }) => `${variable}: ${cells.at(-1)}`).sort()).toEqual(others.sort());
  });

  it('says what each means and what it is when unset', () => {
    const incomplete = [...rows(everyProcess).map((row) => ({ ...row, wanted: 2 })), ...rows(single).map((row) => ({ ...row, wanted: 3 }))].filter(({ cells, wanted }) => cells.length !== wanted || cells.includes(''));
    expect(incomplete).toEqual([]);
  });

  it('knows every variable that code and documents speak of', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'Makefile', ...['docs', 'services', 'operators', 'deploy', 'tests'].flatMap((folder) => filesUnder(folder)).filter((path) => path.endsWith('.md'))];
    const spoken = [...sources, ...documents.map((path) => ({ path, text: read(path) }))].flatMap(({ path, text }) => matches(text, [NAME]).map((variable) => ({ path, variable })));
    expect(spoken.filter(({ variable }) => !readers.has(variable))).toEqual([]);
  });
});
