import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BOUNDARIES, type Code, CODE_NUMBERS, GyreError } from '../errors.ts';
import { decodeStatus, encodeStatus, errorOfNumber } from './status.ts';

const codes = fc.constantFrom(...(Object.keys(CODE_NUMBERS) as Code[]));
const boundaries = fc.constantFrom(...BOUNDARIES);
const text = fc.string({ unit: 'grapheme', maxLength: 40 });

it('brings every error back with all its fields', () => {
  const options = fc.record(
    { retryable: fc.boolean(), field: text, remedy: text, details: fc.dictionary(text, text, { maxKeys: 4 }) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(codes, text, boundaries, options, (code, message, boundary, rest) => {
      const error = new GyreError(code, message, { boundary, ...rest });
      const back = decodeStatus(encodeStatus(error));
      expect(back).toBeInstanceOf(GyreError);
      const { retryable, field, remedy, details } = error;
      expect(back).toMatchObject({ code, message, boundary, retryable, field, remedy, details });
    }),
  );
});

it('survives whatever bytes a foreign server puts into the trailer', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    expect(decodeStatus(bytes)).toBeUndefined();
  }));
});

it('fits into a header, however much the error says', () => {
  const long = 'ü😀'.repeat(50_000);
  const details = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key${i}`, long]));
  const bytes = encodeStatus(new GyreError('INTERNAL', long, { boundary: 'tool', field: long, remedy: long, details }));
  expect(bytes.length).toBeLessThan(30_000);
  expect(decodeStatus(bytes)?.message).toMatch(/^ü😀.*…$/u);
});

it('names a bare status number, and leaves the caller its own cancellation', () => {
  expect(errorOfNumber(14, 'gone', 'environment')).toMatchObject({ code: 'UNAVAILABLE', boundary: 'environment', retryable: true });
  expect(errorOfNumber(11, 'out of range', 'environment')).toMatchObject({ code: 'UNKNOWN', retryable: false });
  expect(errorOfNumber(1, 'gone', 'environment')).toMatchObject({ code: 'CANCELLED', boundary: 'caller' });
});
