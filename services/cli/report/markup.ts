/** Markup that is safe to put into a page: made only by {@link html}, which escapes every text put into it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | undefined | readonly Part[];

/** A piece of HTML or SVG. Values are escaped; pieces made by `html` are taken as they are; lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, piece, i) => text + piece + (i < parts.length ? rendered(parts[i]) : ''), ''));
}

/** Text as it may stand in an element or a quoted attribute. Characters that XML has no place for are replaced. */
export function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function rendered(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return escape(typeof part === 'number' ? coordinate(part) : part);
}

/** Numbers in drawings: two decimals are finer than a screen. */
function coordinate(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '0';
}
