import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decision, FailureCause } from '#protos/core/v1/record.ts';
import { taskOf } from '../testkit/builders.ts';
import { failure, recordDoc } from '../testkit/records.ts';
import { recurringGaps } from './gaps.ts';
import { boostsOf, respond } from './response.ts';
import { wilson } from './wilson.ts';

describe('the Wilson interval', () => {
  it.each([
    [0, 0, 0, 1],
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [50, 100, 0.4038, 0.5962],
  ])('of %i in %i is [%f, %f]', (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('holds the rate, and narrows with trials', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), fc.integer({ min: 1, max: 50 }), (part, whole) => {
        const hits = Math.min(part, whole);
        const [one, ten] = [wilson(hits, whole), wilson(hits * 10, whole * 10)];
        expect(one.low).toBeLessThanOrEqual(hits / whole + 1e-12);
        expect(one.high).toBeGreaterThanOrEqual(hits / whole - 1e-12);
        expect(ten.high - ten.low).toBeLessThan(one.high - one.low);
      }),
    );
  });
});

/** `failures` of `trials` of one capability fail, spread over `tasks` tasks. */
const trials = (capability: string, count: number, failures: number, tasks = 5, tool = '') =>
  Array.from({ length: count }, (_, at) => recordDoc(`${capability}${at}`, { task_id: `${capability}-${at % tasks}`, capabilities: [capability], ...(at < failures ? failure(FailureCause.ROUTING, tool) : {}) }));

describe('gaps', () => {
  it.each([
    ['most of many fail', trials('recovery', 30, 20), ['capability:recovery']],
    ['few of many fail', trials('recovery', 30, 3), []],
    ['two of three fail, which may be chance', trials('recovery', 3, 2, 3), []],
    ['all failures are of one hard task', trials('recovery', 30, 30, 1), []],
    ['a script fails, not the policy', trials('recovery', 30, 20).map((record) => ({ ...record, policy: 'teacher' })), []],
    ['quarantined records fail', trials('recovery', 30, 20).map((record) => ({ ...record, decision: Decision.QUARANTINED })), []],
  ])('%s', (_, records, gaps) => {
    expect(recurringGaps(records).map(({ id }) => id)).toEqual(gaps);
  });

  it('name the tool that was missed, with causes and records', () => {
    const gaps = recurringGaps(trials('recovery', 30, 20, 5, 'manage_alarm'));
    expect(gaps.map(({ id }) => id)).toEqual(['capability:recovery', 'tool:manage_alarm']);
    expect(gaps[1]).toMatchObject({ trials: 30, failures: 20, causes: [[FailureCause.ROUTING, 20]] });
    expect(gaps[1]?.records).toHaveLength(20);
  });

  it('come worst first', () => {
    expect(recurringGaps([...trials('a', 40, 20), ...trials('b', 40, 38)]).map(({ id }) => id)).toEqual(['capability:b', 'capability:a']);
  });
});

describe('the answer to a gap', () => {
  const gaps = recurringGaps(trials('recovery', 30, 30));
  const pool = Array.from({ length: 10 }, (_, at) => taskOf(`p${at}`, { capabilities: ['recovery'] }));

  it('is more weight where the pool has suitable tasks', () => {
    const responses = respond(gaps, [...pool, taskOf('other')], new Map());
    expect(responses).toMatchObject([{ kind: 'reweight', tasks: pool.map(({ id }) => id) }]);
    expect(boostsOf(responses).get('p0')).toBe(2);
    expect(boostsOf(responses).has('other')).toBe(false);
  });

  it('is construction where it has too few, or has mastered them', () => {
    expect(respond(gaps, pool.slice(0, 3), new Map())).toMatchObject([{ kind: 'construct' }]);
    expect(respond(gaps, pool, new Map(pool.map(({ id }) => [id, 'mastered'])))).toMatchObject([{ kind: 'construct' }]);
  });

  it('looks for exposed tools and skills where a tool was missed', () => {
    const gap = { id: 'tool:skill__focus', trials: 1, failures: 1, low: 1, causes: [], records: [] };
    const withSkill = Array.from({ length: 8 }, (_, at) => taskOf(`s${at}`, { exposure: { tools: [], recall: 15, skills: ['focus'], withheld: [] } }));
    expect(respond([gap], withSkill, new Map())).toMatchObject([{ kind: 'reweight' }]);
    expect(respond([{ ...gap, id: 'tool:manage_note' }], withSkill, new Map())).toMatchObject([{ kind: 'construct' }]);
  });
});
