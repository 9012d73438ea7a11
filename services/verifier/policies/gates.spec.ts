import { describe, expect, it } from 'vitest';
import { OperationSource } from '#protos/core/v1/evidence.ts';
import { memoryGatePolicy } from './memory-gate.ts';
import { skillGatePolicy } from './skill-gate.ts';
import { load, read, search, write } from './testkit.ts';

describe('memory gate', () => {
  it.each([
    ['one search returned both', [search('m1', 'm2', 'm3')], true],
    ['two searches returned one each', [search('m1'), write('manage_alarm'), search('m2')], true],
    ['one was never returned', [search('m1')], false],
    ['nothing was searched', [], false],
    ['the search failed', [{ ...search('m1', 'm2'), status: 500 }], false],
    ['a memory was rewritten, not searched for', [{ ...search('m1', 'm2'), sideEffect: true }], false],
    ['a tool of the world claims the search', [{ ...search('m1', 'm2'), source: OperationSource.ENVIRONMENT }], false],
  ])('%s', (_, operations, passes) => {
    expect(memoryGatePolicy({ memoryIds: ['m1', 'm2'] }, operations).passed).toBe(passes);
  });
});

describe('skill gate', () => {
  it.each([
    ['loaded first', [load('focus'), write('manage_alarm')], true],
    ['reads before it', [read('query_alarm'), load('focus'), write('manage_alarm')], true],
    ['a refused write before it', [write('manage_alarm', {}, 403), load('focus'), write('manage_alarm')], true],
    ['loaded after the deed', [write('manage_alarm'), load('focus')], false],
    ['another skill', [load('camera'), write('manage_alarm')], false],
    ['not loaded', [write('manage_alarm')], false],
    ['a load that failed', [{ ...load('focus'), status: 404 }], false],
    ['a tool of the world claims the load', [{ ...load('focus'), source: OperationSource.ENVIRONMENT }], false],
  ])('%s', (_, operations, passes) => {
    expect(skillGatePolicy({ skills: ['focus'] }, operations).passed).toBe(passes);
  });

  it.each([[() => memoryGatePolicy({ memoryIds: [] }, [])], [() => skillGatePolicy({ skills: [] }, [])]])('a gate without gold gives no outcome', (judge) => {
    expect(judge).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION' }));
  });
});
