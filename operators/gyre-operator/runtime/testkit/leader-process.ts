import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { openAccess } from '../access.ts';
import { Client } from '../client.ts';
import { Election, endProcess } from '../election.ts';
import { steadyClock } from '../steady-clock.ts';

/** A process that leads on the API server it is given, tells its parent so, and does nothing else. */

const log = createLogger('leader', 'info');
const client = new Client({ access: openAccess(process.argv[2] ?? ''), clock: steadyClock, random: random(process.pid) });
const election = new Election({ client, lease: { namespace: 'n', name: 'operator' }, identity: 'child', clock: steadyClock, random: random(process.pid), log, leaseMs: 3_000, renewMs: 2_000, retryMs: 200, onLost: endProcess(log) });
await election.run(async () => {
  process.send?.('leading');
  await new Promise(() => undefined);
}, new AbortController().signal);
