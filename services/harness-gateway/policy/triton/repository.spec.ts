import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { ModelRepository, versionNumber } from './repository.ts';

const TEMPLATE = fileURLToPath(new URL('../../../../deploy/triton/policy', import.meta.url));
const files = (version: string, text = version) => ({ version, checkpoint: digestOfBytes(text), bytes: Buffer.from(text) });

let folder: string;
let clock: ManualClock;
let repository: ModelRepository;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyre-models-'));
  clock = new ManualClock(Date.now());
  repository = new ModelRepository(folder, 'policy', TEMPLATE, clock);
});
afterEach(() => rm(folder, { recursive: true }));

const inside = (version: string, name = '') => join(folder, 'policy', versionNumber(version), name);
const names = async () => (await readdir(join(folder, 'policy'))).sort();

describe('a version in the repository', () => {
  it('is a folder with the program, the checkpoint and what it is', async () => {
    await repository.write(files('a'));
    expect((await readdir(inside('a'))).sort()).toEqual(['__pycache__', 'checkpoint.py', 'checkpoint.safetensors', 'model.py', 'scorer.py', 'version.json']);
    expect(await readFile(inside('a', 'checkpoint.safetensors'), 'utf8')).toBe('a');
    expect(JSON.parse(await readFile(inside('a', 'version.json'), 'utf8'))).toMatchObject({ version: 'a', checkpoint: digestOfBytes('a') });
    // Python keeps no compiled modules where their folder is a file.
    expect((await stat(inside('a', '__pycache__'))).isFile()).toBe(true);
    expect(await names()).toEqual([versionNumber('a')]);
  });

  it('is left alone when it is written again, also by several at once', async () => {
    await repository.write(files('a'));
    const { ino } = await stat(inside('a'));
    await Promise.all(Array.from({ length: 4 }, () => repository.write(files('a'))));
    expect((await stat(inside('a'))).ino).toBe(ino);
    await Promise.all(Array.from({ length: 4 }, () => repository.write(files('b'))));
    expect(await readFile(inside('b', 'checkpoint.safetensors'), 'utf8')).toBe('b');
    expect(await names()).toEqual([versionNumber('a'), versionNumber('b')].sort());
  });

  it.each([
    ['its checkpoint is damaged', () => writeFile(inside('a', 'checkpoint.safetensors'), 'b')],
    ['its checkpoint is missing', () => rm(inside('a', 'checkpoint.safetensors'))],
    ['it does not say what it is', () => writeFile(inside('a', 'version.json'), '{"vers')],
    ['it is of an earlier program', () => writeFile(inside('a', 'version.json'), JSON.stringify({ version: 'a', checkpoint: digestOfBytes('a'), program: 'earlier' }))],
  ])('is replaced where %s', async (_, spoil) => {
    await repository.write(files('a'));
    await spoil();
    await repository.write(files('a'));
    expect(await readFile(inside('a', 'checkpoint.safetensors'), 'utf8')).toBe('a');
    expect(JSON.parse(await readFile(inside('a', 'version.json'), 'utf8'))).toMatchObject({ version: 'a', program: expect.stringMatching(/^sha256:/) });
    expect(await names()).toEqual([versionNumber('a')]);
  });

  it('does not take the place of another one that has its number', async () => {
    await mkdir(inside('a'), { recursive: true });
    await writeFile(inside('a', 'version.json'), JSON.stringify({ version: 'namesake' }));
    await expect(repository.write(files('a'))).rejects.toMatchObject({ code: 'ALREADY_EXISTS', message: expect.stringContaining('namesake') });
  });

  it('goes when it is not kept, and so does what crashes have left, once it is old', async () => {
    await Promise.all(['a', 'b'].map((version) => repository.write(files(version))));
    await repository.configure(['b']);
    for (const [name, age] of [['.unfinished-old', 3600], ['.unfinished-new', 1]] as const) {
      await mkdir(join(folder, 'policy', name));
      await utimes(join(folder, 'policy', name), clock.now() / 1000 - age, clock.now() / 1000 - age);
    }
    await repository.prune(['b']);
    expect(await names()).toEqual(['.unfinished-new', versionNumber('b'), 'config.pbtxt'].sort());
    await new ModelRepository(folder, 'never-written', TEMPLATE, clock).prune([]);
  });
});

describe('the configuration', () => {
  const config = join('policy', 'config.pbtxt');

  it('names the versions to load and is otherwise the one of the project', async () => {
    await repository.configure(['a', 'b']);
    const text = await readFile(join(folder, config), 'utf8');
    const list = `versions: [ ${versionNumber('a')}, ${versionNumber('b')} ]`;
    expect(text).toContain(list);
    expect(text.replace(list, 'versions: [ ]')).toBe(await readFile(join(TEMPLATE, 'config.pbtxt'), 'utf8'));
  });

  it('keeps its time while it stays the same', async () => {
    await repository.configure(['a']);
    await utimes(join(folder, config), 1000, 1000);
    await repository.configure(['a']);
    expect((await stat(join(folder, config))).mtimeMs).toBe(1_000_000);
    await repository.configure(['b']);
    expect((await stat(join(folder, config))).mtimeMs).toBeGreaterThan(1_000_000);
  });

  it('is not written over a program that does not say where', async () => {
    const template = join(folder, 'template');
    await mkdir(template);
    await writeFile(join(template, 'config.pbtxt'), 'backend: "python"\n');
    await expect(new ModelRepository(folder, 'policy', template, clock).configure(['a'])).rejects.toMatchObject({ field: 'config.pbtxt', remedy: 'restore the file' });
  });
});

it('a repository that cannot be written is the disk\'s fault and named by its variable', async () => {
  await writeFile(join(folder, 'policy'), 'a file');
  await expect(repository.write(files('a'))).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'store', field: 'GYRE_POLICY_URL', retryable: true });
  await expect(repository.configure(['a'])).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'store' });
});
