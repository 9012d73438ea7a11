import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** RFC 8785 canonical JSON: the same value gives the same text, whatever order its keys were written in. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('canonical JSON needs a JSON value');
  return text;
}

/** `sha256:<hex>` over canonical JSON; the identity of every content-addressed thing. */
export function digestOf(value: unknown): string {
  return digestOfBytes(canonicalJson(value));
}

/** `sha256:<hex>` over raw bytes or UTF-8 text. */
export function digestOfBytes(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
