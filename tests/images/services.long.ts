import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SERVICES } from '#kit/config.ts';
import { filesUnder, ROOT } from '../architecture/sources.ts';
import { build, type Built, run } from './build.ts';
import { parseIgnore } from './context.ts';
import { readStages } from './dockerfile.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const Lock = z.looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional(), optional: z.boolean().optional(), devOptional: z.boolean().optional() })) });
const folder = mkdtempSync(join(tmpdir(), 'gyre-image-'));
const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
const env = { PATH, HOME: folder };
/** Building asks a registry for packages, as this machine is told to. */
const building: Readonly<Record<string, string>> = { ...Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined || name.startsWith('GYRE_') ? [] : [[name, value]]))), PATH };
let image: Built;

describe('the image of the services, carried out in a folder', () => {
  beforeAll(async () => {
    const stages = readStages(read('deploy/images/services.Dockerfile'));
    image = await build(stages, { folder, ignore: parseIgnore(read('.dockerignore')), programs: { '/usr/local/bin/node': process.execPath }, env: building });
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const started = (...args: readonly string[]) => run(process.execPath, [...image.command.slice(1), ...args], { cwd: image.workdir, env, anyEnd: true });

  it.each(SERVICES)('starts %s, which says what its environment lacks', async (service) => {
    const { code, output } = await run(process.execPath, [...image.command.slice(1), `services/${service}/main.ts`], { cwd: image.workdir, env: { ...env, GYRE_PROFILE: 'cluster' }, anyEnd: true });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('GYRE_STORE_URL is not set; the cluster profile has no default') });
  });

  it('has the command line, by its name too', async () => {
    expect(await started('services/cli/main.ts', '--help')).toMatchObject({ code: 0, output: expect.stringContaining('gyre') });
    expect(await run(join(image.root, 'usr/local/bin/gyre'), ['doctor', '--json'], { cwd: folder, env: { ...env, GYRE_STATE_DIR: join(folder, 'state') } })).toMatchObject({ code: 0, output: expect.stringContaining('"healthy": true') });
  });

  it('plays an episode with what it has: every package and file that the loop loads is there', async () => {
    const { code, output } = await run(join(image.root, 'usr/local/bin/gyre'), ['try', '--json', '--pool', '12,6,6'], { cwd: folder, env: { ...env, GYRE_STATE_DIR: join(folder, 'state') }, anyEnd: true });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/"verdict": "(success|failure)"/) });
  });

  it('has the probe for calls over TLS, and it fails where nobody serves', async () => {
    expect(await started('deploy/cluster/probe.ts', '127.0.0.1:1')).toMatchObject({ code: 1, output: expect.stringContaining('127.0.0.1:1 does not serve') });
  });

  it('has every package that code needs and none that only development does, no specs, no npm', () => {
    const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));
    const there = (path: string) => existsSync(join(image.workdir, path, 'package.json'));
    const placed = Object.entries(packages).filter(([path, { optional, devOptional }]) => path !== '' && !optional && !devOptional);
    expect(placed.length).toBeGreaterThan(50);
    expect(placed.filter(([path, { dev = false }]) => there(path) === dev).map(([path]) => path)).toEqual([]);
    expect(filesUnder('services').filter((path) => path.endsWith('.spec.ts') && existsSync(join(image.workdir, path)))).toEqual([]);
    expect(readdirSync(join(image.root, 'usr/local/bin')).sort()).toEqual(['gyre', 'node']);
  });
});
