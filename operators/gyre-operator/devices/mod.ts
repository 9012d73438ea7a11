/** What services may import to take devices in a cluster. */
export { kubeconfigAccess } from '../runtime/access.ts';
export { Client } from '../runtime/client.ts';
export { Writer } from '../runtime/writer.ts';
export { ClusterLeases, type ClusterLeasesOptions } from './cluster-leases.ts';
