import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJob } from '#deploy/servers/build.ts';
import { findProgram, PROGRAM_NAMES, provideProgram } from '#deploy/servers/mod.ts';
import { type FakeMachine, fakeMachine, goThatInstalls, natsServer } from './fake-machine.ts';
import { isAlive } from './processes.ts';

const WAIT = { timeout: 60_000, interval: 50 };

let machine: FakeMachine;
beforeEach(async () => {
  machine = await fakeMachine();
});
afterEach(() => machine.remove());

/** Writes the pids of itself and of a child that would run for ever, and half a program. */
const STUCK = `
mkdir -p "$GOBIN"; printf '#!/bin/s' > "$GOBIN/nats-server"; chmod +x "$GOBIN/nats-server"
sleep 100000 & echo "$$ $!" > "$S/pids.part"; mv "$S/pids.part" "$S/pids"
wait`;
const pids = () => machine.read('pids').split(/\s+/).filter((text) => text !== '').map(Number);
const runs = () => machine.read('go-runs').trim().split('\n').length;

describe('installing, by several processes and with an end in the middle', () => {
  it('a build that is killed half-way takes its programs along and leaves nothing that looks done', async () => {
    machine.program('go', goThatInstalls(STUCK));
    const { child, ended } = machine.command('install', 'nats');
    await vi.waitFor(() => expect(pids()).toHaveLength(2), WAIT);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), WAIT);
    expect(await findProgram('nats', machine)).toMatchObject({ kind: 'missing', lacking: 'absent' });
    expect(readdirSync(machine.cache).filter((name) => name.startsWith('.unfinished-'))).toHaveLength(1);

    machine.program('go', goThatInstalls());
    expect(await provideProgram('nats', machine)).toMatchObject({ kind: 'ready', origin: 'installed' });
    expect(readdirSync(machine.cache).sort()).toEqual(['nats-2.15.2', 'nats-2.15.2.lock', 'nats-2.15.2.log']);
  });

  it('of two processes at once, one builds and the other waits for it', async () => {
    machine.program('go', goThatInstalls('until [ -e "$S/go-on" ]; do sleep 0.1; done'));
    const both = [machine.command('install', 'nats'), machine.command('install', 'nats')];
    await vi.waitFor(() => expect(both.filter(({ text }) => text().includes('another process is installing it; waiting'))).toHaveLength(1), WAIT);
    await vi.waitFor(() => expect(both.filter(({ text }) => text().includes('installing into'))).toHaveLength(1), WAIT);
    writeFileSync(machine.at('go-on'), '');
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(runs()).toBe(1);
  });

  it('one that waits builds itself when the other is killed', async () => {
    machine.program('go', goThatInstalls(STUCK));
    const first = machine.command('install', 'nats');
    await vi.waitFor(() => expect(pids()).toHaveLength(2), WAIT);
    const second = machine.command('install', 'nats');
    await vi.waitFor(() => expect(second.text()).toContain('waiting'), WAIT);
    machine.program('go', goThatInstalls());
    first.child.kill('SIGKILL');
    expect([await first.ended, await second.ended]).toEqual(['SIGKILL', 0]);
    expect(runs()).toBe(2);
    expect(second.text()).toMatch(/nats +2\.15\.2 +installed +\S+nats-2\.15\.2\/bin\/nats-server/);
  });

  it('callers within one process share one build as well', async () => {
    machine.program('go', goThatInstalls('sleep 0.5'));
    const results = await Promise.all([1, 2, 3].map(() => provideProgram('nats', machine)));
    expect(results.map((result) => result.kind === 'ready' && result.origin).sort()).toEqual(['cache', 'cache', 'installed']);
    expect(runs()).toBe(1);
  });

  it('a step that takes too long is ended with all it started', async () => {
    machine.program('go', `GOBIN="$S/out"\n${STUCK}`);
    const folder = await mkdtemp(join(tmpdir(), 'gyre-job-'));
    const lack = await openJob(folder, machine.env, machine.at('log'), 5_000).run('go', ['build']);
    expect(lack).toMatchObject({ lacking: 'deadline', what: 'go' });
    expect(pids()).toHaveLength(2);
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), WAIT);
    await rm(folder, { recursive: true });
  });
});

describe('the command', () => {
  it('lists where each server is, and that is no failure', async () => {
    machine.program('nats-server', natsServer('2.14.0'));
    const { ended, text } = machine.command('list');
    expect(await ended).toBe(0);
    const lines = text().trim().split('\n');
    expect(lines).toHaveLength(PROGRAM_NAMES.length);
    expect(lines[0]).toMatch(/^nats +2\.14\.0 +path +\S+\/bin\/nats-server$/);
    expect(lines[1]).toMatch(/^mongo +1\.47\.0 +missing +it is neither on PATH nor in \S+; installing takes about 1 min$/);
  });

  it('ends with 1 if a server is missing after all, and still installs the others', async () => {
    machine.program('go', goThatInstalls());
    const { ended, text } = machine.command('install', 'mongo', 'nats');
    expect(await ended).toBe(1);
    expect(text()).toMatch(/mongo +1\.47\.0 +missing +mvn is not on PATH/);
    expect(text()).toMatch(/nats +2\.15\.2 +installed/);
  });

  it.each([[['install', 'redis'], 'name: there is no program "redis"; write nats, mongo'], [['up'], 'usage: '], [[], 'usage: ']] as const)('refuses %j with 2', async (args, says) => {
    const { ended, text } = machine.command(...args);
    expect(await ended).toBe(2);
    expect(text()).toContain(says);
  });
});
