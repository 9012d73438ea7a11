import { describe, expect, it } from 'vitest';
import * as surface from '#env-manager/worlds/surface.ts';
import { random } from '#kit/random.ts';
import { spansOf } from './mod.ts';

const NOW = '2026-03-04T09:20:00';

function found(text: string, type: string): unknown[] {
  return spansOf(text, NOW).filter((s) => s.type === type).map((s) => s.value);
}

describe('spans of everyday forms', () => {
  const frames = { en: ['set it for X please', 'X, and then call home', 'remind me at X to go'], zh: ['帮我定X的', '请在X提醒我', 'X叫我'] };

  for (const locale of ['en', 'zh'] as const) {
    it(`reads every said form of a time in ${locale}`, () => {
      const r = random('times', locale);
      for (let i = 0; i < 600; i++) {
        const value = `${String(r.int(24)).padStart(2, '0')}:${String(r.int(12) * 5).padStart(2, '0')}`;
        const said = surface.sayTime(r, locale, value);
        const text = r.pick(frames[locale]).replace('X', said);
        expect(found(text, 'time'), `${text} (${value})`).toContain(value);
      }
    });

    it(`reads dates and date-times in ${locale}`, () => {
      const r = random('dates', locale);
      for (let i = 0; i < 600; i++) {
        const date = surface.dateAfter(NOW, r.int(60) + 1);
        const said = surface.sayDate(r, locale, NOW, date);
        expect(found(r.pick(frames[locale]).replace('X', said), 'date'), said).toContain(date);
        const dateTime = `${date}T${String(r.int(24)).padStart(2, '0')}:${String(r.int(4) * 15).padStart(2, '0')}`;
        const both = surface.sayDateTime(r, locale, NOW, dateTime);
        expect(found(r.pick(frames[locale]).replace('X', both), 'date-time'), both).toContain(dateTime);
      }
    });

    it(`reads durations, percentages, numbers and phone numbers in ${locale}`, () => {
      const r = random('numbers', locale);
      const frame = { en: 'make it X now', zh: '调到X' }[locale];
      for (let i = 0; i < 400; i++) {
        const minutes = r.int(24) * 5 + 5;
        expect(found(frame.replace('X', surface.sayMinutes(r, locale, minutes)), 'minutes')).toContain(minutes);
        const level = r.int(101);
        const percent = surface.sayPercent(r, locale, level);
        expect([...found(frame.replace('X', percent), 'percent'), ...found(frame.replace('X', percent), 'number')], percent).toContain(level);
        const number = surface.sayNumber(r, locale, level);
        expect(found(frame.replace('X', number), 'number'), number).toContain(level);
        const phone = `13${String(100000000 + r.int(800000000))}`;
        expect(found(frame.replace('X', surface.sayPhone(r, locale, phone)), 'phone')).toContain(phone);
      }
    });
  }

  it('keeps quoted text whole and takes nothing out of it', () => {
    const spans = spansOf('send "meet at 7 pm" to Maya', NOW);
    expect(spans.filter((s) => s.type === 'quoted').map((s) => s.value)).toEqual(['meet at 7 pm']);
    expect(spans.filter((s) => s.type === 'time')).toEqual([]);
    expect(spans.filter((s) => s.type === 'name').map((s) => s.value)).toContain('Maya');
  });

  it('does not take a time for a number', () => {
    expect(found('wake me at 7:30 am', 'number')).toEqual([]);
  });

  it('survives any text', () => {
    const r = random('any');
    for (let i = 0; i < 300; i++) {
      const text = Array.from({ length: r.int(40) }, () => String.fromCharCode(r.int(0x9fff))).join('');
      expect(() => spansOf(text, NOW)).not.toThrow();
    }
  });
});
