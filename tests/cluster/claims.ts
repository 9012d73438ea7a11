import type { Client } from '#operator/runtime/client.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { CLAIMS } from '#operator/training/cluster-resources.ts';
import { resource, sent } from './cluster.testkit.ts';

const VOLUMES = resource('v1', 'PersistentVolume', 'persistentvolumes', false);

/** A claim with a volume that is a folder of this machine, bound as the controller of volumes, which does not run here, would have bound it. */
export async function boundClaim(admin: Client, namespace: string, name: string, folder: string): Promise<void> {
  const shape = { accessModes: ['ReadWriteMany'], storageClassName: '' };
  const size = { storage: '1Gi' };
  const metadata = { namespace, name, annotations: { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' } };
  const claim = await sent(admin, CLAIMS, 'POST', { namespace }, { apiVersion: 'v1', kind: CLAIMS.kind, metadata, spec: { ...shape, resources: { requests: size }, volumeName: name } });
  const { uid } = CLAIMS.schema.parse(claim).metadata;
  const bound = { apiVersion: 'v1', kind: CLAIMS.kind, namespace, name, uid };
  await sent(admin, VOLUMES, 'POST', {}, { apiVersion: 'v1', kind: VOLUMES.kind, metadata: { name }, spec: { ...shape, capacity: size, hostPath: { path: folder }, claimRef: bound } });
  const status = (kind: typeof CLAIMS, place: { readonly namespace?: string; readonly name: string }, body: object) => admin.call('patch', kind, { method: 'PATCH', path: pathOf(kind, { ...place, subresource: 'status' }), contentType: 'application/merge-patch+json', body: { status: body } });
  await status(VOLUMES, { name }, { phase: 'Bound' });
  await status(CLAIMS, { namespace, name }, { phase: 'Bound', accessModes: shape.accessModes, capacity: size });
}
