import { startKubernetes } from '#deploy/servers/mod.ts';

/** A process that starts a Kubernetes, tells its parent the pids and waits. */
const { etcd, apiServer } = await startKubernetes({ control: false });
process.send?.([etcd.pid, apiServer.pid]);
setInterval(() => undefined, 1_000_000);
