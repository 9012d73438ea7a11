import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generated } from '#deploy/telemetry/generate.ts';
import { patternOf, readSchema } from '#deploy/telemetry/schema.ts';
import { METRICS } from '#kit/telemetry-names.ts';

const FOLDER = new URL('../../deploy/telemetry/', import.meta.url);
const written = (path: string) => readFileSync(fileURLToPath(new URL(path, FOLDER)), 'utf8');
const text = written('schema.yaml');

/** The schema with one part of its text replaced. */
function changed(from: string, to: string): () => void {
  expect(text).toContain(from);
  return () => readSchema(text.replace(from, to));
}

describe('what is made from the schema', () => {
  it.each([...generated()])('%s is as the schema gives it; if not, run node deploy/telemetry/generate.ts', (path, content) => {
    expect(written(path)).toBe(content);
  });

  it('the dashboards show every metric once', () => {
    const shown = [...generated()].filter(([path]) => path.startsWith('dashboards/')).flatMap(([, content]) => JSON.parse(content).panels.map((panel: { description: string }) => panel.description));
    expect(shown.sort()).toEqual(Object.values(METRICS).map(({ name }) => name).sort());
  });

  it('the alerts ask for series that there are', () => {
    const { groups } = parse(written('alerts.yaml'));
    const expressions: string[] = groups[0].rules.map((rule: { expr: string }) => rule.expr.replaceAll(/ by \([^)]*\)/g, ''));
    expect(expressions.length).toBeGreaterThan(8);
    const stems = Object.values(METRICS).map(({ name }) => name.replaceAll('.', '_'));
    const asked = expressions.flatMap((expression) => [...expression.matchAll(/\b(gyre|rpc|messaging|gen_ai)_[a-z_]+(?=[{[)])/g)].map(([series]) => series));
    expect(asked.length).toBeGreaterThanOrEqual(expressions.length);
    expect(asked.filter((series) => !stems.some((stem) => series.replace(/(_seconds)?(_total|_bucket|_count|_ratio)?$/, '') === stem))).toEqual([]);
  });
});

describe('the schema refuses', () => {
  it.each([
    ['a field that there is not', 'instrument: gauge', 'instrumnet: gauge', /instrumnet/],
    ['an attribute that is not listed', 'attributes: [gyre.policy.kind]', 'attributes: [gyre.policy.sort]', /gyre\.policy\.sort/],
    ['a panel by what the metric does not have', 'by: [gyre.round.phase]', 'by: [gyre.round.id]', /gyre\.round\.id/],
    ['an alert on what there is not', 'metric: gyre.queue.oldest_age', 'metric: gyre.queue.age', /gyre\.queue\.age/],
    ['an alert that its buckets can never tell', '    above: 120\n    for: 15m', '    above: 1800\n    for: 15m', /GyreLeaseWaitLong/],
    ['a histogram without buckets', '    buckets: [0, 1, 2, 3, 4, 6, 8]\n', '', /gyre\.plan\.tool_calls/],
    ['a name that is there twice', 'name: gyre.slot.state, type', 'name: gyre.slot.id, type', /gyre\.slot\.id/],
  ])('%s, and says which', (_, from, to, named) => {
    expect(changed(from, to)).toThrow(named);
  });
});

it('a template matches what it stands for and nothing longer', () => {
  expect(patternOf('execute_tool {a} {b}').test('execute_tool skill__x y-z')).toBe(true);
  expect(patternOf('execute_tool {a}').test('execute_tool skill__x y-z')).toBe(false);
  expect(patternOf('{rpc.method}').test('gyre.env.v1.EnvManagerService/Step')).toBe(true);
  expect(patternOf('plan').test('plan 1')).toBe(false);
});
