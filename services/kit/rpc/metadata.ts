import { invalid } from '../errors.ts';

/** Reads the caller's bearer token, if any; asked anew for every call, so that tokens can be rotated. */
export type TokenSource = () => string | undefined;

const KEY = /^[0-9a-z_.-]+$/;
const VALUE = /^[\x20-\x7e]*$/;

/**
 * Metadata as both transports send it: lower-case keys, printable ASCII values, and the bearer token. INVALID_ARGUMENT for what
 * HTTP/2 headers cannot carry, so that a call that works in one process also works between two.
 */
export function callMetadata(metadata: Readonly<Record<string, string>> = {}, token?: TokenSource): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [key, value] of Object.entries(metadata)) {
    const lower = key.toLowerCase();
    if (!KEY.test(lower) || lower.startsWith('grpc-') || lower.endsWith('-bin')) {
      throw invalid(`metadata ${key}`, 'is not a metadata key', 'use letters, digits, _, . and -, without the prefix grpc- or the suffix -bin');
    }
    if (!VALUE.test(value)) throw invalid(`metadata ${key}`, 'has a value that is not printable ASCII', 'put text into the message, or encode it');
    sent[lower] = value.trim();
  }
  const bearer = token?.();
  if (bearer !== undefined) sent['authorization'] = `Bearer ${bearer}`;
  return sent;
}
