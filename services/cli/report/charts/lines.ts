import { html, type Markup } from '../markup.ts';
import { type Axis, framed, type Mark, scaleX, scaleY, type Tone } from './frame.ts';

export interface Series {
  readonly name: string;
  readonly tone: Tone;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** `line`, `dots` for sparse measurements joined by a line, or `steps` for settings that hold until they change. */
  readonly shape: 'line' | 'dots' | 'steps';
}

export interface LineChart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Mark[];
  readonly series: readonly Series[];
}

/** Lines over a common axis, with a key where there is more than one. */
export function lineChart({ title, x, y, marks, series }: LineChart): Markup {
  const toX = scaleX(x);
  const toY = scaleY(y);
  const drawn = series.map(({ tone, shape, points }) => {
    const places = points.map(([px, py]) => [toX(px), toY(py)] as const);
    const dots = shape === 'dots' ? places.map(([cx, cy]) => html`<circle class="dot ${tone}" cx="${cx}" cy="${cy}" r="2.6"/>`) : [];
    return html`<path class="line ${tone}" d="${shape === 'steps' ? steps(places) : straight(places)}"/>${dots}`;
  });
  return html`<figure><figcaption>${title}</figcaption>${framed(title, x, y, marks, drawn)}${series.length > 1 ? key(series) : null}</figure>`;
}

/** Which colour stands for what. */
export function key(entries: readonly { readonly name: string; readonly tone: Tone }[]): Markup {
  return html`<p class="key">${entries.map(({ name, tone }) => html`<span><i class="swatch ${tone}"></i>${name}</span>`)}</p>`;
}

type Place = readonly [x: number, y: number];

function straight(places: readonly Place[]): string {
  return places.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

function steps(places: readonly Place[]): string {
  return places.map(([x, y], i) => (i === 0 ? `M${x.toFixed(1)} ${y.toFixed(1)}` : `H${x.toFixed(1)}V${y.toFixed(1)}`)).join('');
}
