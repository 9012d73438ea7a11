import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateChangePolicy } from './state-change.ts';
import { expectDelete, expectInsert, expectUpdate, inserted, removed, updated } from './testkit.ts';

const judge = (expected: Parameters<typeof expectedList>[0], changes: Parameters<typeof stateChangePolicy>[1]) => stateChangePolicy(expectedList(expected), changes);
const expectedList = (changes: ReturnType<typeof expectInsert>[]) => ({ changes });
const counts = (outcome: ReturnType<typeof judge>) => [outcome.missing.length, outcome.unexpected.length, outcome.collateral.length];

describe('final minus initial state', () => {
  it.each([
    ['the insert that was asked for', [expectInsert('alarms', { time: '07:30' }, ['created_at'])], [inserted('alarms', 'a9', { time: '7:30', created_at: 'now' })], [0, 0, 0]],
    ['nothing, where nothing was asked for', [], [], [0, 0, 0]],
    ['nothing, where something was', [expectInsert('alarms', { time: '07:30' })], [], [1, 0, 0]],
    ['another time', [expectInsert('alarms', { time: '07:30' })], [inserted('alarms', 'a9', { time: '08:30' })], [0, 1, 0]],
    ['a field nobody asked for', [expectInsert('alarms', { time: '07:30' })], [inserted('alarms', 'a9', { time: '07:30', label: 'gym' })], [0, 1, 0]],
    ['blank fields beside it', [expectInsert('alarms', { time: '07:30' })], [inserted('alarms', 'a9', { time: '07:30', label: '', note: null, repeat: [] })], [0, 0, 0]],
    ['the same row twice', [expectInsert('alarms', { time: '07:30' })], [inserted('alarms', 'a8', { time: '07:30' }), inserted('alarms', 'a9', { time: '07:30' })], [0, 0, 1]],
    ['a row of a table nobody named', [expectInsert('alarms', { time: '07:30' })], [inserted('alarms', 'a9', { time: '07:30' }), inserted('notes', 'n1', { text: 'x' })], [0, 0, 1]],
    ['the update', [expectUpdate('wifi', 'w1', { on: true })], [updated('wifi', 'w1', { on: false, name: 'x' }, { on: true, name: 'x' })], [0, 0, 0]],
    ['the update and a field more', [expectUpdate('wifi', 'w1', { on: true })], [updated('wifi', 'w1', { on: false, name: 'x' }, { on: true, name: 'y' })], [0, 1, 0]],
    ['the update and a free field', [expectUpdate('wifi', 'w1', { on: true }, ['at'])], [updated('wifi', 'w1', { on: false, at: 1 }, { on: true, at: 2 })], [0, 0, 0]],
    ['an update of another row', [expectUpdate('wifi', 'w1', { on: true })], [updated('wifi', 'w2', { on: false }, { on: true })], [1, 0, 1]],
    ['a delete in place of an update', [expectUpdate('wifi', 'w1', { on: true })], [removed('wifi', 'w1', { on: false })], [0, 1, 0]],
    ['the delete', [expectDelete('notes', 'n1')], [removed('notes', 'n1', { text: 'x' })], [0, 0, 0]],
    ['a delete nobody asked for', [], [removed('notes', 'n1', { text: 'x' })], [0, 0, 1]],
    ['a value only written differently', [], [updated('display', 'd', { level: '40' }, { level: 40.0 })], [0, 0, 0]],
    ['bookkeeping', [], [{ ...inserted('log', 'l1', { x: 1 }), bookkeeping: true }], [0, 0, 0]],
    ['a sentence that holds the fragment', [expectInsert('memory', { content: { $contains: '7:30' } })], [inserted('memory', 'm1', { content: 'Gets up at 07:30.' })], [0, 0, 0]],
    ['a sentence that does not', [expectInsert('memory', { content: { $contains: '7:30' } })], [inserted('memory', 'm1', { content: 'Gets up at 17:30.' })], [0, 1, 0]],
  ])('%s', (_, expected, changes, [missing = 0, unexpected = 0, collateral = 0]) => {
    const outcome = judge(expected, changes);
    expect(counts(outcome)).toEqual([missing, unexpected, collateral]);
    expect(outcome.passed).toBe(missing + unexpected + collateral === 0);
  });

  it('finds the one assignment that fits all inserts, whatever the order of rows', () => {
    const wide = expectInsert('alarms', {}, ['time']);
    const narrow = expectInsert('alarms', { time: '07:30' });
    const rows = [inserted('alarms', 'a1', { time: '07:30' }), inserted('alarms', 'a2', { time: '09:00' })];
    for (const expected of [[wide, narrow], [narrow, wide]]) {
      expect(judge(expected, rows).passed).toBe(true);
      expect(judge(expected, rows.toReversed()).passed).toBe(true);
    }
  });

  it.each([
    ['an update that names no row', [{ ...expectUpdate('wifi', 'w1', {}), rowId: '' }], []],
    ['an insert that names one', [{ ...expectInsert('wifi', {}), rowId: 'w1' }], []],
    ['fields that are no JSON', [{ ...expectInsert('wifi', {}), fieldsJson: '{' }], []],
    ['a change without before and after', [], [{ ...inserted('wifi', 'w1', {}), afterJson: '' }]],
  ])('gives no outcome for %s', (_, expected, changes) => {
    expect(() => judge(expected, changes)).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION', boundary: 'verifier' }));
  });
});

describe('properties', () => {
  const row = fc.record({ time: fc.constantFrom('07:00', '08:00', '09:00'), label: fc.constantFrom('a', 'b') });

  it('a state passes against its own difference, in any order, and fails with one row more, less or other', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (rows, pick, turn) => {
        const expected = rows.map((fields) => expectInsert('alarms', fields));
        const actual = rows.map((fields, at) => inserted('alarms', `a${at}`, fields));
        const at = pick % rows.length;
        const turned = [...actual.slice(turn % rows.length), ...actual.slice(0, turn % rows.length)];
        expect(judge(expected, turned).passed).toBe(true);
        expect(counts(judge(expected, actual.toSpliced(at, 1)))).toEqual([1, 0, 0]);
        expect(counts(judge(expected, [...actual, inserted('alarms', 'more', { time: '07:00', label: 'a' })]))).toEqual([0, 0, 1]);
        expect(counts(judge(expected, actual.with(at, inserted('alarms', 'other', { time: '23:00', label: 'z' }))))).toEqual([0, 1, 0]);
      }),
    );
  });
});
