import type { Estimate } from '../intervals.ts';
import { html, type Markup } from '../markup.ts';
import type { Tone } from './frame.ts';

const WIDTH = 360;
const HEIGHT = 22;
const EDGE = 6;

/** A share on a line from 0 to 100 %, with its interval. */
export function whisker({ value, low, high }: Estimate, tone: Tone): Markup {
  const at = (share: number) => EDGE + Math.min(1, Math.max(0, share)) * (WIDTH - 2 * EDGE);
  const middle = HEIGHT / 2;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => html`<line class="grid" x1="${at(share)}" x2="${at(share)}" y1="3" y2="${HEIGHT - 3}"/>`);
  return html`<svg class="whisker" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${grid}<rect class="${tone} faint" x="${at(0)}" y="${middle - 3}" width="${Math.max(0, at(value) - at(0))}" height="6" rx="3"/><line class="range ${tone}" x1="${at(low)}" x2="${at(high)}" y1="${middle}" y2="${middle}"/><circle class="dot ${tone}" cx="${at(value)}" cy="${middle}" r="4.5"/></svg>`;
}
