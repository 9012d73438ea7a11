import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, isTest, readSources, ROOT } from './sources.ts';

const SELF = 'tests/architecture/habits.spec.ts';
const sources = readSources('services', 'operators', 'tests').filter(({ path }) => path !== SELF);
const TEXTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'Makefile', 'package.json', ...['docs', 'protos/gyre', 'services', 'operators', '.ci'].flatMap((folder) => filesUnder(folder)).filter((path) => /\.(md|proto|mjs|json|yaml)$/.test(path))];

/** `file:line` of each match. */
function matches(texts: readonly { path: string; text: string }[], pattern: RegExp): string[] {
  return texts.flatMap(({ path, text }) => text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 100)}`] : [])));
}

const read = (path: string) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

describe('words that must not stay', () => {
  const everything = [...sources, ...TEXTS.filter((path) => existsSync(join(ROOT, path))).map(read)];

  it.each([
    ['unfinished work', /\b(TODO|FIXME|XXX)\b/],
    // What users say in task wordings is no promise of ours: only comments and documents count.
    ['promises', /^(?!\s*['"`\w[{(]).*(\bnot (yet )?implemented\b|\bfor now\b|\bplaceholder\b)/i],
    ['tests that do not run', /\b(it|describe|test)\.(skip|only|todo)\(/],
    ['paths of one machine', /(^|[\s'"`(=])\/(work|root|home\/\w+)\//],
  ])('%s', (_, pattern) => {
    expect(matches(everything, pattern)).toEqual([]);
  });
});

describe('time, chance and types', () => {
  const code = sources.filter((source) => !isTest(source));

  it('time and chance come in as arguments', () => {
    const given = ['services/kit/clock.ts', 'services/kit/random.ts', 'services/kit/ids.ts', 'services/kit/local-telemetry.ts'];
    const domain = code.filter(({ path }) => !given.includes(path) && !path.endsWith('/main.ts'));
    expect(matches(domain, /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/)).toEqual([]);
  });

  it('there is no any', () => {
    const bare = sources.map(({ path, text }) => ({ path, text: text.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\/.*|^\s*\/?\*.*/gm, '') }));
    expect(matches(bare, /(:\s*|\bas\s+|<)any\b(?!\w)/)).toEqual([]);
  });
});

describe('size and rooms', () => {
  it('no file is longer than 400 lines', () => {
    // Tables of wordings are data: one line a phrase, nothing to follow. So are the names that are made from the telemetry schema.
    const data = (path: string) => path.includes('-wordings/') || path === 'services/kit/telemetry-names.ts';
    const long = sources.filter(({ path, text }) => !data(path) && text.split('\n').length > 401).map(({ path, text }) => `${path}: ${text.split('\n').length}`);
    expect(long).toEqual([]);
  });

  it('every service, every operator and every room of tests has a README', () => {
    const rooms = ['services', 'operators', 'tests'].flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`));
    expect(rooms.filter((room) => !existsSync(join(ROOT, room, 'README.md')))).toEqual([]);
  });

  it('every folder of code has a README, or is named in that of the room it belongs to', () => {
    const folders = new Set(readSources('services', 'operators').map(({ path }) => dirname(path)));
    const unnamed = [...folders].filter((folder) => {
      let room = folder;
      while (!existsSync(join(ROOT, room, 'README.md'))) room = dirname(room);
      return room !== folder && !read(`${room}/README.md`).text.includes(`${basename(folder)}/`);
    });
    expect(unnamed).toEqual([]);
  });

  it('every file is named in kebab-case', () => {
    expect(sources.map(({ path }) => path).filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
  });
});
