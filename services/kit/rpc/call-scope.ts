import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../clock.ts';
import { type Boundary, GyreError } from '../errors.ts';
import type { CallContext, CallOptions } from './types.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

/** A deadline and a signal that share one life. `dispose` frees the timer and the listeners and must be called once. */
export interface CallScope {
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Aborts the scope for `reason`; the first reason stays. */
  abort(reason: GyreError): void;
  dispose(): void;
}

/** Ends the timer; without a reason of its own, each call would pay for a DOMException that nobody reads. */
const DISPOSED = new GyreError('CANCELLED', 'the call is over', { boundary: 'caller' });

const calls = new AsyncLocalStorage<CallContext>();
const finished = new WeakSet<CallContext>();

/** Runs a handler so that the calls it makes inherit its remaining deadline and its cancellation. */
export function insideCall<R>(call: CallContext, body: () => R): R {
  return calls.run(call, body);
}

/** Ends the inheritance: work that a handler left behind is no longer part of its call. */
export function finishCall(call: CallContext): void {
  finished.add(call);
}

/** Runs work that must outlive the call that started it: what it calls inherits neither deadline nor cancellation. */
export function outsideCall<R>(body: () => R): R {
  return calls.exit(body);
}

/** The scope of a call that starts now: its own timeout, cut short by the deadline of the call being served, if any. */
export function startScope(method: string, options: CallOptions, clock: Clock, boundary: Boundary, timeoutMs = DEFAULT_TIMEOUT_MS): CallScope {
  const ambient = calls.getStore();
  const serving = ambient && !finished.has(ambient) ? ambient : undefined;
  const deadline = Math.min(clock.now() + (options.timeoutMs ?? timeoutMs), serving?.deadline ?? Number.POSITIVE_INFINITY);
  return openScope(method, deadline, clock, boundary, [options.signal, serving?.signal]);
}

export function openScope(
  method: string,
  deadline: number,
  clock: Clock,
  boundary: Boundary,
  parents: readonly (AbortSignal | undefined)[],
): CallScope {
  const controller = new AbortController();
  const timer = new AbortController();
  const abort = (reason: GyreError) => controller.abort(reason);
  const onParent = () => {
    const reason: unknown = parents.find((parent) => parent?.aborted)?.reason;
    abort(reason instanceof GyreError ? reason : cancelled(method, reason));
  };
  const expired = () => abort(deadlineExceeded(method, boundary));
  for (const parent of parents) parent?.addEventListener('abort', onParent, { once: true });
  const left = deadline - clock.now();
  if (parents.some((parent) => parent?.aborted)) onParent();
  else if (left <= 0) expired();
  else if (Number.isFinite(left)) clock.sleep(left, timer.signal).then(expired, () => undefined);
  return {
    deadline,
    signal: controller.signal,
    abort,
    dispose() {
      timer.abort(DISPOSED);
      for (const parent of parents) parent?.removeEventListener('abort', onParent);
    },
  };
}

export function cancelled(method: string, cause?: unknown): GyreError {
  return new GyreError('CANCELLED', `${method}: the caller gave up`, { boundary: 'caller', cause });
}

export function deadlineExceeded(method: string, boundary: Boundary): GyreError {
  return new GyreError('DEADLINE_EXCEEDED', `${method}: no answer before the deadline`, { boundary });
}

/** What `promise` settles to, or a rejection with the signal's reason if that comes first. */
export function orAborted<R>(promise: Promise<R>, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
