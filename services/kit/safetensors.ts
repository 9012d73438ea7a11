import { invalid } from './errors.ts';

/**
 * Named tensors in the safetensors format: an 8-byte little-endian header length, a JSON header padded with spaces to a
 * multiple of 8, then the data without holes. Tensor bytes are taken as they lie in memory, little-endian on every platform
 * that Node supports.
 */

export type TensorData = Float32Array | Float64Array | Int32Array;

export interface Tensor {
  /** Row-major extents; their product is the length of `data`. An empty shape is a scalar. */
  readonly shape: readonly number[];
  readonly data: TensorData;
}

export interface TensorFile {
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The limit that every reader of the format sets, so that a wrong length cannot make it allocate without bound. */
const MAX_HEADER_BYTES = 100_000_000;
const METADATA = '__metadata__';

const KINDS = {
  F32: { bytes: 4, create: (buffer: ArrayBuffer) => new Float32Array(buffer) },
  F64: { bytes: 8, create: (buffer: ArrayBuffer) => new Float64Array(buffer) },
  I32: { bytes: 4, create: (buffer: ArrayBuffer) => new Int32Array(buffer) },
} as const;
type Kind = keyof typeof KINDS;

/**
 * The bytes of the file; the same tensors and metadata give the same bytes, whatever order they were given in. Wider types
 * come first, as in the reference implementation, so that each tensor is aligned; within a width tensors go by name.
 * INVALID_ARGUMENT naming the tensor whose shape does not match its data.
 */
export function encodeTensors(tensors: ReadonlyMap<string, Tensor>, metadata: Readonly<Record<string, string>> = {}): Uint8Array {
  const width = (tensor: Tensor) => tensor.data.BYTES_PER_ELEMENT;
  const byWidthAndName = [...tensors].sort(([a, x], [b, y]) => width(y) - width(x) || (a < b ? -1 : 1));
  const fields: string[] = [];
  const notes = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  if (notes.length > 0) {
    const pairs = notes.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    fields.push(`"${METADATA}":{${pairs.join(',')}}`);
  }
  let end = 0;
  for (const [name, { shape, data }] of byWidthAndName) {
    if (name === METADATA) throw invalid(name, 'is a reserved name', 'name the tensor differently');
    if (elementsOf(shape) !== data.length) {
      throw invalid(name, `shape [${shape.join(', ')}] does not hold ${data.length} elements`, 'give the shape of the data');
    }
    const begin = end;
    end += data.byteLength;
    fields.push(`${JSON.stringify(name)}:{"dtype":"${kindOf(data)}","shape":${JSON.stringify(shape)},"data_offsets":[${begin},${end}]}`);
  }
  const text = Buffer.from(`{${fields.join(',')}}`, 'utf8');
  const headerBytes = Math.ceil(text.length / 8) * 8;
  const file = new Uint8Array(8 + headerBytes + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerBytes), true);
  file.set(text, 8);
  file.fill(0x20, 8 + text.length, 8 + headerBytes);
  let at = 8 + headerBytes;
  for (const [, { data }] of byWidthAndName) {
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return file;
}

/**
 * Reads a file whole and strictly; the tensors are copies. INVALID_ARGUMENT at the boundary `store`, naming the header field
 * or the tensor, when the file is truncated, its header is not valid, a type is not F32, F64 or I32, a tensor lies out of
 * bounds or does not match its shape, or tensors overlap or leave holes.
 */
export function decodeTensors(file: Uint8Array): TensorFile {
  const { header, dataAt } = readHeader(file);
  const available = file.byteLength - dataAt;
  const tensors = new Map<string, Tensor>();
  const spans: { name: string; begin: number; end: number }[] = [];
  let metadata: Record<string, string> = {};
  for (const [name, entry] of Object.entries(header)) {
    if (name === METADATA) {
      metadata = readMetadata(entry);
      continue;
    }
    const { kind, shape, begin, end } = readEntry(name, entry);
    if (end > available) throw corrupt(name, `ends at byte ${end} of ${available} bytes of data`);
    if (end - begin !== elementsOf(shape) * KINDS[kind].bytes) {
      throw corrupt(name, `${end - begin} bytes do not hold ${kind} [${shape.join(', ')}]`);
    }
    spans.push({ name, begin, end });
    tensors.set(name, { shape, data: KINDS[kind].create(copyOf(file, dataAt + begin, dataAt + end)) });
  }
  checkCoverage(spans, available);
  return { tensors, metadata };
}

function readHeader(file: Uint8Array): { header: Record<string, unknown>; dataAt: number } {
  if (file.byteLength < 8) throw corrupt('header', `the file has ${file.byteLength} bytes, fewer than its length field`);
  const length = new DataView(file.buffer, file.byteOffset, file.byteLength).getBigUint64(0, true);
  if (length > BigInt(MAX_HEADER_BYTES)) throw corrupt('header', `its length ${length} is over ${MAX_HEADER_BYTES} bytes`);
  const dataAt = 8 + Number(length);
  if (dataAt > file.byteLength) throw corrupt('header', `its length ${length} is beyond the end of the file`);
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file.subarray(8, dataAt)));
  } catch (cause) {
    throw corrupt('header', `is not JSON (${cause instanceof Error ? cause.message : String(cause)})`);
  }
  if (!isRecord(header)) throw corrupt('header', 'is not a JSON object');
  return { header, dataAt };
}

