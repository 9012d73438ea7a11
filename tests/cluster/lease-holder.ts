import { randomIds } from '#kit/ids.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { systemClock as clock } from '#kit/clock.ts';
import { ClusterLeases } from '#operator/devices/mod.ts';
import { kubeconfigAccess } from '#operator/runtime/access.ts';
import { Client } from '#operator/runtime/client.ts';
import { Writer } from '#operator/runtime/writer.ts';

/** `node lease-holder.ts KUBECONFIG NAMESPACE POOL INSTANCE`: takes a lease that lasts ten seconds, tells its parent the name, and renews it each second. */
const [, , kubeconfig = '', namespace = '', pool = '', instance = ''] = process.argv;
const chance = random(instance);
const client = new Client({ access: await kubeconfigAccess(kubeconfig), clock, random: chance });
const leases = new ClusterLeases({ client, writer: new Writer({ client, manager: instance }), clock, random: chance, ids: randomIds(), log: createLogger(instance, 'error'), namespace, instance });
const over = new AbortController();
const running = leases.run(over.signal);
const lease = await leases.take({ pool, tenant: 'training', holder: instance, ttlSeconds: 10 });
process.send?.(lease.id);
while (!lease.ended.aborted) {
  await clock.sleep(1_000);
  await lease.renew();
}
await running;
