import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gyre } from '../testkit/capture.ts';

const config = { p_low: 0.25, p_high: 0.75, lambda_prog: 0.2, lambda_eff: 0.1 };
const input = { config, groups: [{ id: 'a', members: [{ success: 1, progress: 1, cost: 0 }, null, { success: 0, progress: 0.5, cost: 0.1 }] }] };

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gyre-care-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('reads a file and writes one document, with or without --json', async () => {
  const file = join(dir, 'groups.json');
  await writeFile(file, JSON.stringify(input));
  const plain = await gyre(['care', 'explain', file]);
  const json = await gyre(['--json', 'care', 'explain', file]);
  expect(plain.code).toBe(0);
  expect(plain.json()).toEqual(json.json());
  expect(plain.json()).toMatchObject({ groups: [{ id: 'a', success_rate: 0.5, regime: 'outcome', members: [{ reward: 1 }, null, { reward: 0 }] }] });
});

it('prints a table on request', async () => {
  const { stdout } = await gyre(['care', 'explain', '-', '--table'], { stdin: JSON.stringify(input) });
  expect(stdout).toMatch(/^group +success +regime +member +reward +advantage\n/);
  expect(stdout).toMatch(/^a +0\.500 +outcome +0 +1\.000000/m);
});

it.each([
  ['{"config":{},"groups":[]}', 'config.p_low'],
  [JSON.stringify({ ...input, extra: 1 }), 'extra'],
  [JSON.stringify({ config: { ...config, p_low: 0.9 }, groups: [] }), 'config.p_low'],
  [JSON.stringify({ config, groups: [{ id: 'a', members: [{ success: 2, progress: 0, cost: 0 }] }] }), 'groups[0].members[0].success'],
  [JSON.stringify({ config, groups: [{ id: 'a', members: [{ success: 1, progress: 0, cost: -1 }] }] }), 'groups[0].members[0].cost'],
  ['{"config":{"p_low":1e999}}', 'config.p_low'],
  ['[]', 'input'],
  ['nonsense', 'file: is not JSON'],
])('names what is wrong with %s', async (stdin, named) => {
  const { code, stderr, stdout } = await gyre(['care', 'explain', '-'], { stdin });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(named);
});

it.each([
  ['nowhere.json', 'there is no such file'],
  ['.', 'is a folder'],
])('cannot read %s', async (file, problem) => {
  const { code, stderr } = await gyre(['care', 'explain', file]);
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
});
