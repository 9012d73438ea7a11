import type { MemoryUnit } from '#protos/core/v1/task.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Args } from '../executor/arguments.ts';
import { memoryChanges } from './changes.ts';
import { createMemory } from './memory.ts';
import { harnessOperation } from './operation.ts';
import { writesMemory } from './tools.ts';

const now = '2026-03-02T09:00:00+08:00';
const unit = (memoryId: string, content: string, fields: Partial<MemoryUnit> = {}): MemoryUnit => ({
  memoryId,
  category: 'routines_habits',
  content,
  createdAt: '2026-02-01T08:00:00+08:00',
  supersedes: '',
  ...fields,
});

const units = [
  unit('mem_1', 'Usually wakes up at 6:40 on workdays.'),
  unit('mem_2', 'Gym on Tuesday at 19:00.'),
  unit('mem_3', 'Gym moved to Thursday at 18:00.', { supersedes: 'mem_2', createdAt: '2026-02-20T08:00:00+08:00' }),
  unit('mem_4', '每天晚上十点半把亮度调到百分之二十。'),
  unit('mem_5', 'Prefers dark mode at night.', { category: 'preference' }),
];

describe('search', () => {
  const memory = createMemory(units, now);
  const search = (args: Args) => memory.call('search_user_memory', args);

  it('finds by words in English and by bigrams in Chinese', () => {
    expect(search({ query: 'wake up time on workday' }).memoryIds[0]).toBe('mem_1');
    expect(search({ query: '晚上的亮度' }).memoryIds).toEqual(['mem_4']);
  });

  it('leaves superseded units out unless history is asked for', () => {
    expect(search({ query: 'gym' }).memoryIds).toEqual(['mem_3']);
    expect(new Set(search({ query: 'gym', searchMode: 'history' }).memoryIds)).toEqual(new Set(['mem_2', 'mem_3']));
  });

  it('answers in the envelope of the tool, with total and criteria', () => {
    const { status, body } = search({ query: 'dark mode', memoryCategory: 'preference', maxResults: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: { items: [{ memory_id: 'mem_5', category: 'preference', content: 'Prefers dark mode at night.' }], total: 1, criteria: { query: 'dark mode', maxResults: 1, memoryCategory: 'preference' } },
    });
    expect(search({ query: 'helicopter' }).body).toMatchObject({ success: true, data: { items: [], total: 0 } });
  });

  it('prefers the newer of equal matches and holds near-repetitions back', () => {
    const repeated = createMemory(
      [
        unit('a', 'Tea with Li at the lake at four.'),
        unit('b', 'Tea with Li at the lake at five.', { createdAt: '2026-03-01T08:00:00+08:00' }),
        unit('c', 'Li likes jasmine tea.', { createdAt: '2026-03-01T08:00:00+08:00' }),
      ],
      now,
    );
    expect(repeated.call('search_user_memory', { query: 'tea with Li at the lake' }).memoryIds).toEqual(['b', 'a', 'c']);
    expect(repeated.call('search_user_memory', { query: 'tea Li' }).memoryIds.slice(0, 2)).toEqual(['b', 'c']);
  });

  it('refuses empty, wordless and overlong queries', () => {
    for (const query of ['', '  ', '?!', 'x'.repeat(301)]) expect(search({ query })).toMatchObject({ status: 400, body: { success: false, code: 400 } });
  });
});

describe('writing', () => {
  it('adds with the next free id, updates under the same id and removes', () => {
    const memory = createMemory([unit('mem_1004', 'Allergic to peanuts.')], now);
    expect(memory.call('add_user_memory', { content: ' Flight to Xi’an on Friday. ', category: 'important_event' })).toMatchObject({
      status: 200,
      memoryIds: ['mem_1005'],
      changes: [{ table: 'memory', rowId: 'mem_1005', beforeJson: '', afterJson: '{"category":"important_event","content":"Flight to Xi’an on Friday."}' }],
    });
    expect(memory.call('replace_user_memory', { memoryId: 'mem_1004', content: 'Allergic to shrimp.' }).memoryIds).toEqual(['mem_1004']);
    expect(memory.call('search_user_memory', { query: 'allergic' }).body).toMatchObject({ data: { items: [{ content: 'Allergic to shrimp.' }] } });
    expect(memory.call('remove_user_memory', { memoryId: 'mem_1004' }).status).toBe(200);
    expect(memory.call('remove_user_memory', { memoryId: 'mem_1004' }).status).toBe(404);
  });

  it('refuses what is empty, too long, a repetition, superseded, or over the quota', () => {
    const memory = createMemory(units, now, { quota: 6 });
    const status = (tool: string, args: Args) => memory.call(tool, args).status;
    expect(status('add_user_memory', { content: ' ' })).toBe(400);
    expect(status('add_user_memory', { content: 'x'.repeat(501) })).toBe(400);
    expect(status('add_user_memory', { content: 'prefers dark mode at night' })).toBe(409);
    expect(status('replace_user_memory', { memoryId: 'mem_2', content: 'Gym on Monday.' })).toBe(409);
    expect(status('add_user_memory', { content: 'Sixth.' })).toBe(200);
    expect(status('add_user_memory', { content: 'Seventh.' })).toBe(409);
  });
});

it('derives from the log the same net change that the memory itself went through', () => {
  const ids = fc.constantFrom('mem_1', 'mem_2', 'mem_3', 'mem_1001', 'mem_1002');
  const contents = fc.constantFrom('Gym on Friday.', ' Tea at four. ', 'Usually wakes up at 6:40 on workdays.', '');
  const call = fc.oneof(
    fc.record({ tool: fc.constant('add_user_memory'), args: fc.record({ content: contents, category: fc.constantFrom('preference', 'important_event') }, { requiredKeys: ['content'] }) }),
    fc.record({ tool: fc.constant('replace_user_memory'), args: fc.record({ memoryId: ids, content: contents }) }),
    fc.record({ tool: fc.constant('remove_user_memory'), args: fc.record({ memoryId: ids }) }),
    fc.record({ tool: fc.constant('search_user_memory'), args: fc.record({ query: fc.constant('gym') }) }),
  );
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
      const memory = createMemory(units, now);
      const operations = calls.map(({ tool, args }, step) => {
        const { status, memoryIds } = memory.call(tool, args);
        return harnessOperation({ step, callId: `s${step}c1`, tool, args, status, sideEffect: writesMemory(tool), memoryIds, at: now });
      });
      const rows = (list: readonly MemoryUnit[]) => new Map(list.map((each) => [each.memoryId, JSON.stringify({ category: each.category, content: each.content })]));
      const state = rows(units);
      for (const { rowId, beforeJson, afterJson } of memoryChanges(units, operations)) {
        expect(state.get(rowId) ?? '').toBe(beforeJson);
        if (afterJson === '') state.delete(rowId);
        else state.set(rowId, afterJson);
      }
      expect(state).toEqual(rows(memory.units()));
    }),
  );
});
