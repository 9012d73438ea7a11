import { z } from 'zod';
import type { Bus } from '#kit/bus/types.ts';
import { digestOf } from '#kit/digest.ts';
import { ROLLOUT_QUEUE, type SlotDoc } from './collections.ts';

/** About so many slots are named by one wake-up. */
const SLOTS_PER_MESSAGE = 8;
const Groups = z.array(z.string()).min(1);

/** A slot that can be claimed, as a wake-up knows it. */
export type Waiting = Pick<SlotDoc, '_id' | 'groupId' | 'attempt'>;
/** What to read of it. */
export const WAITING = { fields: ['groupId', 'attempt'] } as const;

/**
 * Publishes wake-ups for the groups of these slots. Losing one loses nothing: the sweep looks at the store. The id of a message stands for
 * the slots and their attempts, not for the groups: whoever has taken the message before may have missed what became free after it.
 */
export async function wake(bus: Bus, waiting: readonly Waiting[], groupSize: number): Promise<void> {
  const slotsOf = new Map<string, string[]>();
  for (const { _id, groupId, attempt } of waiting) slotsOf.set(groupId, [...(slotsOf.get(groupId) ?? []), `${_id}#${attempt}`]);
  const groups = [...slotsOf];
  const perMessage = Math.max(1, Math.floor(SLOTS_PER_MESSAGE / groupSize));
  for (let i = 0; i < groups.length; i += perMessage) {
    const named = groups.slice(i, i + perMessage);
    const id = digestOf(named.map(([group, slots]) => [group, ...slots.sort()]));
    await bus.publish(ROLLOUT_QUEUE, { id, data: Buffer.from(JSON.stringify(named.map(([group]) => group))) });
  }
}

/** The groups that a wake-up names; undefined for a message that names none. */
export function groupsNamed(data: Uint8Array): readonly string[] | undefined {
  try {
    return Groups.safeParse(JSON.parse(Buffer.from(data).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
