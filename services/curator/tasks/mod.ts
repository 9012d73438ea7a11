/** What the curator, the CLI and tests may import of task construction. */
export { type TaskBundle } from './assemble.ts';
export { audit, type Audited, type Plant } from './audit/audit.ts';
export { type Neighbour, nearestTrain, profileOf, WORDING_LIMIT } from './audit/nearest.ts';
export { type Played, type Player, playerOf } from './audit/playback.ts';
export { type Probes } from './audit/probes.ts';
export { exposedAtStart, reachable } from './audit/reach.ts';
export {
  type Constructed,
  construction,
  type Construction,
  constructTasks,
  type ConstructOptions,
  plantOf,
  type Rejected,
  type TaskCounts,
} from './construct.ts';
export { ABILITY_SHARES, type FamilyCounts, type FamilyPlan, isGap, meetsGap } from './families.ts';
export { type Composition, compositionKey, type FamilySpec } from './family.ts';
