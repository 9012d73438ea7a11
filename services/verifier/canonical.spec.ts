import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalKey, containsText, meets, sameValue } from './canonical.ts';

describe('the same value however it is written', () => {
  it.each([
    ['numbers', [40, 40.0, '40', '40.0', '40.00', ' 40 ', '４０'], ''],
    ['fractions', [0.5, '0.5', '0.50'], ''],
    ['zero', [0, -0, '0', '0.0', '-0', '-0.0'], ''],
    ['clock times', ['7:30', '07:30', '07:30:00', '7:30 am', '7:30 AM', '7:30 a.m.', '７：３０'], ''],
    ['afternoon', ['19:30', '7:30pm', '07:30 PM'], ''],
    ['midnight and noon', ['0:00', '12:00 am', '00:00:00'], ''],
    ['local date-times', ['2026-03-05T07:30', '2026-03-05 07:30:00', '2026-3-5 7:30', '2026/03/05T07:30:00.000'], ''],
    ['instants', ['2026-03-05T07:30:00Z', '2026-03-05T15:30+08:00', '2026-03-05 02:30-0500'], ''],
    ['dates', ['2026-03-05', '2026/3/5'], ''],
    ['names', ['Anna  Berg', ' anna berg ', 'ＡＮＮＡ ＢＥＲＧ'], 'name'],
    ['names of fields that only look like secrets', ['WPA2', 'wpa2'], 'security'],
    ['and another', ['Hourly', 'hourly'], 'hourlyChime'],
    ['phone numbers', ['+86 138-0013-8000', '+8613800138000'], ''],
    ['domestic phone numbers', ['138 0013 8000', '13800138000', 13800138000], ''],
    ['short numbers in a phone field', ['555-0101', '555 0101', '5550101'], 'phoneNumber'],
    ['repeat days', [['sat', 'sun'], ['Sun', 'Sat']], 'repeat'],
    ['objects', [{ a: 1, b: null }, { a: '1.0' }], ''],
  ])('%s', (_, forms, field) => {
    expect(new Set(forms.map((form) => canonicalKey(form, field))).size).toBe(1);
  });
});

describe('different values stay different', () => {
  it.each([
    ['40', '41', ''],
    ['40', '40%', ''],
    ['0123', '123', 'code'],
    ['12345678901234567890', '12345678901234567891', ''],
    [true, 'true', ''],
    [null, '', ''],
    [0, null, ''],
    ['07:30', '19:30', ''],
    ['7:30', '7:03', ''],
    ['24:00', '00:00', ''],
    ['25:00', '25:00:00', ''],
    ['2026-02-30', '2026/02/30', ''],
    ['13:00 pm', '13:00', ''],
    ['2026-02-30', '2026-03-02', ''],
    ['2026-03-05', '2026-03-05T00:00', ''],
    ['2026-03-05T07:30', '2026-03-05T07:30Z', ''],
    ['+1 555 010 1234', '555 010 1234', ''],
    ['2000-2026', '20002026', ''],
    ['555-0101', '5550101', ''],
    ['Secret', 'secret', 'password'],
    ['Home', 'home', 'ssid'],
    ['Secret', 'secret', 'wifiPassword'],
    ['A1', 'a1', 'contact_id'],
    ['07:30', '7:30', 'fileId'],
    ['Ann', 'Anna', 'name'],
    [['a', 'b'], ['b', 'a'], 'songs'],
    [[], null, ''],
    [{ a: 1 }, { a: 1, b: 2 }, ''],
    ['list', ['list'], ''],
  ])('%j and %j in field %j', (a, b, field) => {
    expect(sameValue(a, b, field)).toBe(false);
  });
});

