import { systemClock } from './clock.ts';
import type { Boundary } from './errors.ts';
import { orAborted, outsideCall, startScope } from './rpc/call-scope.ts';

/**
 * Runs an operation of a driver for at most `timeoutMs`; after that it rejects with DEADLINE_EXCEEDED of `boundary`, whatever the
 * operation does; `signal` tells the operation. It does not end with the call being served: what a handler puts right at its end must go through even
 * where its caller has given up, as it does in an embedded store.
 */
export async function withinDeadline<R>(name: string, timeoutMs: number, boundary: Boundary, body: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const scope = outsideCall(() => startScope(name, {}, systemClock, boundary, timeoutMs));
  try {
    return await orAborted(body(scope.signal), scope.signal);
  } finally {
    scope.dispose();
  }
}
