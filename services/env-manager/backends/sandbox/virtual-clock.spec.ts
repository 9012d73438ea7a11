import { describe, expect, it } from 'vitest';
import { instantAt, instantOf, localAt, openVirtualClock, STEP_MS } from './virtual-clock.ts';

describe('the virtual clock', () => {
  it('moves by a fixed amount each step', () => {
    const clock = openVirtualClock('2026-03-02T07:00:00+08:00', 'Asia/Shanghai');
    expect(STEP_MS).toBe(1000);
    expect([localAt(clock, 0), localAt(clock, 61)]).toEqual(['2026-03-02T07:00:00', '2026-03-02T07:01:01']);
    expect(instantAt(clock, 61)).toBe('2026-03-01T23:01:01Z');
  });

  it('jumps over the hour that daylight saving skips', () => {
    const clock = openVirtualClock('2026-03-29T00:59:59Z', 'Europe/Berlin');
    expect([localAt(clock, 0), localAt(clock, 1)]).toEqual(['2026-03-29T01:59:59', '2026-03-29T03:00:00']);
  });

  it('shows the repeated hour twice', () => {
    const clock = openVirtualClock('2026-11-01T05:59:59Z', 'America/New_York');
    expect([localAt(clock, 0), localAt(clock, 1)]).toEqual(['2026-11-01T01:59:59', '2026-11-01T01:00:00']);
  });

  it('reads a skipped time as the one as far after the change, and a repeated one as its first occurrence', () => {
    expect(instantOf('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00Z');
    expect(instantOf('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00Z');
  });

  it('inverts: a local text gives its instant back', () => {
    for (const zone of ['Asia/Shanghai', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland']) {
      const instant = '2026-07-15T12:34:56Z';
      expect(instantOf(localAt(openVirtualClock(instant, zone), 0), zone)).toBe(instant);
    }
  });

  it('refuses what it cannot read, by field', () => {
    expect(() => openVirtualClock('2026-03-02T07:00:00', 'Europe/Berlin')).toThrow(/task\.now/);
    expect(() => openVirtualClock('2026-03-02T07:00:00Z', '')).toThrow(/task\.time_zone/);
  });
});
