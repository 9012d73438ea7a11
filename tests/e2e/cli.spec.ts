import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gyre, ROOT, stateFolder } from './gyre.ts';

const CARE = {
  config: { p_low: 0.25, p_high: 0.75, lambda_prog: 0.2, lambda_eff: 0.1, eps: 1e-6 },
  groups: [{ id: 'g1', members: [1, 0, 0, 0].map((success) => ({ success, progress: 0, cost: 0 })) }],
};

let folder: Awaited<ReturnType<typeof stateFolder>>;
beforeAll(async () => {
  folder = await stateFolder();
});
afterAll(() => folder.remove());

const run = (args: readonly string[], stdin?: string) => gyre(args, { stateDir: folder.dir, stdin });

describe('gyre as a process', { timeout: 60_000 }, () => {
  it('explains CARE from standard input', async () => {
    const { code, stdout, stderr } = await run(['care', 'explain', '-'], JSON.stringify(CARE));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { groups } = JSON.parse(stdout);
    expect(groups[0]).toMatchObject({ id: 'g1', success_rate: 0.25, regime: 'outcome' });
    expect(groups[0].members[0].advantage).toBeCloseTo(1.732047, 6);
    expect(groups[0].members[1].advantage).toBeCloseTo(-0.577349, 6);
  });

  it.each([
    ['a wrong field', '{"config":{},"groups":[]}', 'config.p_low'],
    ['no JSON', '{', 'file: is not JSON'],
    ['nothing', '', 'file: is not JSON'],
  ])('ends with 2 for %s, naming it, without a stack', async (_, stdin, named) => {
    const { code, stdout, stderr } = await run(['care', 'explain', '-'], stdin);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(named);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('applies tools by hand to a given state', async () => {
    const calls = '{"name":"manage_alarm","arguments":{"action":"create","time":"07:30"}}\n{"finish":{}}\n';
    const { code, stdout } = await run(['--json', 'env', 'call', '--calls', '-'], calls);
    expect(code).toBe(0);
    const { turns, initialStateDigest, finalStateDigest } = JSON.parse(stdout);
    expect(turns).toHaveLength(2);
    expect(initialStateDigest).toMatch(/^sha256:/);
    expect(finalStateDigest).toMatch(/^sha256:/);
  });

  it('says that a fresh instance is healthy', async () => {
    const { code, stdout } = await run(['doctor', '--json']);
    const { healthy, findings } = JSON.parse(stdout);
    expect({ code, healthy }).toEqual({ code: 0, healthy: true });
    expect(findings.map(({ check }: { check: string }) => check)).toEqual(expect.arrayContaining(['node', 'disk', 'store', 'evidence store', 'blobs', 'bus', 'open episodes', 'stuck slots', 'dead letters', 'generated code']));
  });

  it('refuses a plan that cannot run, naming the rule, before anything starts', async () => {
    const { code, stderr } = await run(['round', 'run', '--group-size', '1']);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n').at(-1)).toContain('group_size is 1');
  });

  it('survives a reader that has seen enough', async () => {
    const { code, stderr } = await gyre(['--help'], { stateDir: folder.dir, onStart: (child) => child.stdout?.destroy() });
    expect(code).toBe(0);
    expect(stderr).not.toContain('EPIPE');
  });
});

describe('what the documents show', { timeout: 60_000 }, () => {
  const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const DOCS = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8');

  it('every gyre command in README and docs/cli.md exists', async () => {
    const shown = new Set([...`${README}\n${DOCS}`.matchAll(/(?:^|`|\$ )gyre ([a-z]+)(?: ([a-z]+)(?=[ `\n|]))?/gm)].map(([, command]) => command ?? ''));
    const { stdout } = await run(['--help']);
    for (const command of shown) expect(stdout, command).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    expect(shown.size).toBeGreaterThan(10);
  });

  it('every make target that is shown exists', () => {
    const makefile = readFileSync(join(ROOT, 'Makefile'), 'utf8');
    const shown = [...README.matchAll(/(?:^ {4}|`)make ([a-z-]+)/gm)].map(([, target]) => target ?? '');
    expect(shown).toContain('demo');
    for (const target of shown) expect(makefile).toMatch(new RegExp(`^${target}:`, 'm'));
  });

  it('the samples of docs/cli.md give what stands beside them', async () => {
    const samples = [...DOCS.matchAll(/```json sample=([a-z-]+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [name, text] as const);
    const named = new Map(samples);
    const explained = await run(['care', 'explain', '-'], named.get('care-input'));
    expect(JSON.parse(explained.stdout)).toEqual(JSON.parse(named.get('care-output') ?? ''));
    const called = await run(['--json', 'env', 'call'], named.get('calls'));
    expect(called.code).toBe(0);
    expect(JSON.parse(called.stdout).changes.filter((change: { bookkeeping?: boolean }) => !change.bookkeeping)).toHaveLength(1);
  });
});
