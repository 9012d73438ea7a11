import type { Clock } from '../clock.ts';
import { GyreError } from '../errors.ts';
import { openScope, orAborted } from '../rpc/call-scope.ts';
import type { Fault } from './health.ts';
import type { ReleaseWish } from './endings.ts';

/** Where a device is, and the token of the latest lease. */
export interface DeviceAddress {
  readonly name: string;
  readonly serial: string;
  readonly endpoint: string;
  readonly fencingToken: number;
}

/** What a pool does to a device between leases. */
export interface ResetRules {
  /** In order, for example `CloseApps`. */
  readonly steps: readonly string[];
  /** For all steps and the check after them. */
  readonly timeoutSeconds: number;
}

/** What keeps devices fit for use. Failures are errors of the boundary `device`; `details.step` names the step of a reset. */
export interface DeviceDriver {
  /**
   * Makes the device as if nobody had used it. May be asked for again after it was cut short. `Force` cuts off a command that is under
   * way; `Graceful` lets it end.
   */
  reset(device: DeviceAddress, how: { readonly steps: readonly string[]; readonly mode: ReleaseWish['mode'] }, signal: AbortSignal): Promise<void>;
  /** Resolves with what the device says of itself if it works. */
  check(device: DeviceAddress, signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
}

/** How a chore ended; a chore is a reset with its check, or a check alone. */
export interface ChoreResult {
  readonly kind: 'reset' | 'check';
  readonly fault: Omit<Fault, 'atMs'> | undefined;
  /** The step that failed. */
  readonly step: string | undefined;
  readonly facts: Readonly<Record<string, string>>;
  readonly tookMs: number;
}

/** Resets and then checks a device, in the time that its pool gives it. Rejects only if the signal ends it. */
export function resetDevice(driver: DeviceDriver, device: DeviceAddress, rules: ResetRules, mode: ReleaseWish['mode'], clock: Clock, signal: AbortSignal): Promise<ChoreResult> {
  return chore('reset', `reset of ${device.name}`, rules.timeoutSeconds, clock, signal, async (inner) => {
    await driver.reset(device, { steps: rules.steps, mode }, inner);
    return driver.check(device, inner);
  });
}

/** Checks a device that nobody holds. Rejects only if the signal ends it. */
export function checkDevice(driver: DeviceDriver, device: DeviceAddress, timeoutSeconds: number, clock: Clock, signal: AbortSignal): Promise<ChoreResult> {
  return chore('check', `check of ${device.name}`, timeoutSeconds, clock, signal, (inner) => driver.check(device, inner));
}

async function chore(kind: ChoreResult['kind'], what: string, seconds: number, clock: Clock, signal: AbortSignal, body: (signal: AbortSignal) => Promise<ChoreResult['facts']>): Promise<ChoreResult> {
  const start = clock.now();
  const scope = openScope(what, start + seconds * 1000, clock, 'device', [signal]);
  const done = (facts: ChoreResult['facts'], fault?: ChoreResult['fault'], step?: string): ChoreResult => ({ kind, fault, step, facts, tookMs: clock.now() - start });
  try {
    return done(await orAborted(body(scope.signal), scope.signal));
  } catch (thrown) {
    signal.throwIfAborted();
    const error = GyreError.from(thrown, 'device');
    const step = error.details['step'];
    const reason = kind === 'check' || step === undefined ? 'CheckFailed' : 'ResetFailed';
    return done({}, { reason: kind === 'reset' && scope.signal.aborted ? 'ResetTimedOut' : reason, message: error.message }, step);
  } finally {
    scope.dispose();
  }
}
