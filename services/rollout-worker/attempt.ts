import { type Boundary, GyreError } from '#kit/errors.ts';
import type { SlotDoc, SlotSummary } from './collections.ts';

/** What an attempt needs to know of its slot. */
export type ClaimedSlot = Pick<
  SlotDoc,
  '_id' | 'groupId' | 'purpose' | 'taskId' | 'policy' | 'harnessVersion' | 'temperature' | 'seed' | 'guidanceSeed' | 'attempt' | 'workerId'
>;

/** How an attempt ended. A fault says nothing about the model and is never scored. */
export type AttemptOutcome =
  | {
      readonly kind: 'completed';
      readonly slotId: string;
      readonly attempt: number;
      readonly trajectoryId: string;
      /** Encoded IngestRequest, packed. */
      readonly result: string;
      readonly openingDigest: string;
      /** Encoded Opening, packed. */
      readonly opening: string;
      readonly summary: SlotSummary;
    }
  | Fault;

export interface Fault {
  readonly kind: 'fault';
  readonly slotId: string;
  readonly attempt: number;
  readonly fault: string;
  /** Set where a service turned the attempt away, which says nothing about its slot: it could not be reached, or had no room. */
  readonly away?: 'unreached' | 'full';
}

/**
 * The fault that something thrown makes of an attempt. `unanswered` says that it was the first call to its service: one that does not answer
 * that is as good as away.
 */
export function faultOf({ _id: slotId, attempt }: ClaimedSlot, thrown: unknown, boundary: Boundary, unanswered: boolean): Fault {
  const error = GyreError.from(thrown, boundary);
  const away = awayBy(error, unanswered);
  return { kind: 'fault', slotId, attempt, fault: `${error.boundary}: ${error.message}`, ...(away && { away }) };
}

function awayBy({ code, retryable }: GyreError, unanswered: boolean): Fault['away'] {
  if (!retryable) return undefined;
  if (code === 'RESOURCE_EXHAUSTED') return 'full';
  return code === 'UNAVAILABLE' || (unanswered && code === 'DEADLINE_EXCEEDED') ? 'unreached' : undefined;
}

/** `<slot>#<attempt>`: the id of the trajectory, of its episode and of its session. */
export function attemptId(slot: Pick<ClaimedSlot, '_id' | 'attempt'>): string {
  return `${slot._id}#${slot.attempt}`;
}
