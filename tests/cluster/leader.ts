import { systemClock } from '#kit/clock.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { kubeconfigAccess } from '#operator/runtime/access.ts';
import { Client } from '#operator/runtime/client.ts';
import { Election, endProcess } from '#operator/runtime/election.ts';
import { steadyClock } from '#operator/runtime/steady-clock.ts';

/** `node leader.ts KUBECONFIG NAMESPACE IDENTITY`: a process that stands for election, tells its parent the epoch when it leads, and does nothing else. */
const [, , kubeconfig = '', namespace = '', identity = ''] = process.argv;
const log = createLogger('leader', 'warn');
const client = new Client({ access: await kubeconfigAccess(kubeconfig), clock: systemClock, random: random(identity) });
const election = new Election({ client, lease: { namespace, name: 'operator' }, identity, clock: steadyClock, random: random(identity), log, leaseMs: 3_000, renewMs: 2_000, retryMs: 300, onLost: endProcess(log) });
await election.run(async () => {
  process.send?.(election.fence());
  await new Promise(() => undefined);
}, new AbortController().signal);
