/** 32-bit hashes of text and of pairs; features are rows of a table addressed by them. */

/** FNV-1a over UTF-16 units, with a final mix. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return finish(h);
}

/** An order-dependent combination of two hashes. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b);
  h = (h << 13) | (h >>> 19);
  h = Math.imul(h ^ b, 0xc2b2ae35);
  return finish(h);
}

function finish(h: number): number {
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  return (h ^ (h >>> 16)) | 0;
}
