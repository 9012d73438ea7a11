import { type Code, GyreError } from '../errors.ts';
import type { Release } from './endings.ts';
import type { Command } from './types.ts';

type Ended = { readonly reason: Release['reason']; readonly message: string };

const CODES: Partial<Record<Release['reason'], Code>> = { WaitTimedOut: 'DEADLINE_EXCEEDED', PoolDraining: 'FAILED_PRECONDITION', Refused: 'INVALID_ARGUMENT' };

/** What `take` throws where the lease ended before it held a device. */
export function notTaken(id: string, { reason, message }: Ended, field?: string): GyreError {
  const full = field === undefined && reason === 'Refused';
  return new GyreError(full ? 'RESOURCE_EXHAUSTED' : (CODES[reason] ?? 'ABORTED'), `lease ${id}: ${message}`, { boundary: 'device', field, details: { lease: id, reason } });
}

/** What a holder is told whose lease has ended. */
export function leaseEnded(id: string, { reason, message }: Ended): GyreError {
  return new GyreError('ABORTED', `lease ${id} has ended (${reason}): ${message}`, { boundary: 'device', remedy: 'take another lease', details: { lease: id, reason } });
}

/** What a command is told that carries another token than that of the lease that holds the device. */
export function fenced({ pool, device, fencingToken }: Command, held: number | undefined): GyreError {
  const now = held === undefined ? 'no lease holds it' : `the lease that holds it has token ${held}`;
  return new GyreError('ABORTED', `device ${pool}/${device}: the command has token ${fencingToken}, ${now}`, { boundary: 'device', field: 'fencingToken', remedy: 'take another lease', details: { device } });
}
