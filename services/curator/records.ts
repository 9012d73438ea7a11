import type { Json } from '#kit/store/types.ts';
import { Attribution, Decision, decisionFromJSON, type Record } from '#protos/core/v1/record.ts';
import { abilityGroupFromJSON, backendFromJSON, splitFromJSON } from '#protos/core/v1/task.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { type CuratorCollections, getMany, type RecordDoc, type TrajectoryDoc } from './collections.ts';
import { unpackTrajectory } from './ingest/packing.ts';

/** The record as the contract has it; the trajectory is left out where it was not read. */
export function recordOf(doc: RecordDoc, trajectory?: Trajectory): Record {
  return {
    digest: doc._id,
    trajectory,
    verdict: doc.verdict === null ? undefined : Verdict.fromJSON(doc.verdict),
    family: doc.family,
    split: splitFromJSON(doc.split),
    backend: backendFromJSON(doc.backend),
    abilityGroup: abilityGroupFromJSON(doc.ability_group),
    domains: [...doc.domains],
    capabilities: [...doc.capabilities],
    source: doc.source,
    attribution: attributionOf(doc.attribution),
    decision: decisionFromJSON(doc.decision),
    decidedBy: doc.decided_by,
    decisionReason: doc.decision_reason,
  };
}

function attributionOf(json: Json): Attribution | undefined {
  return json === null ? undefined : Attribution.fromJSON(json);
}

/** Records with their trajectories, in the order of the digests; those that are not stored are left out. */
export async function readRecords(collections: Pick<CuratorCollections, 'records' | 'trajectories'>, digests: readonly string[]): Promise<Record[]> {
  const docs = new Map((await getMany(collections.records, digests)).map((doc) => [doc._id, doc]));
  const wanted = [...docs.values()].map(({ trajectory_id }) => trajectory_id);
  const trajectories = new Map<string, TrajectoryDoc>((await getMany(collections.trajectories, wanted)).map((doc) => [doc._id, doc]));
  return digests.flatMap((digest) => {
    const doc = docs.get(digest);
    const packed = doc && trajectories.get(doc.trajectory_id);
    return doc === undefined ? [] : [recordOf(doc, packed && unpackTrajectory(packed))];
  });
}

/** Whether a decision lets the record count in statistics: quarantined and rejected ones tell nothing of a policy. */
export function counts(decision: string): boolean {
  return decision === Decision.ACCEPTED || decision === Decision.AWAITING_REVIEW;
}
