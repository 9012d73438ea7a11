import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tensor } from './safetensors.ts';
import { decodeTensors, encodeTensors } from './safetensors.ts';

const sample = (): Map<string, Tensor> =>
  new Map<string, Tensor>([
    ['weights', { shape: [2, 3], data: Float32Array.of(1, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e-40, 0.1) }],
    ['steps', { shape: [3], data: Int32Array.of(1, -2, 2147483647) }],
    ['exact', { shape: [], data: Float64Array.of(Math.PI) }],
    ['none', { shape: [0, 4], data: new Float32Array(0) }],
  ]);

/** A file with this header, written by hand, and so many bytes of data. */
function fileOf(header: unknown, dataBytes: number): Uint8Array {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, Buffer.alloc(dataBytes)]);
}
const f32 = (begin: number, end: number, shape = [(end - begin) / 4]) => ({ dtype: 'F32', shape, data_offsets: [begin, end] });

describe('encoding', () => {
  it('and decoding gives back every bit, with names, shapes and metadata', () => {
    const { tensors, metadata } = decodeTensors(encodeTensors(sample(), { digest: 'sha256:0', step: '3' }));
    expect(metadata).toEqual({ digest: 'sha256:0', step: '3' });
    expect(new Set(tensors.keys())).toEqual(new Set(sample().keys()));
    for (const [name, { shape, data }] of sample()) {
      expect(tensors.get(name)).toEqual({ shape, data });
      expect(Buffer.from(tensors.get(name)!.data.buffer)).toEqual(Buffer.from(data.buffer));
    }
  });

  it('follows the published layout', () => {
    const file = encodeTensors(new Map([['a', { shape: [1], data: Float32Array.of(1) }]]));
    const header = '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    expect(Buffer.from(file)).toEqual(
      Buffer.concat([Buffer.from([56, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(header.padEnd(56)), Buffer.from([0, 0, 0x80, 0x3f])]),
    );
  });

  it('gives the same bytes whatever the order of names, each tensor aligned', () => {
    const reversed = new Map([...sample()].reverse());
    const file = encodeTensors(sample(), { a: '1', b: '2' });
    expect(encodeTensors(reversed, { b: '2', a: '1' })).toEqual(file);
    const header = Buffer.from(file).readUInt32LE(0);
    expect(header % 8).toBe(0);
    const text = Buffer.from(file.subarray(8, 8 + header)).toString();
    expect(Object.keys(JSON.parse(text))).toEqual(['__metadata__', 'exact', 'none', 'steps', 'weights']);
  });

  it('reads from a view that does not start at byte 0 of its buffer', () => {
    const file = encodeTensors(sample());
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    expect(decodeTensors(shifted.subarray(3))).toEqual(decodeTensors(file));
  });

  it('writes a view, not the buffer behind it', () => {
    const view = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
    const { tensors } = decodeTensors(encodeTensors(new Map([['view', { shape: [2], data: view }]])));
    expect([...tensors.get('view')!.data]).toEqual([2, 3]);
  });

  it('holds for any names and values', () => {
    const data = fc.float32Array({ maxLength: 20 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), data), fc.dictionary(fc.string(), fc.string()), (arrays, metadata) => {
        const tensors = new Map(Object.entries(arrays).map(([name, d]) => [name, { shape: [d.length], data: d }]));
        const decoded = decodeTensors(encodeTensors(tensors, metadata));
        expect(decoded.metadata).toEqual({ ...metadata });
        expect(new Map(decoded.tensors)).toEqual(tensors);
      }),
    );
  });

  it.each([
    ['a', { shape: [3], data: new Float32Array(2) }, 'does not hold 2 elements'],
    ['__metadata__', { shape: [1], data: new Float32Array(1) }, 'reserved'],
  ])('refuses tensor %s', (name, tensor, problem) => {
    const refusal = { code: 'INVALID_ARGUMENT', boundary: 'caller', field: name, message: expect.stringContaining(problem) };
    expect(() => encodeTensors(new Map([[name, tensor]]))).toThrow(expect.objectContaining(refusal));
  });
});

describe('decoding refuses', () => {
  it.each([
    ['a file shorter than its length field', new Uint8Array(7), 'header', 'fewer'],
    ['a header over 100 MB', Buffer.from('ffffffffffffffff', 'hex'), 'header', 'over'],
    ['a header beyond the end', Buffer.from('0900000000000000', 'hex'), 'header', 'beyond'],
    ['a header that is not JSON', fileOf('{"a":', 0), 'header', 'JSON'],
    ['a header that is not an object', fileOf([], 0), 'header', 'object'],
    ['metadata that is not an object', fileOf({ __metadata__: 'x' }, 0), '__metadata__', 'object'],
    ['metadata that is not text', fileOf({ __metadata__: { n: 1 } }, 0), '__metadata__.n', 'text'],
    ['an entry that is not an object', fileOf({ a: 1 }, 0), 'a', 'object'],
    ['an unknown type', fileOf({ a: { ...f32(0, 4), dtype: 'BF16' } }, 4), 'a', 'BF16'],
    ['an unknown field', fileOf({ a: { ...f32(0, 4), stride: 1 } }, 4), 'a', 'stride'],
    ['a negative extent', fileOf({ a: f32(0, 4, [-1, -1]) }, 4), 'a', 'shape'],
    ['offsets that are not two', fileOf({ a: { ...f32(0, 4), data_offsets: [0] } }, 4), 'a', 'data_offsets'],
    ['an end before the begin', fileOf({ a: f32(4, 0, [1]) }, 4), 'a', 'after'],
    ['bytes that do not match the shape', fileOf({ a: f32(0, 4, [2]) }, 4), 'a', 'do not hold'],
    ['truncated data', fileOf({ a: f32(0, 8) }, 7), 'a', 'ends at byte 8 of 7'],
    ['tensors that overlap', fileOf({ a: f32(0, 8), b: f32(4, 12) }, 12), 'b', 'overlaps'],
    ['a hole between tensors', fileOf({ a: f32(0, 4), b: f32(8, 12) }, 12), 'b', 'hole'],
    ['data that belongs to no tensor', fileOf({ a: f32(0, 4) }, 8), 'data', '4 bytes'],
  ])('%s', (_name, file, field, problem) => {
    const refusal = { code: 'INVALID_ARGUMENT', boundary: 'store', field, message: expect.stringContaining(problem) };
    expect(() => decodeTensors(file)).toThrow(expect.objectContaining(refusal));
  });

  it('every truncation of a valid file', () => {
    const file = encodeTensors(sample());
    for (let length = 0; length < file.length; length++) {
      expect(() => decodeTensors(file.subarray(0, length))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });
});
