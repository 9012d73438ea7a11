import { ErrorInfo, Status } from '#protos/rpc/v1/status.ts';
import { BOUNDARIES, type Boundary, type Code, CODE_NUMBERS, GyreError } from '../errors.ts';

/** The trailer in which gRPC carries `google.rpc.Status` bytes. */
export const STATUS_TRAILER = 'grpc-status-details-bin';

const ERROR_INFO_TYPE = 'type.googleapis.com/google.rpc.ErrorInfo';
const DETAIL_PREFIX = 'details.';
// Trailers travel in HTTP/2 headers, which peers limit to 8 to 64 KiB altogether.
const MESSAGE_LIMIT = 2048;
const DETAIL_LIMIT = 512;
const DETAILS_LIMIT = 4096;

const CODES = new Map(Object.entries(CODE_NUMBERS).map(([code, number]) => [number, code as Code]));
/** The error as `google.rpc.Status` bytes; long messages and details are cut so that the trailer fits. */
export function encodeStatus(error: GyreError): Buffer {
  const metadata: Record<string, string> = { boundary: error.boundary, retryable: String(error.retryable) };
  if (error.field !== undefined) metadata['field'] = cut(error.field, DETAIL_LIMIT);
  if (error.remedy !== undefined) metadata['remedy'] = cut(error.remedy, DETAIL_LIMIT);
  let room = DETAILS_LIMIT;
  for (const [key, value] of Object.entries(error.details)) {
    const text = cut(value, DETAIL_LIMIT);
    room -= key.length + text.length;
    if (room > 0) metadata[DETAIL_PREFIX + key] = text;
  }
  const info = ErrorInfo.encode({ reason: `${error.boundary.toUpperCase()}_${error.code}`, domain: 'gyre', metadata }).finish();
  const detail = { typeUrl: ERROR_INFO_TYPE, value: Buffer.from(info) };
  const message = cut(error.message, MESSAGE_LIMIT);
  return Buffer.from(Status.encode({ code: CODE_NUMBERS[error.code], message, details: [detail] }).finish());
}

/** The error that `bytes` carry; undefined if they hold no status of this system. */
export function decodeStatus(bytes: Uint8Array): GyreError | undefined {
  const parsed = parse(bytes);
  if (!parsed) return undefined;
  const { code, message, metadata } = parsed;
  const boundary = metadata['boundary'] ?? '';
  if (!isBoundary(boundary)) return undefined;
  const details = Object.entries(metadata)
    .filter(([key]) => key.startsWith(DETAIL_PREFIX))
    .map(([key, value]) => [key.slice(DETAIL_PREFIX.length), value] as const);
  return new GyreError(code, message, {
    boundary,
    retryable: metadata['retryable'] === 'true',
    field: metadata['field'],
    remedy: metadata['remedy'],
    details: Object.fromEntries(details),
  });
}

/** The error for a bare status number, as transports and foreign servers give it; it belongs to the called service's boundary. */
export function errorOfNumber(number: number, message: string, boundary: Boundary): GyreError {
  const code = CODES.get(number) ?? 'UNKNOWN';
  return new GyreError(code, message, { boundary: code === 'CANCELLED' ? 'caller' : boundary });
}

function parse(bytes: Uint8Array): { code: Code; message: string; metadata: Record<string, string> } | undefined {
  try {
    const status = Status.decode(bytes);
    const info = status.details.find((detail) => detail.typeUrl === ERROR_INFO_TYPE);
    if (!info) return undefined;
    const { metadata } = ErrorInfo.decode(info.value);
    return { code: CODES.get(status.code) ?? 'UNKNOWN', message: status.message, metadata };
  } catch {
    // Foreign bytes in the trailer: the caller falls back to the bare status number.
    return undefined;
  }
}

function isBoundary(text: string): text is Boundary {
  return BOUNDARIES.some((boundary) => boundary === text);
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`.toWellFormed();
}
