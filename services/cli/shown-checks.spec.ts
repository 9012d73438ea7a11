import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CheckResult } from '#protos/core/v1/verdict.ts';
import { Split, type Task } from '#protos/core/v1/task.ts';
import { listTasks } from '#trainer-controller/mod.ts';
import { criteriaOf } from '#verifier/mod.ts';
import type { OpenOptions } from './services.ts';
import { shownChecks } from './shown-checks.ts';
import { gyre } from './testkit/capture.ts';
import { openTiny } from './testkit/embedded-round.ts';

const failed = CheckResult.fromPartial({ checkId: 'state', kind: 'state', reason: 'refused for UNSAFE', missing: ['alarms 07:45', 'b'], collateral: ['c'] });

describe('checks', () => {
  it('of train tasks are whole', () => {
    expect(shownChecks({ split: Split.TRAIN }, [failed])).toEqual([failed]);
  });

  it.each([Split.DEV, Split.TEST, Split.UNSPECIFIED])('of %s tasks are kind, outcome and counts', (split) => {
    const passed = CheckResult.fromPartial({ kind: 'memory', passed: true, reason: 'm7 was read' });
    expect(shownChecks({ split }, [failed, passed, { ...failed, missing: [], collateral: [] }])).toEqual([
      { kind: 'state', passed: false, reason: '2 missing, 1 collateral' },
      { kind: 'memory', passed: true, reason: 'as it should be' },
      { kind: 'state', passed: false, reason: 'not as it should be' },
    ]);
  });
});

describe('gyre eval with scripts', () => {
  let dir: string;
  beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'gyre-checks-'))));
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('says no value of the criteria of held-out tasks, whatever was done wrong', async () => {
    const embedded = await openTiny(dir, 1);
    await embedded.curator.constructTasks({ world: 'phone', seed: 1, trainTasks: 4, devTasks: 6, testTasks: 12, gaps: [] }, { timeoutMs: 60_000 });
    const heldOut = [...(await listTasks(embedded.curator, Split.DEV)), ...(await listTasks(embedded.curator, Split.TEST))];
    const secrets = await secretsOf(heldOut);
    await embedded.close();
    const stdin = heldOut.map(({ id }) => JSON.stringify({ task: id, actions: [{ calls: [{ id: 'c', name: 'no_such_tool', arguments: {} }] }, { finish: { message: 'done', answers: ['wrong'] } }] })).join('\n');
    const services = ({ scripts }: OpenOptions) => openTiny(dir, 1, scripts);
    for (const json of [['--json'], []]) {
      const { code, stdout } = await gyre(['eval', '--policy', '-', ...json], { stdin, services });
      expect(code).toBe(0);
      expect(stdout).toContain('missing');
      expect(stdout).toMatch(/no_such_tool[\s\S]+unknown_tool/);
      expect(secrets.filter((secret) => stdout.includes(secret))).toEqual([]);
    }

    async function secretsOf(tasks: readonly Task[]): Promise<string[]> {
      const criteria = criteriaOf(embedded.plant.evidenceStore);
      const found = new Set<string>();
      // What the public names of tasks say anyway is no secret.
      const names = tasks.map(({ id, family }) => `${id} ${family}`).join(' ');
      for (const { id } of tasks) {
        const doc = await criteria.get(id);
        for (const text of valuesOf(doc?.criteria)) if (text.length > 3 && !names.includes(text)) found.add(text);
      }
      expect(found.size).toBeGreaterThan(10);
      return [...found].filter((text) => !PUBLIC.has(text));
    }
  }, 120_000);
});

/** Words that the output consists of. */
const PUBLIC: ReadonlySet<string> = new Set(['state', 'memory', 'skill', 'behaviour', 'tool_call', 'true', 'false', 'done']);

/** Every text and number within JSON, also within the JSON texts in it. */
function valuesOf(json: unknown): string[] {
  if (typeof json === 'number') return [String(json)];
  if (typeof json === 'string') {
    try {
      const parsed: unknown = JSON.parse(json);
      return typeof parsed === 'object' ? valuesOf(parsed) : [json];
    } catch {
      return [json];
    }
  }
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(valuesOf) : [];
}
