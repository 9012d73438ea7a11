/** Plain text for a terminal: what data may hold and a screen should not act on, and columns that line up. */

/** Control and bidirectional-override characters become visible, so that stored text cannot move the cursor or colour the screen. */
export function plainText(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Columns a text takes: two for wide East Asian characters. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(character) ? 2 : 1;
  return width;
}

/** One cell: numbers are set to the right by giving them as numbers. */
export type Cell = string | number;

/** A table with a header line and a rule under it; the last column is not padded. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => plainText(String(cell)).replaceAll(/\s+/g, ' ')));
  const widths = header.map((title, i) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[i] ?? ''))));
  const right = header.map((_, i) => rows.length > 0 && rows.every((row) => isNumeric(row[i])));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => pad(cell, widths[i] ?? 0, right[i] ?? false))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n');
}

/** A share in percent, one decimal. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A digest short enough to read and long enough to be found again. */
export function shortDigest(digest: string): string {
  return digest.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');
}

function isNumeric(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || cell === '' || cell === '–' || (cell !== undefined && /^[+-]?[\d.,]+( %)?$/.test(cell));
}

function pad(text: string, width: number, right: boolean): string {
  const fill = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? fill + text : text + fill;
}
