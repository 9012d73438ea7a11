/** What services may import to ask a cluster why something waits. */
export { Client } from '../runtime/client.ts';
export { explain, type Question } from './explain.ts';
export { type Explanation, spanOf } from './explanation.ts';
export { certificateProblem, chosenAccess } from './kubeconfig.ts';
export { type AskedKind, parseAsked } from './lookup.ts';
export { type Overview, overview, type OverviewOptions } from './overview.ts';
