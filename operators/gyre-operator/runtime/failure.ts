import { z } from 'zod';
import { type Code, GyreError } from '#kit/errors.ts';

/** What the API server answers when it refuses: `Status` of its API. */
const status = z.looseObject({
  kind: z.literal('Status'),
  message: z.string().optional(),
  reason: z.string().optional(),
  code: z.number().optional(),
  details: z
    .looseObject({ retryAfterSeconds: z.number().optional(), causes: z.array(z.looseObject({ reason: z.string().optional(), field: z.string().optional(), message: z.string().optional() })).optional() })
    .optional(),
});

const CODES: Readonly<Record<number, Code>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  409: 'ABORTED',
  410: 'FAILED_PRECONDITION',
  415: 'UNIMPLEMENTED',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
const REFUSALS: ReadonlySet<string> = new Set(['400', '403', '405', '413', '415', '422']);
const REMEDIES: Partial<Record<Code, string>> = {
  ABORTED: 'read the object again',
  PERMISSION_DENIED: 'give the service account a role that allows it',
  UNAUTHENTICATED: 'check the token or certificate',
};

/**
 * The failure that an answer of the API server stands for, of the boundary `cluster`. Details: `status` (HTTP), `reason` (of the
 * API), `retryAfterMs` where the server says when to come back.
 */
export function failureOf(what: string, httpStatus: number, body: unknown, retryAfter?: string): GyreError {
  const read = status.safeParse(body);
  const said = read.success ? read.data : undefined;
  const code = said?.code ?? httpStatus;
  const reason = said?.reason ?? '';
  const causes = said?.details?.causes ?? [];
  const kind: Code = reason === 'AlreadyExists' ? 'ALREADY_EXISTS' : (CODES[code] ?? (code >= 500 ? 'UNAVAILABLE' : 'UNKNOWN'));
  const waitMs = retryAfterMs(retryAfter, said?.details?.retryAfterSeconds);
  return new GyreError(kind, `${what}: ${said?.message || `the API server answered ${code}`}`, {
    boundary: 'cluster',
    retryable: code === 429 || code >= 500,
    remedy: REMEDIES[kind],
    // Conflicts of server-side apply have a path of another make: `.spec.size`; policies say it in their message alone.
    field: causes[0]?.field?.replace(/^\./, '') ?? /^[a-z]\w*(\.\w+)*(?=[,:])/.exec(saidByPolicy(said?.message) ?? '')?.[0],
    details: {
      status: String(code),
      ...(reason ? { reason } : {}),
      ...(causes[0]?.reason ? { cause: causes[0].reason } : {}),
      ...(waitMs === undefined ? {} : { retryAfterMs: String(waitMs) }),
    },
  });
}

/** What an admission policy says that has refused a write; undefined of any other message. */
export function saidByPolicy(message = ''): string | undefined {
  return /\bdenied request: (.*)$/s.exec(message)?.[1];
}

/** The API server could not be reached, or the connection broke: nobody knows whether it did what it was asked for. */
export function unreachable(what: string, cause: unknown): GyreError {
  return new GyreError('UNAVAILABLE', `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { boundary: 'cluster', cause });
}

/** The object has changed since it was read, or another field manager owns what was applied. */
export const isConflict = (error: unknown): boolean => statusOf(error) === '409' && !isAlreadyThere(error);
export const isAlreadyThere = (error: unknown): boolean => error instanceof GyreError && error.code === 'ALREADY_EXISTS';
export const isMissing = (error: unknown): boolean => statusOf(error) === '404';

/** The version that was asked for is no longer there, or not yet (a server put back from a backup): only a list helps. */
export function isExpired(error: unknown): boolean {
  return statusOf(error) === '410' || (error instanceof GyreError && error.details['cause'] === 'ResourceVersionTooLarge');
}

/** The API server understood the write and lets nobody make it: rights, rules, an admission policy. Nothing was done, and asking again helps only once that is changed. */
export const isRefused = (error: unknown): boolean => REFUSALS.has(statusOf(error) ?? '');

/** How long the server asked to wait, milliseconds. */
export function askedToWaitMs(error: unknown): number | undefined {
  const wait = error instanceof GyreError ? error.details['retryAfterMs'] : undefined;
  return wait === undefined ? undefined : Number(wait);
}

function statusOf(error: unknown): string | undefined {
  return error instanceof GyreError && error.boundary === 'cluster' ? error.details['status'] : undefined;
}

/** `Retry-After` in seconds; the form with a date is left to our own backoff, since it would trust another's clock. */
function retryAfterMs(header: string | undefined, seconds: number | undefined): number | undefined {
  const wait = header !== undefined && /^\d+$/.test(header.trim()) ? Number(header) : seconds;
  return wait === undefined ? undefined : wait * 1000;
}
