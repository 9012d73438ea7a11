import { Informer, type InformerOptions } from '../runtime/informer.ts';
import { keyOf, type KubeObject } from '../runtime/objects.ts';
import { poolKeyOf, stateOf, wantsDevice } from './lease-status.ts';
import { DEVICE_LEASES, DEVICE_POOLS, type DeviceLeaseObject, type DeviceObject, type DevicePoolObject, DEVICES } from './resources.ts';

/** What is known of the cluster, by what it is looked up by. */
export interface Caches {
  readonly leases: Informer<DeviceLeaseObject>;
  readonly devices: Informer<DeviceObject>;
  readonly pools: Informer<DevicePoolObject>;
}

export type CacheOptions = Omit<InformerOptions<KubeObject>, 'resource' | 'indexers' | 'selection'> & { readonly namespace?: string | undefined };

/** Key of the device that a lease holds, or held and has not let go of. */
export const deviceKeyOf = ({ metadata, status }: DeviceLeaseObject) => (status?.deviceName === undefined ? undefined : keyOf({ metadata: { namespace: metadata.namespace, name: status.deviceName } }));

/** The informers of one process; with a namespace, of that alone. */
export function openCaches({ namespace, ...options }: CacheOptions): Caches {
  const shared = { ...options, selection: namespace === undefined ? {} : { namespace } };
  return {
    leases: new Informer({
      ...shared,
      resource: DEVICE_LEASES,
      indexers: {
        uid: ({ metadata }) => (metadata.uid === undefined ? [] : [metadata.uid]),
        pool: (lease) => [poolKeyOf(lease)],
        waiting: (lease) => (wantsDevice(lease) ? [poolKeyOf(lease)] : []),
        held: (lease) => (stateOf(lease) === 'held' ? [poolKeyOf(lease)] : []),
        // Those that are over care for what becomes of the device only where they wait for it in order to go.
        device: (lease) => (stateOf(lease) === 'ended' && !lease.metadata.deletionTimestamp ? [] : [deviceKeyOf(lease) ?? []].flat()),
      },
    }),
    devices: new Informer({ ...shared, resource: DEVICES, indexers: { pool: (device) => [poolKeyOf(device)], lease: ({ status }) => (status?.leaseRef === undefined ? [] : [status.leaseRef.uid]) } }),
    pools: new Informer({ ...shared, resource: DEVICE_POOLS }),
  };
}
