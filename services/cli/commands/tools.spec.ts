import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Round } from '#protos/core/v1/round.ts';
import { gyre } from '../testkit/capture.ts';
import { fakeServices } from '../testkit/services.ts';
import { storedLine } from '../testkit/stored-line.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gyre-tools-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('doctor', () => {
  it('finds a fresh folder healthy', async () => {
    const { code, stdout } = await gyre(['doctor'], { env: { GYRE_STATE_DIR: dir } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +evidence store +answers/m);
    expect(stdout).toContain('all well');
  });

  it('ends with 1 where a store does not open, and goes on looking', async () => {
    const file = join(dir, 'file');
    await writeFile(file, 'no folder');
    const { code, json } = await gyre(['doctor', '--json'], { env: { GYRE_STATE_DIR: dir, GYRE_EVIDENCE_URL: `sqlite:${file}/evidence.db` } });
    expect(code).toBe(1);
    expect(json()).toMatchObject({ healthy: false });
    const bad = (json() as { findings: { check: string; state: string }[] }).findings.filter(({ state }) => state === 'bad');
    expect(bad.map(({ check }) => check)).toEqual(['evidence store']);
  });

  it('says nothing of a bus and an evidence store that services elsewhere have and it was not told of', async () => {
    const own = await mkdtemp(join(dir, 'elsewhere-'));
    const { stdout } = await gyre(['doctor'], { env: { GYRE_STATE_DIR: own, GYRE_TRAINER_CONTROLLER_ADDRESS: '127.0.0.1:1' } });
    expect(stdout).toMatch(/^ok +evidence store +this process is not told where it is/m);
    expect(stdout).toMatch(/^ok +bus +this process is not told where it is/m);
    expect(existsSync(join(own, 'evidence.db'))).toBe(false);
  });

  it('points at episodes and slots whose lease ended long ago', async () => {
    const { store } = await storedLine();
    await store.collection({ name: 'episodes' }).insert({ _id: 'lost', open: true, lease_until_ms: 1 } as { _id: string });
    await store.collection({ name: 'slots' }).insert({ _id: 'stuck', state: 'claimed', leaseUntilMs: 1 } as { _id: string });
    const { code, stdout } = await gyre(['doctor'], { store, env: { GYRE_STATE_DIR: dir } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\? +open episodes +1, 1 past their lease, first lost/m);
    expect(stdout).toMatch(/^\? +stuck slots +1, first stuck/m);
  });
});

describe('up', () => {
  it('serves every service on a loopback port until it is told to end, and takes its token away with it', async () => {
    const ending = new AbortController();
    const running = gyre(['up', '--port', '0', '--json'], { env: { GYRE_STATE_DIR: dir }, services: () => fakeServices({}), signal: ending.signal });
    const file = join(dir, 'up.token');
    const token = await appearing(file);
    expect(token.trim()).toMatch(/^[0-9a-f]{64}$/);
    ending.abort();
    const { code, json } = await running;
    expect(code).toBe(0);
    expect(Object.keys((json() as { addresses: object }).addresses)).toHaveLength(6);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('refuses to run beside addresses of other services', async () => {
    const { code, stderr } = await gyre(['up'], { env: { GYRE_CURATOR_ADDRESS: '127.0.0.1:7' } });
    expect(code).toBe(2);
    expect(stderr).toContain('GYRE_CURATOR_ADDRESS: is set');
  });
});

describe('demo', () => {
  it('runs rounds in a row, measures every stage on test tasks once, and reports', async () => {
    const { store, rounds } = await storedLine();
    const evaluated: string[] = [];
    const started: string[] = [];
    const services = () =>
      fakeServices(
        {
          trainer: {
            startRound: async ({ roundId }) => {
              started.push(roundId);
              return { round: Round.fromPartial({ id: roundId }) };
            },
            async *watchRound() {
              yield { phase: 'training', done: 1, total: 1, scores: [], message: '' };
            },
            getRound: async ({ roundId }) => ({ round: { ...(rounds[1] ?? Round.fromPartial({})), id: roundId } }),
            evaluate: async ({ policy, harnessVersion, split, evaluationId }) => {
              evaluated.push(`${split} ${policy} ${harnessVersion}`);
              return { evaluationId, scores: [], outcomes: [] };
            },
          },
        },
        store,
      );
    // The demonstration's last round is looked up by its id: the stored line stands for it.
    const probe = await gyre(['demo', '--rounds', '1', '--out', join(dir, 'probe.html')], { store, services, env: { GYRE_STATE_DIR: dir } });
    expect(probe.stderr).toContain(`there is no round ${started[0]}`);
    await store.collection<{ _id: string; round: unknown; epoch: number; pool_seed: number }>({ name: 'rounds' }).put({ _id: started[0] ?? '', round: JSON.parse(JSON.stringify(Round.toJSON({ ...(rounds[1] ?? Round.fromPartial({})), id: started[0] ?? '' }))), epoch: 1, pool_seed: 1 });
    const { code, stdout, stderr } = await gyre(['demo', '--rounds', '1', '--out', join(dir, 'demo.html')], { store, services, env: { GYRE_STATE_DIR: dir } });
    expect({ code, stderr: stderr.includes('test families') }).toEqual({ code: 0, stderr: true });
    expect(evaluated.length).toBeGreaterThanOrEqual(6);
    expect(new Set(evaluated).size).toBe(evaluated.length);
    expect(stdout).toContain('report page:');
    expect(await readFile(join(dir, 'demo.html'), 'utf8')).toContain('What the loop learned');
  });

  it('stops with 1 at a round that fails', async () => {
    const services = () =>
      fakeServices({
        trainer: {
          startRound: async ({ roundId }) => ({ round: Round.fromPartial({ id: roundId }) }),
          async *watchRound() {
            yield { phase: 'failed', done: 0, total: 0, scores: [], message: 'disk full' };
          },
          getRound: async ({ roundId }) => ({ round: Round.fromPartial({ id: roundId, phase: 'training', error: 'disk full' }) }),
        },
      });
    const { code, stdout } = await gyre(['demo'], { services });
    expect(code).toBe(1);
    expect(stdout).toContain('stopped in phase training: disk full');
  });
});

async function appearing(file: string): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return text;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${file} did not appear`);
}
