/** What other services may import of the curator: document types, pure functions and readers. */
export * from './collections.ts';
export type { Construct, ConstructedTask, Construction } from './construction.ts';
export { attribute, MODEL_CAUSES } from './attribution/attribute.ts';
export type { AttributionInput } from './attribution/facts.ts';
export { demonstrationReader, privateTextsReader } from './for-harness.ts';
export { actionsDigest, normalise, recordDigest } from './ingest/normalise.ts';
export { packTrajectory, unpackTrajectory } from './ingest/packing.ts';
export { type Direction, Lineage, type LineageKind, type LineageLink, type LineageNode } from './lineage.ts';
export { readRecords, recordOf } from './records.ts';
export { releaseDigest } from './releases/content.ts';
export { drawTasks } from './sampling/draw.ts';
export { SCRIPTED_POLICIES } from './sampling/statistics.ts';
export { TaskPool } from './task-pool.ts';

/** The composition of the service, for the processes that host it. The worlds are loaded by the thread that constructs. */
export { CURATOR_ACCESS, type CuratorDependencies, curatorHandlers, openCuratorHandlers } from './service.ts';
export { constructInThread } from './threaded-construct.ts';
