import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJob } from '#deploy/servers/build.ts';
import { copyFromImage } from '#deploy/servers/image.ts';
import { findProgram, provideProgram, RECIPES } from '#deploy/servers/mod.ts';
import { dockerWith, type FakeMachine, fakeMachine, goThatInstalls, natsServer } from './fake-machine.ts';
import { isAlive } from './processes.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const NATS = natsServer('2.15.2');
const UNFETCHED = goThatInstalls('echo "dial tcp: lookup modules.example: no such host" >&2; exit 1');

let machine: FakeMachine;
beforeEach(async () => {
  machine = await fakeMachine();
});
afterEach(() => machine.remove());

/** What `docker` was asked, without names and paths. */
const asked = () => machine.read('docker-runs').trim().split('\n').map((line) => line.split(' ')[0]);
const containers = () => readdirSync(machine.at('containers'));
/** What is in the cache apart from locks and logs. */
const kept = () => readdirSync(machine.cache).filter((name) => !/\.(lock|log)$/.test(name));
const pids = () => machine.read('pids').split(/\s+/).filter((text) => text !== '').map(Number);
/** In one command of `docker`: writes the pids of itself and of a child that would run for ever. */
const stuckAt = (command: string) => `if [ "$1" = ${command} ]; then sleep 100000 & echo "$$ $!" > "$S/pids.part"; mv "$S/pids.part" "$S/pids"; wait; fi`;

describe('a server comes out of its image', () => {
  it.each([
    ['nats', NATS, 'nats:2.15.2-alpine', '/usr/local/bin/nats-server'],
    ['otelcol', 'echo otelcol-contrib version 0.165.0', 'otel/opentelemetry-collector-contrib:0.165.0', '/otelcol-contrib'],
    ['s3', 'echo "Version  : v1.8.0"; echo "Build    : 27fe123"', 'versity/versitygw:v1.8.0', '/usr/local/bin/versitygw'],
  ] as const)('%s, on a machine with an engine and nothing to build it with', async (name, program, reference, path) => {
    machine.program('docker', dockerWith(program));
    const installed = await provideProgram(name, machine);
    expect(installed).toMatchObject({ kind: 'ready', origin: 'installed', version: RECIPES[name].version, executable: expect.stringContaining(machine.cache) });
    const [version = '', left = '', create = '', copy = '', remove = ''] = machine.read('docker-runs').trim().split('\n');
    expect(version).toBe('version --format {{.Server.Version}}');
    const container = /^create --name (\S+) /.exec(create)?.[1] ?? '';
    expect(container).toMatch(new RegExp(`^gyre-${name}-[0-9a-f]{12}$`));
    expect([left, remove]).toEqual(Array(2).fill(`rm --force --volumes ${container}`));
    expect(create).toBe(`create --name ${container} ${reference}`);
    expect(copy.split(' ').slice(0, 2)).toEqual(['cp', `${container}:${path}`]);
    expect(containers()).toEqual([]);
    expect(machine.said).toContain(`${name} ${RECIPES[name].version}: go is not on PATH; asking a Docker engine for ${reference}`);
    expect(await provideProgram(name, machine)).toEqual({ ...installed, origin: 'cache' });
    expect(asked()).toHaveLength(5);
  });

  it('where what builds it can fetch nothing', async () => {
    machine.program('go', UNFETCHED);
    machine.program('docker', dockerWith(NATS));
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'ready', origin: 'installed', executable: join(machine.cache, 'nats-2.15.2/bin/nats-server') });
  });

  it('but not where it can be built, nor where building fails for a reason of its own', async () => {
    machine.program('docker', dockerWith(NATS));
    machine.program('go', goThatInstalls('echo "opts.go:12:3: undefined: jetstream" >&2; exit 1'));
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'missing', lacking: 'build', what: 'go' });
    machine.program('go', goThatInstalls());
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'ready', origin: 'installed' });
    expect(machine.read('docker-runs')).toBe('');
  });

  it('and none that has no image of such a kind, whatever engine answers', async () => {
    machine.program('docker', dockerWith(NATS));
    expect(await provideProgram('mongo', machine)).toMatchObject({ lacking: 'tool', what: 'mvn', reason: 'mvn is not on PATH, and no Docker image is used for mongo' });
    expect(machine.read('docker-runs')).toBe('');
  });

  it('once, for two processes that ask at once', async () => {
    machine.program('docker', dockerWith(NATS, 'if [ "$1" = create ]; then until [ -e "$S/go-on" ]; do sleep 0.1; done; fi'));
    const both = [machine.command('install', 'nats'), machine.command('install', 'nats')];
    await vi.waitFor(() => expect(both.filter(({ text }) => text().includes('another process is installing it; waiting'))).toHaveLength(1), WAIT);
    await vi.waitFor(() => expect(asked()).toContain('create'), WAIT);
    writeFileSync(machine.at('go-on'), '');
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(both.map(({ text }) => /nats +2\.15\.2 +(\w+) +\S+nats-2\.15\.2\/bin\/nats-server/.exec(text())?.[1]).sort()).toEqual(['cache', 'installed']);
    expect(asked().filter((command) => command === 'create')).toHaveLength(1);
    expect(containers()).toEqual([]);
  });

  it('whole or not at all, if the process is killed while it is copied', async () => {
    machine.program('docker', dockerWith(NATS, `if [ "$1" = cp ]; then printf '#!/bin/s' > "$3"; chmod +x "$3"; fi; ${stuckAt('cp')}`));
    const { child, ended } = machine.command('install', 'nats');
    await vi.waitFor(() => expect(pids()).toHaveLength(2), WAIT);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), WAIT);
    expect(await findProgram('nats', machine)).toMatchObject({ kind: 'missing', lacking: 'absent' });
    expect(containers()).toHaveLength(1);

    machine.program('docker', dockerWith(NATS));
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'ready', origin: 'installed' });
    expect(kept()).toEqual(['nats-2.15.2']);
    expect(containers()).toEqual([]);
  });
});

