import { describe, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import {
  dateAfter, numberWords, sayDate, sayDateTime, sayMinutes, sayNumber, sayOnDate, sayPercent, sayPhone, sayQuoted, sayTime, weekdayName, weekdayOf,
} from './surface.ts';

const NOW = '2026-04-15T09:20:00'; // a Wednesday
const forms = (say: (r: ReturnType<typeof random>) => string, n = 200) => {
  const out = new Set<string>();
  for (let i = 0; i < n; i++) out.add(say(random('surface', i)));
  return out;
};

describe('times', () => {
  it('says an evening half hour in every form', () => {
    expect(forms((r) => sayTime(r, 'en', '19:30'))).toEqual(
      new Set(['19:30', '7:30 pm', '7:30 in the evening', 'half past seven in the evening', 'seven thirty pm']),
    );
    expect(forms((r) => sayTime(r, 'zh', '07:30'))).toEqual(new Set(['07:30', '早上7:30', '早上7点30分', '早上七点半', '早上7点半', '早上七点三十分']));
  });

  it('gives no two times of a day a form in common', () => {
    for (const locale of ['en', 'zh'] as const) {
      const owner = new Map<string, string>();
      for (let minute = 0; minute < 1440; minute += 5) {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        for (const said of forms((r) => sayTime(r, locale, time), 40)) {
          expect(owner.get(said) ?? time, said).toBe(time);
          owner.set(said, time);
        }
      }
    }
  });
});

describe('dates', () => {
  it('knows weekdays', () => {
    expect([weekdayOf('2026-04-15'), weekdayName('en', 2), weekdayName('zh', 6)]).toEqual([2, 'Wednesday', '周日']);
    expect(dateAfter('2026-12-30T23:59:59', 3)).toBe('2027-01-02');
  });

  it('says near dates relative to now and far ones absolutely', () => {
    expect(forms((r) => sayDate(r, 'en', NOW, '2026-04-16'))).toContain('tomorrow');
    expect(forms((r) => sayDate(r, 'en', NOW, '2026-04-24'))).toContain('next Friday');
    expect(forms((r) => sayDate(r, 'en', NOW, '2026-04-18'))).toContain('this Saturday');
    expect(forms((r) => sayDate(r, 'zh', NOW, '2026-04-24'))).toContain('下周五');
    expect(forms((r) => sayDate(r, 'en', NOW, '2026-05-20'))).toEqual(new Set(['2026-05-20', 'May 20', '20 May']));
    expect(forms((r) => sayDate(r, 'zh', NOW, '2027-05-20'))).toEqual(new Set(['2027-05-20', '2027年5月20日', '2027年5月20号']));
    expect(forms((r) => sayOnDate(r, 'en', NOW, '2026-05-20'))).toContain('on May 20');
  });

  it('gives no two dates around now a form in common', () => {
    for (const locale of ['en', 'zh'] as const) {
      const owner = new Map<string, string>();
      for (let days = -20; days <= 60; days++) {
        const date = dateAfter(NOW, days);
        for (const said of forms((r) => sayDate(r, locale, NOW, date), 60)) {
          expect(owner.get(said) ?? date, said).toBe(date);
          owner.set(said, date);
        }
      }
    }
  });

  it('joins date and time', () => {
    expect(forms((r) => sayDateTime(r, 'en', NOW, '2026-04-16T15:00'))).toContain('tomorrow at 3 pm');
    expect(forms((r) => sayDateTime(r, 'zh', NOW, '2026-04-16T15:00'))).toContain('明天下午三点');
    expect(forms((r) => sayDateTime(r, 'zh', NOW, '2026-05-20T15:00'))).toContain('2026-05-20 15:00');
  });
});

describe('quantities', () => {
  it('writes numbers as words', () => {
    expect([numberWords('en', 45), numberWords('en', 13), numberWords('en', 100), numberWords('en', 250)]).toEqual(['forty-five', 'thirteen', 'one hundred', '250']);
    expect([numberWords('zh', 45), numberWords('zh', 13), numberWords('zh', 20), numberWords('zh', 100)]).toEqual(['四十五', '十三', '二十', '一百']);
    expect(forms((r) => sayNumber(r, 'en', 7))).toEqual(new Set(['7', 'seven']));
  });

  it('says percentages and durations', () => {
    expect(forms((r) => sayPercent(r, 'en', 40))).toEqual(new Set(['40%', '40 percent', 'forty percent']));
    expect(forms((r) => sayPercent(r, 'zh', 40))).toEqual(new Set(['40%', '百分之四十']));
    expect(forms((r) => sayMinutes(r, 'en', 90))).toEqual(new Set(['an hour and a half', '90 minutes', 'ninety minutes']));
    expect(forms((r) => sayMinutes(r, 'zh', 15))).toEqual(new Set(['一刻钟', '15分钟', '十五分钟']));
    expect(forms((r) => sayMinutes(r, 'zh', 120))).toContain('两小时');
    expect(forms((r) => sayMinutes(r, 'en', 1))).toEqual(new Set(['1 minute', 'one minute']));
    expect(forms((r) => sayMinutes(r, 'en', 80))).toContain('1 hour and 20 minutes');
  });

  it('groups phone numbers and quotes text', () => {
    expect(forms((r) => sayPhone(r, 'en', '13800135678'))).toEqual(new Set(['13800135678', '138 0013 5678', '138-0013-5678']));
    expect(forms((r) => sayPhone(r, 'en', '5550142'))).toContain('555 0142');
    expect(forms((r) => sayQuoted(r, 'zh', '马上到'))).toEqual(new Set(['“马上到”', '「马上到」']));
  });
});