const two = (n: number) => String(n).padStart(2, '0');
const decimal = fc.record({ units: fc.integer({ min: -9999, max: 9999 }), cents: fc.integer({ min: 0, max: 9 }) }).map(({ units, cents }) => units * 10 + cents);
const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
const day = fc.integer({ min: 0, max: 20000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
const spell = {
  number: (tenths: number) => [String(tenths / 10), (tenths / 10).toFixed(1), (tenths / 10).toFixed(3), tenths / 10],
  time: (at: number) => {
    const [hour, rest] = [Math.floor(at / 60), two(at % 60)];
    return [`${hour}:${rest}`, `${two(hour)}:${rest}`, `${two(hour)}:${rest}:00`, `${hour % 12 || 12}:${rest} ${hour < 12 ? 'am' : 'PM'}`];
  },
  moment: (date: string, at: number) => spell.time(at).slice(0, 3).flatMap((time) => [`${date}T${time}`, `${date.replaceAll('-', '/')} ${time}`]),
};
const model = fc.oneof(
  decimal.map((n) => ({ id: `number ${n}`, forms: spell.number(n) })),
  minute.map((n) => ({ id: `time ${n}`, forms: spell.time(n) })),
  day.map((d) => ({ id: `day ${d}`, forms: [d, d.replaceAll('-', '/')] })),
  fc.tuple(day, minute).map(([d, n]) => ({ id: `moment ${d} ${n}`, forms: spell.moment(d, n) })),
  fc.tuple(day, minute).map(([d, n]) => ({ id: `instant ${d} ${n}`, forms: spell.moment(d, n).map((form) => `${form}Z`) })),
);

describe('properties', () => {
  it('one value has one key in all its spellings, and two values never share one', () => {
    fc.assert(
      fc.property(model, model, (a, b) => {
        const keys = (value: typeof a) => new Set(value.forms.map((form) => canonicalKey(form)));
        expect(keys(a).size).toBe(1);
        expect([...keys(a)][0] === [...keys(b)][0]).toBe(a.id === b.id);
      }),
      { numRuns: 500 },
    );
  });

  it('near spellings of free text share a key only if they differ in case, width or blanks', () => {
    const near = fc.stringMatching(/^[01279:. +ap\-/tTzZ]{0,12}$/);
    const tidy = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
    const value = (text: string) => tidy(text).replace(/[^a-z0-9]/g, '').replace(/0/g, '');
    fc.assert(
      fc.property(near, near, (a, b) => {
        // Spelling rules may drop zeros, marks and a half of the day, but never another digit.
        const same = canonicalKey(a) === canonicalKey(b);
        if (same && tidy(a) !== tidy(b) && !/[apz+-]/.test(tidy(a) + tidy(b))) expect(value(a)).toBe(value(b));
      }),
      { numRuns: 2000 },
    );
  });

  it('is stable under blanks, width and case, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(canonicalKey(` ${text}\n`)).toBe(canonicalKey(text.trim()));
      }),
    );
  });

  it('every text holds itself as a fragment, unless it is blank', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, rest) => {
        expect(containsText(`${rest} ${text} ${rest}`, text)).toBe(text.trim() !== '');
      }),
    );
  });
});

describe('$contains', () => {
  it.each([
    ['Usually gets up at 7:30 on weekdays.', '07:30', true],
    ['Usually gets up at 17:30.', '7:30', false],
    ['Gets up at 7:30', '30', false],
    ['The total is 7.5', '7', false],
    ['Ask Anna', 'Ann', false],
    ['Ask ANN, please', 'ann', true],
    ['每天早上7:30起床', '7:30', true],
    ['喜欢深色模式', '深色', true],
    ['anything', '', false],
  ])('%j holds %j: %s', (text, fragment, held) => {
    expect(containsText(text, fragment)).toBe(held);
  });

  it('asks for every fragment, at any depth, of text only', () => {
    expect(meets({ $contains: ['dark', 'mode'] }, 'Prefers DARK mode')).toBe(true);
    expect(meets({ $contains: ['dark', 'light'] }, 'Prefers dark mode')).toBe(false);
    expect(meets({ body: { $contains: '6' } }, { body: 'at 6' })).toBe(true);
    expect(meets({ $contains: '6' }, 6)).toBe(false);
    expect(meets({ $contains: '6', other: 1 }, 'at 6')).toBe(false);
  });
});
