import { beforeAll, describe, expect, it } from 'vitest';
import { Round } from '#protos/core/v1/round.ts';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import type { FamilyAudit } from '../family-audit.ts';
import { storedLine } from '../testkit/stored-line.ts';
import { ticks } from './charts/frame.ts';
import { difference, estimate } from './intervals.ts';
import { escape, html } from './markup.ts';
import { reportPage } from './page.ts';
import { readReport, type ReportData } from './read.ts';
import { lineOf, stagesOf } from './stages.ts';
import { summarise } from './summary.ts';
import { textReport } from './table.ts';

let data: ReportData;
beforeAll(async () => {
  data = await readReport((await storedLine()).store, undefined);
});

function outcomes(families: number, perFamily: number, success: (family: number, i: number) => boolean): TaskOutcome[] {
  return Array.from({ length: families * perFamily }, (_, n) => {
    const family = Math.floor(n / perFamily);
    const won = success(family, n % perFamily);
    return { taskId: `t${n}`, family: `f${family}`, abilityGroup: 'memory', valid: true, success: won, progress: 0, steps: 1, cost: 1 };
  });
}

describe('intervals', () => {
  it('hold the value, narrow with more families, and come out the same twice', () => {
    const half = (families: number) => estimate(outcomes(families, 4, (family) => family % 2 === 0), 'memory');
    const [few, many] = [half(10), half(100)];
    expect(few.value).toBe(0.5);
    expect(few.low).toBeLessThan(0.5);
    expect(few.high).toBeGreaterThan(0.5);
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 2);
    expect(half(10)).toEqual(few);
  });

  it('resample families, not tasks: tasks of one family are no news', () => {
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    const alike = estimate(outcomes(10, 20, (family) => family % 2 === 0), 'memory');
    const mixed = estimate(outcomes(10, 20, (_, i) => i % 2 === 0), 'memory');
    expect(width(alike)).toBeGreaterThan(0.4);
    expect(width(mixed)).toBe(0);
  });

  it('do not depend on the order of outcomes', () => {
    const list = outcomes(12, 3, (family, i) => (family + i) % 3 === 0);
    expect(estimate(list.toReversed(), 'memory')).toEqual(estimate(list, 'memory'));
  });

  it('of a difference are paired: a gain in every family is certain', () => {
    const before = outcomes(20, 4, (family, i) => family % 2 === 0 && i < 2);
    const after = outcomes(20, 4, (family, i) => (family % 2 === 0 && i < 2) || i === 3);
    const { value, low, high } = difference(after, before, 'memory');
    expect(value).toBeCloseTo(0.25);
    expect(low).toBeCloseTo(0.25);
    expect(high).toBeCloseTo(0.25);
  });

  it('weigh the groups of the overall score as the report does, and count invalid runs as failures', () => {
    const list = outcomes(5, 2, () => true);
    expect(estimate(list, 'overall').value).toBeCloseTo(0.2);
    expect(estimate(list.map((one) => ({ ...one, valid: false })), 'overall').value).toBe(0);
    expect(estimate([], 'overall')).toEqual({ value: 0, low: 0, high: 0, tasks: 0 });
  });
});

