import { describe, expect, it } from 'vitest';
import { smallWorld } from '../../testkit/small-world.ts';
import { compileWorld } from './compiled-world.ts';
import { Overlay } from './overlay.ts';

const base = compileWorld(smallWorld).tables;
const ids = (overlay: Overlay, table = 'alarms') => overlay.list(table).map(([id]) => id);

describe('an overlay', () => {
  it('lists base rows first and inserted ones after them, in order of appearance', () => {
    const overlay = new Overlay(base);
    overlay.insert('alarms', { time: '05:00' });
    overlay.insert('alarms', { time: '04:00' });
    overlay.update('alarms', 'alarm_1002', { time: '10:00' });
    overlay.update('alarms', 'alarm_1003', { time: '05:05' });
    expect(ids(overlay)).toEqual(['alarm_1001', 'alarm_1002', 'alarm_1003', 'alarm_1004']);
    overlay.remove('alarms', 'alarm_1001');
    overlay.remove('alarms', 'alarm_1003');
    expect(ids(overlay)).toEqual(['alarm_1002', 'alarm_1004']);
  });

  it('and its fork write apart, whichever writes first', () => {
    for (const first of ['origin', 'fork'] as const) {
      const origin = new Overlay(base);
      origin.insert('alarms', { time: '05:00' });
      const fork = origin.fork();
      const [one, other] = first === 'origin' ? [origin, fork] : [fork, origin];
      one.insert('alarms', { time: '06:00' });
      one.remove('alarms', 'alarm_1001');
      expect(ids(other)).toEqual(['alarm_1001', 'alarm_1002', 'alarm_1003']);
      other.update('alarms', 'alarm_1003', { time: '07:00' });
      expect(one.get('alarms', 'alarm_1003')).toEqual({ time: '05:00' });
    }
  });

  it('keeps its own frozen copy of a row', () => {
    const overlay = new Overlay(base);
    const days = ['mon'];
    const id = overlay.insert('alarms', { time: '05:00', days });
    days.push('tue');
    const row = overlay.get('alarms', id);
    expect(row).toEqual({ time: '05:00', days: ['mon'] });
    expect([Object.isFrozen(row), Object.isFrozen(row?.['days'])]).toEqual([true, true]);
  });

  it('replaces the fields given and keeps the others, base row and task start alike', () => {
    const overlay = new Overlay(base);
    overlay.apply({ alarms: { alarm_1001: { time: '08:00' }, alarm_1002: null, alarm_new: { time: '01:00' } } });
    expect(overlay.get('alarms', 'alarm_1001')).toEqual({ time: '08:00', label: 'Work', on: true, days: [] });
    expect(ids(overlay)).toEqual(['alarm_1001', 'alarm_new']);
  });

  it.each<[string, (overlay: Overlay) => unknown, RegExp]>([
    ['an unknown table', (overlay) => overlay.list('moons'), /no table moons/],
    ['an update of nothing', (overlay) => overlay.update('alarms', 'alarm_9', { time: '1' }), /no row alarm_9/],
    ['a number that JSON has not', (overlay) => overlay.insert('alarms', { time: Number.NaN }), /not a JSON number/],
    ['text without bytes', (overlay) => overlay.insert('alarms', { label: '\ud800' }), /lone surrogate/],
  ])('takes %s for a defect of the tool', (_name, body, message) => {
    expect(() => body(new Overlay(base))).toThrow(message);
  });
});
