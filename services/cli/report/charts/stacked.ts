import { html, type Markup } from '../markup.ts';
import { type Axis, framed, type Mark, scaleX, scaleY, type Tone } from './frame.ts';
import { key } from './lines.ts';

export interface StackedChart {
  readonly title: string;
  readonly x: Axis;
  readonly marks: readonly Mark[];
  readonly parts: readonly { readonly name: string; readonly tone: Tone }[];
  /** Amounts in the order of `parts`, at whole places of the x axis. */
  readonly columns: readonly { readonly at: number; readonly amounts: readonly number[] }[];
}

/** One column a place, its parts on top of each other. */
export function stackedChart({ title, x, marks, parts, columns }: StackedChart): Markup {
  const highest = Math.max(1, ...columns.map(({ amounts }) => amounts.reduce((a, b) => a + b, 0)));
  const y: Axis = { min: 0, max: highest, label: '', format: (value) => String(value) };
  const toX = scaleX(x);
  const toY = scaleY(y);
  const width = Math.max(0.8, (toX(1) - toX(0)) * 0.82);
  const drawn = columns.map(({ at, amounts }) => {
    let sum = 0;
    return amounts.map((amount, i) => {
      const top = toY(sum + amount);
      const height = toY(sum) - top;
      sum += amount;
      return amount === 0 ? null : html`<rect class="${parts[i]?.tone ?? 'quiet'}" x="${toX(at) - width / 2}" y="${top}" width="${width}" height="${height}"/>`;
    });
  });
  return html`<figure><figcaption>${title}</figcaption>${framed(title, x, y, marks, drawn.map((column) => html`${column}`))}${key(parts)}</figure>`;
}
