import { Opening, Turn, type Note } from '#protos/core/v1/context.ts';
import { ToolResult } from '#protos/core/v1/observation.ts';
import { describe, expect, it } from 'vitest';
import { toolEntry } from '../tools/catalogue.ts';
import { assembledOpeningDigest, contextDigests, nextContextDigest, openingDigest } from './digest.ts';
import { budgetLow, emptyResult, failureCounter } from './notices.ts';
import { prepareNotes } from './notes.ts';

const tools = ['a_tool', 'b_tool'].map((name) => ({ name, description: 'é "quoted"', inputSchemaJson: '{"type":"object"}' }));
const opening = Opening.fromPartial({ locale: 'en', now: '2026-03-02T09:00', timeZone: 'Asia/Shanghai', request: 'do it', tools, budget: { steps: 15 } });
const turn = Turn.fromPartial({ action: { turn: { $case: 'finish', value: { message: 'Done.' } } } });

describe('digests', () => {
  it('assembled from ready pieces equal the digest of the whole', () => {
    for (const count of [0, 1, 2]) {
      const part = { ...opening, tools: tools.slice(0, count) };
      expect(assembledOpeningDigest(part, part.tools.map(toolEntry))).toBe(openingDigest(part));
    }
  });

  it('chain from turn to turn and survive encoding', () => {
    const [first, second, third] = contextDigests(opening, [turn, turn]);
    expect(first).toBe(openingDigest(opening));
    expect(second).toBe(nextContextDigest(first!, turn));
    expect(new Set([first, second, third]).size).toBe(3);
    const decoded = Turn.decode(Turn.encode(turn).finish());
    expect(nextContextDigest(first!, decoded)).toBe(second);
  });
});

describe('notes', () => {
  const note = (id: string, fields: Partial<Note> = {}): Note => ({ id, text: id, prefers: [], avoids: [], words: [], afterTool: '', afterStatus: 0, ...fields });
  const notes = [
    note('always'),
    note('english', { words: ['hotspot'], prefers: ['manage_hotspot', 'manage_wlan'] }),
    note('chinese', { words: ['热点'], prefers: ['clarify'] }),
    note('unreachable', { prefers: ['manage_nfc'] }),
    note('after', { afterTool: 'manage_hotspot', afterStatus: 409, avoids: ['manage_hotspot'] }),
    note('after-unreachable', { afterTool: 'manage_nfc', afterStatus: 409 }),
  ];
  const select = (request: string, seed?: string) =>
    prepareNotes(notes).select({ request, reachable: (tool) => tool === 'manage_hotspot', limit: 10, ...(seed === undefined ? {} : { seed }) });

  it('apply by word in any language and are pruned to what can be reached', () => {
    expect(select('share my hotspot').map(({ id, prefers }) => [id, prefers])).toEqual([
      ['always', []],
      ['english', ['manage_hotspot']],
      ['after', []],
    ]);
    expect(select('打开热点').map(({ id }) => id)).toEqual(['always', 'chinese', 'after']);
  });

  it('vary with the guidance seed of a training session, and only with it', () => {
    expect(select('hotspot', 'seed-1')).toEqual(select('hotspot', 'seed-1'));
    const sizes = Array.from({ length: 400 }, (_, at) => select('hotspot', `seed-${at}`));
    const kept = sizes.flat().length / (400 * 3);
    expect(kept).toBeGreaterThan(0.65);
    expect(kept).toBeLessThan(0.75);
    expect(sizes.flat().some(({ id, prefers }) => id === 'english' && prefers.length === 0)).toBe(true);
  });
});

describe('notices', () => {
  const result = (fields: Partial<ToolResult>) => ToolResult.fromPartial({ tool: 'manage_wlan', status: 200, resultJson: '{"success":true}', ...fields });

  it('tell of the second failed or empty result of a tool, not of the first', () => {
    const counter = failureCounter();
    expect(counter.observe([result({ status: 409 }), result({ tool: 'other', status: 404 })])).toBeUndefined();
    expect(counter.observe([result({})])).toBeUndefined();
    expect(counter.observe([result({ resultJson: '{"success":true,"data":{"items":[],"total":0}}' })])).toMatchObject({ code: 'repeated_failure', tools: ['manage_wlan'] });
    expect(counter.observe([result({ error: { code: 'unknown_tool', message: '', boundary: 'policy' } })])?.text).toContain('manage_wlan (3 times)');
  });

  it('know an empty result from one that only mentions emptiness', () => {
    expect(emptyResult('{"total": 0}')).toBe(true);
    expect(emptyResult('{"results":[]}')).toBe(true);
    expect(emptyResult('{"data":{"items":[{"tags":[]}],"total":1}}')).toBe(false);
    expect(emptyResult('{"message":"\\"total\\":0"}')).toBe(false);
    expect(emptyResult('not json []')).toBe(false);
  });

  it('tell when few steps are left', () => {
    expect([4, 3, 2, 1].map((left) => budgetLow(left)?.text)).toEqual([undefined, '3 steps are left.', undefined, '1 step is left.']);
  });
});
