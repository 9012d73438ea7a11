import type { Draw, SlotValue } from '../../../intent.ts';
import { sayMinutes, sayPercent } from '../../../surface.ts';
import { timeSlot } from '../../authoring/drawn-values.ts';

export const domain = 'display-sound';

const LEVELS = { train: [10, 15, 25, 30, 45, 50, 60, 75, 80, 90], dev: [20, 35, 65, 85], test: [5, 40, 70, 95] };

/** A percentage other than the base values of the settings' setups (55). */
export function levelSlot(draw: Draw): SlotValue {
  const value = draw.random.pick(LEVELS[draw.split]);
  return { said: sayPercent(draw.random, draw.locale, value), value };
}

const SECONDS = { train: [30, 120, 300, 600, 45], dev: [180, 900], test: [240, 20, 1200] };

/** A screen timeout in seconds, said in seconds or minutes. */
export function timeoutSlot(draw: Draw): SlotValue {
  const value = draw.random.pick(SECONDS[draw.split]);
  const said = value % 60 === 0 ? sayMinutes(draw.random, draw.locale, value / 60) : draw.locale === 'en' ? `${value} seconds` : `${value}秒`;
  return { said, value };
}

/** Start and end of a nightly schedule. */
export function nightSlots(draw: Draw): { readonly start: SlotValue; readonly end: SlotValue } {
  return { start: timeSlot(draw, 19, 23), end: timeSlot(draw, 5, 10) };
}
