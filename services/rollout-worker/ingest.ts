import type { CallOptions, Client } from '#kit/rpc/types.ts';
import { type CuratorServiceService, IngestRequest } from '#protos/curator/v1/curator_service.ts';
import type { SlotDoc } from './collections.ts';
import { unpack } from './packing.ts';
import type { Slots } from './slots.ts';

/**
 * Hands the trajectories of a group to the curator once every member is accepted, so that a group that is dropped leaves no record.
 * Idempotent: what a crash left between acceptance and ingest is found again later. Returns how many were handed over.
 */
export async function ingestGroup(groupId: string, slots: Slots, curator: Pick<Client<CuratorServiceService>, 'ingest'>, call: CallOptions = {}): Promise<number> {
  const ready = await slots.ready(groupId);
  // At once, since the curator takes reports that arrive together in one go.
  await Promise.all(ready.map((slot) => hand(slot, slots, curator, call)));
  return ready.length;
}

async function hand(slot: SlotDoc, slots: Slots, curator: Pick<Client<CuratorServiceService>, 'ingest'>, call: CallOptions): Promise<void> {
  if (slot.purpose === 'evaluation' || slot.result === undefined) return slots.settle(slot._id, slot.record);
  const { record } = await curator.ingest(IngestRequest.decode(unpack(slot.result)), call);
  await slots.settle(slot._id, record?.digest ?? '');
}
