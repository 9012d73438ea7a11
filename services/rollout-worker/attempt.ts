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
  | { readonly kind: 'fault'; readonly slotId: string; readonly attempt: number; readonly fault: string };

/** `<slot>#<attempt>`: the id of the trajectory, of its episode and of its session. */
export function attemptId(slot: Pick<ClaimedSlot, '_id' | 'attempt'>): string {
  return `${slot._id}#${slot.attempt}`;
}
