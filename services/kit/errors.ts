/**
 * The one error class of the system. Every failure names the boundary it belongs to (who caused it) and whether the same
 * call may be retried, so that nobody has to guess from a message whether a model, a tool or the plant under it failed.
 */

/** gRPC status names that the system uses; the numbers are in {@link CODE_NUMBERS}. */
export type Code =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'UNAUTHENTICATED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DEADLINE_EXCEEDED'
  | 'CANCELLED'
  | 'UNKNOWN';

export const CODE_NUMBERS: Readonly<Record<Code, number>> = {
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
};

/** Who a failure belongs to. `policy` and `tool` failures are lessons; the others are faults of the plant or of the caller. */
export const BOUNDARIES = ['policy', 'harness', 'tool', 'environment', 'verifier', 'store', 'bus', 'device', 'cluster', 'caller'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

export interface GyreErrorOptions {
  boundary: Boundary;
  /** Whether the same call may succeed later without a change. Default: true for UNAVAILABLE, DEADLINE_EXCEEDED and RESOURCE_EXHAUSTED. */
  retryable?: boolean;
  /** The field, variable or option that is wrong, as the caller wrote it. */
  field?: string;
  /** What the caller can do about it. */
  remedy?: string;
  /** Ids needed to act on the failure, for example `{episode, slot}`. */
  details?: Readonly<Record<string, string>>;
  cause?: unknown;
}

const RETRYABLE: ReadonlySet<Code> = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED']);

export class GyreError extends Error {
  readonly code: Code;
  readonly boundary: Boundary;
  readonly retryable: boolean;
  readonly field: string | undefined;
  readonly remedy: string | undefined;
  readonly details: Readonly<Record<string, string>>;

  constructor(code: Code, message: string, options: GyreErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GyreError';
    this.code = code;
    this.boundary = options.boundary;
    this.retryable = options.retryable ?? RETRYABLE.has(code);
    this.field = options.field;
    this.remedy = options.remedy;
    this.details = options.details ?? {};
  }

  /** Total conversion of anything thrown: an unknown failure becomes INTERNAL at the boundary that caught it. */
  static from(thrown: unknown, boundary: Boundary): GyreError {
    if (thrown instanceof GyreError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new GyreError('INTERNAL', message, { boundary, cause: thrown });
  }

  /** The infrastructure faults of the report's section 2.2: they end an attempt and never count against the model. */
  get isInfrastructureFault(): boolean {
    return this.boundary !== 'policy' && this.boundary !== 'tool' && this.boundary !== 'caller';
  }
}

/** What went wrong and what to do about it, in one line. */
export function withRemedy({ message, remedy }: GyreError): string {
  return remedy === undefined || message.includes(remedy) ? message : `${message}; ${remedy}`;
}

/** A wrong input of the caller: names the field and the remedy. */
export function invalid(field: string, problem: string, remedy: string, boundary: Boundary = 'caller'): GyreError {
  return new GyreError('INVALID_ARGUMENT', `${field}: ${problem}; ${remedy}`, { boundary, field, remedy });
}
