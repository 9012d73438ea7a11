import { expect, it } from 'vitest';
import { encodeTensors } from '#kit/safetensors.ts';
import { random } from '#kit/random.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { DEFAULT_SHAPE, initialise, toTensors } from './network/mod.ts';

const parameters = initialise({ ...DEFAULT_SHAPE, rows: 1024 }, random('checkpoint'));

it('comes back as it was written, byte for byte', () => {
  const bytes = encodeCheckpoint(parameters);
  expect(decodeCheckpoint(bytes)).toEqual(parameters);
  expect(Buffer.compare(encodeCheckpoint(decodeCheckpoint(bytes)), bytes)).toBe(0);
});

it.each([
  [{ format: 'gyre-compact-policy', version: '1' }, /is gyre-compact-policy 1, not gyre-compact-policy 2/],
  [{ format: 'another', version: '2' }, /is another 2/],
  [{}, /of no named format/],
])('is refused when it was trained on other features: %j', (metadata, message) => {
  expect(() => decodeCheckpoint(encodeTensors(toTensors(parameters), metadata))).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION', boundary: 'harness', message: expect.stringMatching(message) }));
});
