import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '#deploy/servers/mod.ts';
import { cacheFolder } from '#deploy/servers/cache.ts';
import { which } from '#deploy/servers/programs.ts';
import { withServers } from '../servers/server.testkit.ts';
import { gyre, ROOT, until } from './gyre.ts';

const READY_MS = 90_000;

interface Up {
  readonly child: ChildProcess;
  readonly said: { stdout: string; stderr: string };
  readonly ended: Promise<number | string>;
}

function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
}

/** `make up` with these options, as a process. */
function up(args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): Up {
  const child = spawn(process.execPath, ['deploy/cluster/main.ts', '--workers', '1', '--log-level', 'warn', ...args], { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => (said.stdout += String(part)));
  child.stderr.on('data', (part) => (said.stderr += String(part)));
  return { child, said, ended: ended(child) };
}

const suite = await withServers('nats', 'mongo', 'triton');
suite('make up', () => {
  let folder = '';
  let poor: Record<string, string> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-up-'));
    // A machine on which everything can be had but Triton: no Python that could install it.
    const [servers, bin] = [join(folder, 'servers'), join(folder, 'bin')];
    await mkdir(servers);
    await mkdir(bin);
    const cache = cacheFolder(process.env);
    for (const name of await readdir(cache)) if (/^(nats|mongo)-/.test(name)) await symlink(join(cache, name), join(servers, name));
    for (const program of ['java', 'nats-server', 'sh', 'dirname']) {
      const found = which(program, process.env);
      if (found !== undefined) await symlink(found, join(bin, program));
    }
    poor = { PATH: bin, GYRE_SERVERS_DIR: servers };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs until it serves, then `during`, then ends it as Ctrl-C does. */
  async function serving(running: Up, during: (env: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
    try {
      await until(() => running.said.stderr.includes('serving; logs in') || running.child.exitCode !== null, READY_MS, `serving (${running.said.stderr})`);
      expect(running.said.stderr).toContain('serving; logs in');
      const lines = running.said.stdout.trim().split('\n').map((line) => /^export ([A-Z_]+)=(.*)$/.exec(line) ?? []);
      await during(Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value])));
      running.child.kill('SIGINT');
      expect(await running.ended).toBe(0);
    } finally {
      running.child.kill('SIGKILL');
    }
  }

  it('serves policies on Triton if it can be had, and says so', async () => {
    const running = up(['--folder', join(folder, 'one')]);
    await serving(running, async (env) => {
      expect(running.said.stderr).toMatch(/policies act on Triton at 127\.0\.0\.1:\d+/);
      const { code, stdout, stderr } = await gyre(['--json', 'policy', 'list'], { stateDir: join(folder, 'one'), env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({ policies: [], serving: '' });
    });
  });

  it('serves them in the harness processes if it cannot, and says why', async () => {
    const running = up(['--folder', join(folder, 'two')], poor);
    await serving(running, async () => {
      expect(running.said.stderr).toMatch(/policies act in the harness processes: no Triton, .*python3\.11/);
    });
  });

  it('serves them there if told to, and then says nothing of what is missing', async () => {
    const running = up(['--folder', join(folder, 'three'), '--policy', 'local'], poor);
    await serving(running, async () => {
      expect(running.said.stderr).toMatch(/policies act in the harness processes\n/);
      expect(running.said.stderr).not.toContain('python3.11');
    });
  });

  it('lets no second one into its folder, and starts a server that was killed again', async () => {
    const own = join(folder, 'five');
    const running = up(['--folder', own, '--policy', 'local'], poor);
    await serving(running, async () => {
      const config = await readFile(join(own, 'nats', 'nats.conf'), 'utf8');
      const second = up(['--folder', own, '--policy', 'local'], poor);
      expect(await second.ended).toBe(1);
      expect(second.said).toEqual({ stdout: '', stderr: expect.stringMatching(/a cluster already runs in .*; end it first/) });
      expect(await readFile(join(own, 'nats', 'nats.conf'), 'utf8')).toBe(config);
      expect(await ended(spawn('pkill', ['-KILL', '-f', `nats-server.*${own}`]))).toBe(0);
      await until(() => running.said.stderr.includes('nats is back'), READY_MS, `nats again (${running.said.stderr})`);
    });
  });

  it('runs on servers that are there already, and starts none', async () => {
    const [nats, mongo] = [await startServer('nats'), await startServer('mongo', { memory: true })];
    try {
      const own = join(folder, 'six');
      const given = { GYRE_BUS_URL: nats.url, GYRE_STORE_URL: `${mongo.url}/gyre`, GYRE_EVIDENCE_URL: `${mongo.url}/evidence` };
      const { GYRE_EVIDENCE_URL: _, ...partly } = given;
      const without = up(['--given', '--folder', own], { ...poor, ...partly });
      expect([await without.ended, without.said.stderr]).toEqual([1, expect.stringMatching(/GYRE_EVIDENCE_URL: is not set; name a database of its own/)]);
      const contrary = up(['--given', '--tls', '--folder', own], { ...poor, ...given });
      expect([await contrary.ended, contrary.said.stderr]).toEqual([1, expect.stringContaining('--tls: cannot be given together with --given')]);
      const running = up(['--given', '--folder', own], { ...poor, ...given });
      await serving(running, async (env) => {
        const { code, stdout } = await gyre(['--json', 'policy', 'list'], { stateDir: own, env });
        expect([code, JSON.parse(stdout)]).toEqual([0, { policies: [], serving: '' }]);
        expect((await readdir(own)).filter((name) => ['nats', 'mongo'].includes(name))).toEqual([]);
      });
    } finally {
      await Promise.all([nats.stop(), mongo.stop()]);
    }
  });

  it.each([
    [['--policy', 'triton'], /policy: Triton cannot be had \(.*python3\.11.*\); .* write local/],
    [['--policy', 'onnx'], /--policy: is "onnx"; write triton or local/],
  ])('with %j on a machine without Triton ends with what to do', async (args, message) => {
    const { ended, said } = up(['--folder', join(folder, 'four'), ...args], poor);
    expect(await ended).toBe(1);
    expect(said.stderr).toMatch(message);
    expect(said.stdout).toBe('');
  });
});
