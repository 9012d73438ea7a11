import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { openBlobs } from '#kit/blobs/open.ts';
import { openBus } from '#kit/bus/open.ts';
import type { Config } from '#kit/config.ts';
import { GyreError } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import { ROLLOUT_QUEUE } from '#rollout-worker/mod.ts';
import { openDeadJobs } from './dead-jobs.ts';
import type { Invocation } from './invocation.ts';

export interface Finding {
  readonly check: string;
  /** `odd` is worth a look, `bad` stops the loop. */
  readonly state: 'good' | 'odd' | 'bad';
  readonly found: string;
  readonly remedy: string;
}

type Check = (invocation: Invocation, config: Config) => Promise<Finding | readonly Finding[]>;

const NEEDED_NODE = 22;
const LOW_DISK_BYTES = 512 * 1024 * 1024;
/** An episode or a slot whose lease ended this long ago should have been freed. */
const OVERDUE_MS = 60_000;
/** Dead letters that are read at most. */
const SHOWN = 100;

const good = (check: string, found: string): Finding => ({ check, state: 'good', found, remedy: '' });
const bad = (check: string, found: string, remedy: string): Finding => ({ check, state: 'bad', found, remedy });

const CHECKS: Readonly<Record<string, Check>> = {
  async node() {
    const found = process.versions.node;
    return Number(found.split('.')[0]) >= NEEDED_NODE ? good('node', found) : bad('node', found, 'start gyre by services/cli/bin/gyre, which brings its own Node');
  },

  async 'generated code'() {
    const there = existsSync(new URL('../../protos/gen/gyre/core/v1/task.ts', import.meta.url));
    return there ? good('generated code', 'protos/gen is there') : bad('generated code', 'protos/gen is missing', 'npm run generate');
  },

  async sqlite() {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(':memory:');
    const row = database.prepare('select sqlite_version() as version').get();
    database.close();
    return good('sqlite', String(row?.['version']));
  },

  async disk(_invocation, { stateDir }) {
    makeFolder(stateDir);
    const probe = `${stateDir}/.doctor-${randomBytes(6).toString('hex')}`;
    await writeFile(probe, 'probe');
    await rm(probe);
    const { bavail, bsize } = await statfs(stateDir);
    const free = bavail * bsize;
    const found = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${stateDir}`;
    return free >= LOW_DISK_BYTES ? good('disk', found) : bad('disk', found, 'free some, or name another folder with GYRE_STATE_DIR');
  },

  async store(invocation) {
    const store = await invocation.store();
    await store.ping();
    return [good('store', 'answers'), await openEpisodes(store, invocation), await stuckSlots(store, invocation)];
  },

  async 'evidence store'({ env }, { evidenceUrl, addresses }) {
    if (evidenceUrl === undefined || elsewhere(addresses, env['GYRE_EVIDENCE_URL'])) return good('evidence store', 'this process is not told where it is');
    const store = await openStore(evidenceUrl, 'GYRE_EVIDENCE_URL');
    try {
      await store.ping();
    } finally {
      await store.close();
    }
    return good('evidence store', 'answers');
  },

  async blobs(_invocation, { blobsUrl }) {
    const blobs = await openBlobs(blobsUrl);
    try {
      const digest = await blobs.put(randomBytes(16));
      await blobs.get(digest);
      await blobs.delete(digest);
    } finally {
      await blobs.close();
    }
    return good('blobs', 'written and read');
  },

  async bus({ env }, { busUrl, addresses }) {
    if (elsewhere(addresses, env['GYRE_BUS_URL'])) return good('bus', 'this process is not told where it is');
    if (busUrl === 'memory:') return good('bus', 'in memory, in the process that runs the workers');
    const bus = await openBus(busUrl);
    try {
      await bus.ping();
      return good('bus', `answers, ${await bus.depth(ROLLOUT_QUEUE)} waiting`);
    } finally {
      await bus.close();
    }
  },

  async 'dead letters'(invocation) {
    const jobs = await (await openDeadJobs(invocation)).list(SHOWN, 0);
    const remedy = 'their slots are woken by a sweep of the workers, sooner or later; see gyre jobs dead list for the reasons, and redrive or purge them';
    const found = `${jobs.length}${jobs.length < SHOWN ? '' : ' or more'}: ${jobs[0]?.reason ?? ''}`;
    return jobs.length === 0 ? good('dead letters', 'none') : { check: 'dead letters', state: 'odd', found, remedy };
  },
};

/** Whether the services run elsewhere and this process was not told of one of their foundations: what it would open by default is nobody's. */
function elsewhere(addresses: Config['addresses'], url: string | undefined): boolean {
  return Object.values(addresses).some((address) => address !== undefined) && (url ?? '') === '';
}

/** Runs every check; one that throws is a finding, not a failure of the doctor. INVALID_ARGUMENT only for a wrong environment. */
export async function examine(invocation: Invocation): Promise<Finding[]> {
  const config = invocation.config();
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      findings.push(...[await check(invocation, config)].flat());
    } catch (thrown) {
      const { message, remedy } = GyreError.from(thrown, 'caller');
      findings.push(bad(name, message, remedy ?? 'see GYRE_STATE_DIR and the GYRE_…_URL variables'));
    }
  }
  return findings;
}

interface Leased {
  readonly _id: string;
  readonly [field: string]: string | number | boolean;
}

async function openEpisodes(store: Store, { clock }: Invocation): Promise<Finding> {
  const open = await store.collection<Leased>({ name: 'episodes' }).find({ open: true }, { limit: 10_000 });
  const overdue = open.filter((episode) => Number(episode['lease_until_ms']) < clock.now() - OVERDUE_MS);
  if (overdue.length === 0) return good('open episodes', `${open.length}`);
  return { check: 'open episodes', state: 'odd', found: `${open.length}, ${overdue.length} past their lease, first ${overdue[0]?._id}`, remedy: 'they are freed when the env-manager runs: gyre up, or go on with the round' };
}

async function stuckSlots(store: Store, { clock }: Invocation): Promise<Finding> {
  const claimed = await store.collection<Leased>({ name: 'slots' }).find({ state: 'claimed' }, { limit: 10_000 });
  const stuck = claimed.filter((slot) => Number(slot['leaseUntilMs']) < clock.now() - OVERDUE_MS);
  if (stuck.length === 0) return good('stuck slots', `none of ${claimed.length} claimed`);
  return { check: 'stuck slots', state: 'odd', found: `${stuck.length}, first ${stuck[0]?._id}`, remedy: 'they are claimed again when a worker runs: gyre round resume' };
}