describe('a server that does not come out of its image is missing', () => {
  it.each([
    ['tool', 'is not on PATH', goThatInstalls('echo "requires go >= 1.26.0" >&2; exit 1'), 'go does not suffice'],
    ['registry', 'fetches nothing', UNFETCHED, 'go could not fetch'],
  ] as const)('for the lack of what builds it (%s) and of an engine, with both reasons', async (lacking, _, go, reason) => {
    machine.program('go', go);
    machine.program('docker', 'echo "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?" >&2; exit 1');
    const result = await provideProgram('nats', machine);
    expect(result).toMatchObject({ kind: 'missing', lacking, what: 'go', reason: expect.stringMatching(`^${reason}.*, and no Docker engine answers \\(docker ended with 1: Cannot connect to the Docker daemon at .*nats-2\\.15\\.2\\.log\\)$`) });
    expect(kept()).toEqual([]);
  });

  it('for an engine that leaves the question unanswered', async () => {
    machine.program('docker', dockerWith(NATS, stuckAt('version')));
    mkdirSync(machine.cache);
    const job = openJob(machine.cache, machine.env, machine.at('log'));
    const image = { reference: 'nats:2.15.2-alpine', program: '/usr/local/bin/nats-server' };
    const lack = await copyFromImage(job, { ...RECIPES.nats, image, home: machine.at('home') }, 5_000);
    expect(lack).toMatchObject({ lacking: 'tool', what: 'docker', reason: expect.stringMatching(/^no Docker engine answers \(docker was stopped after /) });
    expect(asked()).toEqual(['version']);
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), WAIT);
  });

  it.each([
    ['registry', 'create', 'Error response from daemon: manifest for nats:2.15.2-alpine not found: manifest unknown', 'docker could not fetch what it needs: '],
    ['registry', 'create', 'error getting credentials, toomanyrequests: You have reached your pull rate limit', 'docker could not fetch what it needs: '],
    ['build', 'create', 'Error response from daemon: no space left on device', 'docker ended with 1: '],
    ['build', 'cp', 'Error response from daemon: Could not find the file /usr/local/bin/nats-server in container', 'docker ended with 1: '],
  ] as const)('for a %s: %s says %s', async (lacking, command, says, reason) => {
    // The engine has made the container all the same.
    machine.program('docker', dockerWith(NATS, `if [ "$1" = ${command} ]; then if [ $1 = create ]; then : > "$S/containers/$3"; fi; echo '${says}' >&2; exit 1; fi`));
    const result = await provideProgram('nats', machine);
    expect(result).toMatchObject({ kind: 'missing', lacking, what: 'docker', reason: expect.stringContaining(`go is not on PATH, and ${reason}${says}`) });
    expect(asked().at(-1)).toBe('rm');
    expect(containers()).toEqual([]);
    expect(kept()).toEqual([]);
    expect(machine.read('cache/nats-2.15.2.log')).toContain(says);
  });

  it.each([
    ['is another version', natsServer('2.14.0'), '--version says nats-server: v2.14.0'],
    ['says no version', 'echo "Version  : git"; echo "Build    : norev"', '--version says Version  : git | Build    : norev'],
    ['ends with an error', 'echo "libc.so.6: version GLIBC_2.38 not found"; exit 1', 'ended with 1: libc.so.6: version GLIBC_2.38 not found'],
  ] as const)('for a program that %s', async (_, program, says) => {
    machine.program('docker', dockerWith(program));
    const result = await provideProgram('nats', machine);
    const said = `go is not on PATH, and /usr/local/bin/nats-server of nats:2.15.2-alpine does not run here as version 2.15.2: `;
    expect(result).toMatchObject({ kind: 'missing', lacking: 'build', what: 'nats:2.15.2-alpine' });
    expect(result.kind === 'missing' && result.reason.startsWith(said) && result.reason).toContain(says);
    expect(containers()).toEqual([]);
    expect(kept()).toEqual([]);
    expect(existsSync(join(machine.cache, 'nats-2.15.2'))).toBe(false);
  });
});
