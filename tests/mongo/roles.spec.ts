import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { openCuratorHandlers } from '#curator/mod.ts';
import { EvidenceStore } from '#env-manager/evidence-store.ts';
import { systemClock } from '#kit/clock.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import { Action } from '#protos/core/v1/action.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { Evidence } from '#protos/core/v1/evidence.ts';
import { Split, Task } from '#protos/core/v1/task.ts';
import { Witness } from '#protos/core/v1/witness.ts';
import { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { criteriaOf } from '#verifier/mod.ts';
import { wireTap } from './wire-tap.ts';

type Actions = Readonly<Record<string, readonly string[]>>;

/** The privileges that MongoDB wants for a command (manual, "Privilege Actions"). */
const NEEDED: Readonly<Record<string, (command: Document) => readonly string[]>> = {
  find: () => ['find'],
  aggregate: () => ['find'],
  insert: () => ['insert'],
  update: ({ updates }) => (updates?.[0]?.upsert === false ? ['update'] : ['insert', 'update']),
  findAndModify: () => ['find', 'update'],
  delete: () => ['remove'],
};

/** Roles as roles.js would create them; it is run as mongosh does, with a `db` that only takes notes. */
function rolesOf(env: Record<string, string>): { [role: string]: { database: string; actions: Actions } } {
  const roles: { [role: string]: { database: string; actions: Actions } } = {};
  const database = (name: string) => ({
    getSiblingDB: database,
    getRole: () => null,
    createRole({ role, privileges }: { role: string; privileges: { resource: { db: string; collection: string }; actions: string[] }[] }) {
      expect(privileges.every(({ resource }) => resource.db === name && resource.collection !== '')).toBe(true);
      roles[role] = { database: name, actions: Object.fromEntries(privileges.map(({ resource, actions }) => [resource.collection, actions])) };
    },
  });
  runInNewContext(readFileSync(new URL('../../deploy/mongo/roles.js', import.meta.url), 'utf8'), { db: database('test'), process: { env } });
  return roles;
}

/** What each process does in its evidence store. */
const USES: Readonly<Record<string, (evidence: Store) => Promise<void>>> = {
  async gyreEnvManager(evidence) {
    const kept = new EvidenceStore(evidence, true);
    await kept.append('e', 0, [], undefined);
    await kept.append('e', 0, [], Action.create());
    await kept.log('e');
    await kept.close('e', 'done', Evidence.create());
    // As when another process was faster.
    await kept.close('e', 'lapsed', undefined);
    await kept.closed('e');
    await kept.append('e', 0, [], undefined);
    await kept.sweep(1);
  },
  async gyreCurator(evidence) {
    const store = await openStore('sqlite::memory:');
    const task = Task.create({ id: 'a', revision: 1, family: 'f', split: Split.TRAIN });
    const tasks = [{ task, criteria: CompletionCriteria.create(), witness: Witness.create({ actions: [Action.create()] }) }];
    const construct = async () => ({ tasks, rejected: [] });
    const curator = openCuratorHandlers({ store, evidenceStore: evidence, clock: systemClock, construct });
    const context = { deadline: systemClock.now() + 60_000, signal: new AbortController().signal, metadata: {} };
    await curator.constructTasks(ConstructTasksRequest.create(), context);
    expect((await curator.getDemonstration({ taskId: 'a' }, context)).actions).toHaveLength(1);
    // As when it attributes a failure to a tool that was missed.
    await criteriaOf(evidence).get('a');
    await store.close();
  },
  async gyreVerifier(evidence) {
    await criteriaOf(evidence).get('a');
  },
};

it('gives services nothing but the store, and names databases as told', () => {
  expect(rolesOf({})['gyreService']).toEqual({ database: 'gyre', actions: {} });
  const named = rolesOf({ GYRE_STORE_DATABASE: 'one', GYRE_EVIDENCE_DATABASE: 'two' });
  expect([...new Set(Object.values(named).map(({ database }) => database))].sort()).toEqual(['one', 'two']);
  expect(Object.keys(named).sort()).toEqual(['gyreService', ...Object.keys(USES)].sort());
});

const describeMongo = await withServers('mongo');

describeMongo('the roles of the evidence store', () => {
  const server = withServer('mongo', { memory: true });

  it.each(Object.keys(USES))('%s allows what its process does there, and no more', async (role) => {
    await using tap = await wireTap(`${server().url}/${role}`);
    const evidence = await openStore(tap.url, 'GYRE_EVIDENCE_URL');
    await USES[role]?.(evidence);
    await evidence.close();
    const used = new Map<string, Set<string>>();
    for (const command of tap.commands.filter((each) => !('ping' in each))) {
      const name = Object.keys(command)[0] ?? '';
      const actions = used.get(String(command[name])) ?? new Set();
      for (const action of NEEDED[name]?.(command) ?? [`${name}: unknown`]) actions.add(action);
      used.set(String(command[name]), actions);
    }
    const { migrations, ...allowed } = rolesOf({})[role]?.actions ?? {};
    expect(Object.fromEntries([...used].map(([collection, actions]) => [collection, [...actions].sort()]))).toEqual(Object.fromEntries(Object.entries(allowed).map(([collection, actions]) => [collection, [...actions].sort()])));
    expect(migrations).toEqual(role === 'gyreVerifier' ? ['find'] : ['find', 'insert', 'update']);
  });
});
