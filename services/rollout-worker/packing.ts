import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Bytes as text of the store: deflated (trajectories repeat themselves), base64. */
export function pack(bytes: Uint8Array): string {
  return deflateRawSync(bytes, { level: 1 }).toString('base64');
}

export function unpack(text: string): Uint8Array {
  return inflateRawSync(Buffer.from(text, 'base64'));
}
