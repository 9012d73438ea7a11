import { expect, it } from 'vitest';
import { countedIds } from '#kit/ids.ts';
import { random } from '#kit/random.ts';
import { Refusal } from '../runtime/testkit/object-store.ts';
import { Writer } from '../runtime/writer.ts';
import { ClusterLeases } from './cluster-leases.ts';
import { log, NAMESPACE, openDeviceWorld, POOL } from './testkit/device-world.ts';

it.each([
  ['a limit of the pool', "spec.ttlSeconds: is 301, pool phones allows 300; ask for at most that", { code: 'INVALID_ARGUMENT', boundary: 'device', field: 'ttlSeconds', details: { reason: 'Refused' } }],
  ['a tenant of another namespace', "spec.tenant: is training, but the namespace belongs to evaluation; write evaluation", { code: 'INVALID_ARGUMENT', boundary: 'device', field: 'tenant' }],
  ['a pool that drains', "spec.poolRef: pool phones is draining and takes no new lease; name another pool", { code: 'FAILED_PRECONDITION', boundary: 'device', details: { reason: 'PoolDraining' } }],
  ['what others forbid', 'no leases on Sundays', { code: 'PERMISSION_DENIED', boundary: 'cluster', field: undefined }],
])('what a policy refuses at the creation is told as the port has it: %s', async (_, said, failure) => {
  const world = await openDeviceWorld();
  const client = world.open();
  const leases = new ClusterLeases({ client, writer: new Writer({ client, manager: 'spec' }), clock: world.clock, random: random('spec'), ids: countedIds('spec'), log, namespace: NAMESPACE, instance: 'spec' });
  world.run(leases.run(world.signal));
  world.server.beforeWrite = () => {
    throw new Refusal(said.startsWith('spec.') ? 422 : 403, said.startsWith('spec.') ? 'Invalid' : 'Forbidden', `deviceleases.gyre.dev "lease" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: ${said}`);
  };
  await expect(leases.take({ pool: POOL, tenant: 'training', holder: 'spec' })).rejects.toMatchObject(failure);
});
