import { z } from 'zod';
import type { Bus } from '#kit/bus/types.ts';
import { ROLLOUT_QUEUE } from './collections.ts';

/** About so many slots are named by one wake-up. */
const SLOTS_PER_MESSAGE = 8;
const Groups = z.array(z.string()).min(1);

/** Publishes wake-ups for the groups. Losing one loses nothing: the sweep looks at the store. */
export async function wake(bus: Bus, groups: readonly string[], groupSize: number): Promise<void> {
  const perMessage = Math.max(1, Math.floor(SLOTS_PER_MESSAGE / groupSize));
  for (let i = 0; i < groups.length; i += perMessage) {
    const named = groups.slice(i, i + perMessage);
    await bus.publish(ROLLOUT_QUEUE, { id: named.join(' '), data: Buffer.from(JSON.stringify(named)) });
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
