import { describe, expect, it } from 'vitest';
import type { Intent, IntentInstance } from '#env-manager/worlds/intent.ts';
import { combine, independent, mergeChanges, mergeSetups, overlay, sideBySide } from './combine.ts';
import type { Drawn } from './drawing.ts';

const wordings = { en: { train: ['x'], dev: ['x'], test: ['x'] }, zh: { train: ['x'], dev: ['x'], test: ['x'] } };

function drawn(id: string, parts: Partial<IntentInstance>, kind: Intent['kind'] = 'write'): Drawn {
  const instance: IntentInstance = { slots: {}, setup: {}, calls: [{ id: `${id}1`, tool: id, args: {} }], changes: [], ...parts };
  const intent: Intent = { id, domain: 'd', tool: id, kind, wordings, draw: () => instance };
  const main = instance.calls.at(-1) ?? { id: 'none', tool: id, args: {} };
  return { intent, instance, main, reads: instance.calls.slice(0, -1), entities: [], wording: 'x', clause: () => 'x' };
}

describe('states of several intents', () => {
  it('merges rows field by field and refuses what contradicts', () => {
    expect(mergeSetups({ t: { a: { x: 1 } } }, { t: { a: { y: 2 }, b: null } })).toEqual({ t: { a: { x: 1, y: 2 }, b: null } });
    expect(mergeSetups({ t: { a: { x: 1 } } }, { t: { a: { x: 2 } } })).toBeUndefined();
    expect(mergeSetups({ t: { a: null } }, { t: { a: { x: 2 } } })).toBeUndefined();
  });

  it('lays one over the other', () => {
    expect(overlay({ t: { a: { x: 1, y: 1 } } }, { t: { a: { x: 2 } } })).toEqual({ t: { a: { x: 2, y: 1 } } });
  });

  it('puts changes of one row together', () => {
    const changes = [
      { table: 't', kind: 'update', id: 'a', fields: { x: 1 } },
      { table: 't', kind: 'insert', fields: { x: 1 } },
      { table: 't', kind: 'update', id: 'a', fields: { y: 2 } },
      { table: 't', kind: 'insert', fields: { x: 1 } },
    ] as const;
    expect(mergeChanges(changes)).toEqual([{ table: 't', kind: 'update', id: 'a', fields: { x: 1, y: 2 } }, changes[1], changes[3]]);
  });

  it('keeps intents apart that touch one row, and questions from tables that change', () => {
    const write = (id: string, row: string) => drawn(id, { changes: [{ table: 't', kind: 'update', id: row, fields: { x: 1 } }] });
    expect(independent(write('a', 'r1'), write('b', 'r2'))).toBe(true);
    expect(independent(write('a', 'r1'), write('b', 'r1'))).toBe(false);
    const asks = drawn('q', { setup: { t: { r9: { x: 3 } } } }, 'question');
    expect(independent(asks, write('a', 'r1'))).toBe(false);
    expect(combine([write('a', 'r1'), write('b', 'r1')])).toBeUndefined();
  });

  it('puts what needs no earlier result into one turn', () => {
    const two = drawn('b', { calls: [{ id: 'b1', tool: 'read', args: {}, read: true }, { id: 'b2', tool: 'b', args: { id: '$b1.id' } }] });
    expect(sideBySide([drawn('a', {}), two]).map((turn) => turn.map((call) => call.id))).toEqual([['a1', 'b1'], ['b2']]);
  });
});
