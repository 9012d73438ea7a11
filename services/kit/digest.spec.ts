import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, digestOf, digestOfBytes } from './digest.ts';

it('writes RFC 8785: sorted keys, shortest numbers, no spaces', () => {
  expect(canonicalJson({ b: 1e21, a: [1.0, '€', null], '\u20ac': true })).toBe('{"a":[1,"€",null],"b":1e+21,"€":true}');
  expect(() => canonicalJson(undefined)).toThrow(TypeError);
});

it('gives a value one digest, however it was written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(digestOf(reversed)).toBe(digestOf(value));
    }),
  );
});

it('digests bytes and their text alike', () => {
  const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(digestOfBytes('')).toBe(empty);
  expect(digestOfBytes(Buffer.from('ü'))).toBe(digestOfBytes('ü'));
});
