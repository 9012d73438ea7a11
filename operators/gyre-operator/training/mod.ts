/** What services may import to have trainings run in a cluster. */
export { kubeconfigAccess } from '../runtime/access.ts';
export { Client } from '../runtime/client.ts';
export { Writer } from '../runtime/writer.ts';
export { ClusterRuns, type ClusterRunsOptions, type WantedRun } from './cluster-runs.ts';
export type { Run } from './run.ts';
