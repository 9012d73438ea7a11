import { html, type Markup } from '../markup.ts';

/** Drawings are 360 units wide, so that their letters can be read on a phone; on a wide page two stand side by side. */
const FRAME = { width: 360, height: 210, left: 36, right: 10, top: 20, bottom: 34 } as const;

/** Tones have a colour each for light and dark pages; the style sheet knows them. */
export type Tone = 'one' | 'two' | 'three' | 'four' | 'quiet';

export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly label: string;
  readonly format: (value: number) => string;
}

/** A vertical mark, for example where a round begins. */
export interface Mark {
  readonly at: number;
  readonly label: string;
}

export function scaleX({ min, max }: Axis): (value: number) => number {
  const span = max - min || 1;
  return (value) => FRAME.left + ((value - min) / span) * (FRAME.width - FRAME.left - FRAME.right);
}

export function scaleY({ min, max }: Axis): (value: number) => number {
  const span = max - min || 1;
  return (value) => FRAME.height - FRAME.bottom - ((value - min) / span) * (FRAME.height - FRAME.top - FRAME.bottom);
}

/** Round steps that give about `count` ticks. */
export function ticks({ min, max }: Axis, count: number): number[] {
  const raw = (max - min) / Math.max(1, count);
  if (!(raw > 0)) return [min];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999) ?? raw;
  const from = Math.ceil(min / step - 1e-9);
  const to = Math.floor(max / step + 1e-9);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

/** Axes, grid and marks around what is drawn. `title` is what a screen reader says. */
export function framed(title: string, x: Axis, y: Axis, marks: readonly Mark[], content: readonly Markup[]): Markup {
  const toX = scaleX(x);
  const toY = scaleY(y);
  const bottom = FRAME.height - FRAME.bottom;
  const grid = ticks(y, 4).map(
    (value) => html`<line class="grid" x1="${FRAME.left}" x2="${FRAME.width - FRAME.right}" y1="${toY(value)}" y2="${toY(value)}"/><text class="tick" x="${FRAME.left - 5}" y="${toY(value) + 3}" text-anchor="end">${y.format(value)}</text>`,
  );
  const below = ticks(x, 6).map((value) => html`<text class="tick" x="${toX(value)}" y="${bottom + 13}" text-anchor="middle">${x.format(value)}</text>`);
  const lines = marks.map(
    ({ at, label }) => html`<line class="mark" x1="${toX(at)}" x2="${toX(at)}" y1="${FRAME.top - 12}" y2="${bottom}"/><text class="tick" x="${toX(at) + 3}" y="${FRAME.top - 6}">${label}</text>`,
  );
  return html`<svg viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label="${title}">${grid}${content}${lines}${below}<text class="tick" x="${(FRAME.left + FRAME.width - FRAME.right) / 2}" y="${FRAME.height - 6}" text-anchor="middle">${x.label}</text></svg>`;
}