describe('markup', () => {
  it('escapes every text, in elements and attributes', () => {
    const nasty = `<img src=x onerror="alert('1')">&\u0000`;
    expect(html`<p title="${nasty}">${nasty}</p>`.text).toBe(`<p title="${escape(nasty)}">${escape(nasty)}</p>`);
    expect(escape(nasty)).not.toMatch(/[<>"'\u0000]/);
    expect(escape('\ud800')).toBe('\ufffd');
  });

  it('joins lists and pieces, and writes numbers briefly', () => {
    expect(html`${[html`<b>${1 / 3}</b>`, null, 'a<']}${undefined}${Number.NaN}`.text).toBe('<b>0.33</b>a&lt;0');
  });
});

describe('stages', () => {
  it('follow the line of rounds, without those that changed nothing', () => {
    const round = (id: string, fields: Partial<Round>) => Round.fromPartial({ id, plan: { objective: 'care' }, policyStart: 'p0', harness: 'h0', ...fields });
    const first = round('r1', { policyCold: 'p1', policy: 'p2' });
    const second = Round.fromPartial({ ...round('r2', { policyStart: 'p2', policyCold: 'p2', policy: 'p2', harness: 'h1' }), plan: { parentRound: 'r1', objective: 'care' } });
    const revision = { _id: 'r2', round_id: 'r2', from: 'h0', proposal: 'h1', method: 'rule', reasons: [], problems: [], dev_before: 0, dev_after: 1, accepted: true };
    const line = lineOf(second, new Map([first, second].map((one) => [one.id, one])));
    expect(line.map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(stagesOf(line, [revision]).map(({ label, policy, harness }) => [label, policy, harness])).toEqual([
      ['untrained', 'p0', 'h0'],
      ['lexical baseline', 'lexical', 'h0'],
      ['rule planner', 'rule-planner', 'h0'],
      ['round 1: cold start', 'p1', 'h0'],
      ['round 1: CARE', 'p2', 'h0'],
      ['round 2: harness revision', 'p2', 'h1'],
    ]);
  });

  it('end where rounds name each other in a circle', () => {
    const loop = Round.fromPartial({ id: 'a', plan: { parentRound: 'a' } });
    expect(lineOf(loop, new Map([['a', loop]]))).toEqual([loop]);
  });
});

describe('the report', () => {
  it('reads stages, updates and causes as they were stored', () => {
    expect(data.line.map(({ id }) => id)).toEqual(['line-1', 'line-2']);
    expect(data.stages.map(({ outcomes: found }) => found?.length)).toEqual(Array.from({ length: 8 }, () => 160));
    expect(data.updates).toHaveLength(24);
    expect(data.causes).toEqual([{ round: 1, judged: 1, failures: new Map([['grounding', 1]]) }]);
  });

  it('says gains, sizes and seeds', () => {
    const summary = summarise(data);
    expect(summary).toMatchObject({ families: 40, tasks: 160, seeds: [1], final: { stage: { label: 'round 2: harness revision' } } });
    expect(summary.overRulePlanner?.value).toBeGreaterThan(0.2);
    expect(textReport(summary)).toContain('160 test tasks of 40 families that nothing was trained on; seed 1');
  });

  it('says so where a stage was not evaluated', () => {
    const without = { ...data, stages: data.stages.map((stage) => ({ ...stage, outcomes: undefined })) };
    const summary = summarise(without);
    expect(summary.final).toBeUndefined();
    expect(textReport(summary)).toContain('not evaluated');
    expect(reportPage(without, summary, undefined)).toContain('not evaluated on test');
  });

  it('escapes what data hold', () => {
    const heldOut = [{ family: '<script>x</script>', split: 'test' as const, nearest: '"&', tools: 1, frictions: 0.5, wording: 0.4, passes: true }];
    const audit: FamilyAudit = { seed: 1, passed: true, limits: { wording: 0.6 }, families: { train: 1, dev: 0, test: 1 }, failing: 0, heldOut, tasks: null };
    const page = reportPage(data, summarise(data), audit);
    expect(page).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(page).toContain('route &lt;hotspot&gt; first');
    expect(page).not.toMatch(/<script|NaN|undefined|Infinity/);
  });

  it('is the same page twice', () => {
    expect(reportPage(data, summarise(data), undefined)).toBe(reportPage(data, summarise(data), undefined));
  });
});

it('axes get round ticks', () => {
  const axis = (min: number, max: number) => ({ min, max, label: '', format: String });
  expect(ticks(axis(0, 1), 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(ticks(axis(0, 24), 6)).toEqual([0, 5, 10, 15, 20]);
  expect(ticks(axis(3, 3), 4)).toEqual([3]);
});