function readMetadata(entry: unknown): Record<string, string> {
  if (!isRecord(entry)) throw corrupt(METADATA, 'is not an object');
  const pairs = Object.entries(entry).map(([key, value]): [string, string] => {
    if (typeof value !== 'string') throw corrupt(`${METADATA}.${key}`, 'is not a text');
    return [key, value];
  });
  return Object.fromEntries(pairs);
}

function readEntry(name: string, entry: unknown): { kind: Kind; shape: number[]; begin: number; end: number } {
  if (!isRecord(entry)) throw corrupt(name, 'its header entry is not an object');
  const { dtype, shape, data_offsets: offsets, ...unknown } = entry;
  const extra = Object.keys(unknown)[0];
  if (extra !== undefined) throw corrupt(name, `has an unknown field ${extra}`);
  if (dtype !== 'F32' && dtype !== 'F64' && dtype !== 'I32') {
    throw corrupt(name, `its dtype ${JSON.stringify(dtype)} is none of ${Object.keys(KINDS).join(', ')}`);
  }
  if (!isIndexList(shape)) throw corrupt(name, 'its shape is not a list of integers >= 0');
  if (!isIndexList(offsets) || offsets.length !== 2) throw corrupt(name, 'its data_offsets are not two integers >= 0');
  const [begin = 0, end = 0] = offsets;
  if (begin > end) throw corrupt(name, `begins at ${begin}, after its end ${end}`);
  return { kind: dtype, shape, begin, end };
}

/** Tensors must follow each other from the first byte of the data to the last. */
function checkCoverage(spans: { name: string; begin: number; end: number }[], available: number): void {
  let reached = 0;
  for (const { name, begin, end } of spans.sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < reached) throw corrupt(name, `begins at byte ${begin} and overlaps the tensor before it`);
    if (begin > reached) throw corrupt(name, `begins at byte ${begin} and leaves a hole from byte ${reached}`);
    reached = end;
  }
  if (reached < available) throw corrupt('data', `${available - reached} bytes belong to no tensor`);
}

function kindOf(data: TensorData): Kind {
  if (data instanceof Float32Array) return 'F32';
  return data instanceof Float64Array ? 'F64' : 'I32';
}

function elementsOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

function copyOf(file: Uint8Array, begin: number, end: number): ArrayBuffer {
  const copy = new ArrayBuffer(end - begin);
  new Uint8Array(copy).set(file.subarray(begin, end));
  return copy;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIndexList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= 0);
}

function corrupt(field: string, problem: string) {
  return invalid(field, problem, 'fetch or write the file again', 'store');
}
