import type { Code, GyreError } from '#kit/errors.ts';

/** What the process says to whoever started it; docs/cli.md lists the same numbers. */
export const EXIT = {
  /** Done, and the outcome is good. */
  ok: 0,
  /** Done, and the outcome is bad: a round failed, a replay differs, an audit or a health check found something. */
  failed: 1,
  /** Wrong use or input: the message names the field and the remedy. */
  usage: 2,
  /** A service, a store or a queue does not answer; the same command may succeed later. */
  unavailable: 3,
  /** The caller may not do this. */
  forbidden: 4,
  /** A fault of the program itself. */
  internal: 5,
  /** Ended by SIGINT or SIGTERM; what was started can be resumed. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_CODE: Readonly<Record<Code, ExitCode>> = {
  INVALID_ARGUMENT: EXIT.usage,
  NOT_FOUND: EXIT.usage,
  ALREADY_EXISTS: EXIT.usage,
  FAILED_PRECONDITION: EXIT.usage,
  UNIMPLEMENTED: EXIT.usage,
  PERMISSION_DENIED: EXIT.forbidden,
  UNAUTHENTICATED: EXIT.forbidden,
  RESOURCE_EXHAUSTED: EXIT.unavailable,
  ABORTED: EXIT.unavailable,
  UNAVAILABLE: EXIT.unavailable,
  DEADLINE_EXCEEDED: EXIT.unavailable,
  CANCELLED: EXIT.interrupted,
  INTERNAL: EXIT.internal,
  UNKNOWN: EXIT.internal,
};

export function exitCodeOf(error: GyreError): ExitCode {
  return BY_CODE[error.code];
}
