import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../architecture/sources.ts';
import { describeChart, rendered } from './helm.testkit.ts';
import { type KubeObject, of, podsOf } from './objects.ts';

/** The set-up of the chart's own MongoDB servers, played against a shell that answers as told; no MongoDB runs here. */

const SCRIPT = readFileSync(`${ROOT}charts/gyre/files/mongodb-setup.js`, 'utf8');

interface Played {
  readonly done: string[];
  readonly error: unknown;
}

interface Server {
  /** What rs.status() is answered with; undefined: it is a member already. */
  readonly status?: string;
  /** Looks that it takes until it is primary. */
  readonly electing?: number;
  readonly users?: readonly string[];
}

function play(env: Readonly<Record<string, string>>, { status, electing = 0, users = [] }: Server): Played {
  const done: string[] = [];
  let looks = 0;
  const database = (name: string) => ({
    getUser: (user: string) => (users.includes(user) ? { user } : null),
    createUser: ({ user, pwd, roles }: { user: string; pwd: string; roles: string[] }) => done.push(`${name}: create ${user} ${pwd} ${roles.join()}`),
    updateUser: (user: string, { pwd, roles }: { pwd: string; roles: string[] }) => done.push(`${name}: update ${user} ${pwd} ${roles.join()}`),
  });
  const world = {
    process: { env },
    require: () => ({ readFileSync: (path: string) => `password of ${path}\n` }),
    rs: {
      status() {
        if (status !== undefined) throw Object.assign(new Error(status), { codeName: status });
      },
      initiate: (config: unknown) => done.push(`initiate ${JSON.stringify(config)}`),
    },
    db: { hello: () => ({ isWritablePrimary: looks++ >= electing }), getSiblingDB: database },
    load: (path: string) => done.push(`load ${path}`),
    sleep: () => done.push('sleep'),
    print: () => undefined,
  };
  try {
    runInNewContext(SCRIPT, world);
    return { done, error: undefined };
  } catch (error) {
    return { done, error };
  }
}

describeChart('the set-up of a MongoDB server', () => {
  const setups = new Map<string, Readonly<Record<string, string>>>();
  let objects: KubeObject[];
  beforeAll(async () => {
    objects = await rendered({ values: 'laptop' });
    for (const { component, name, spec } of podsOf(objects)) {
      if (component === 'mongodb-setup') setups.set(name, Object.fromEntries(spec.containers[0]?.env.map((variable) => [variable.name, variable.value ?? '']) ?? []));
    }
  });
  const env = (server: string) => setups.get(`gyre-${server}-setup-1`) ?? {};

  it('makes the member a replica set, then roles, then each user with its role', () => {
    const { done, error } = play(env('evidence'), { status: 'NotYetInitialized', electing: 2 });
    expect(error).toBeUndefined();
    expect(done).toEqual([
      'initiate {"_id":"gyre","members":[{"_id":0,"host":"gyre-evidence-0.gyre-evidence.gyre.svc:27017"}]}',
      ...['sleep', 'sleep', 'load /scripts/roles.js'],
      'evidence: create curator password of /users/curator gyreCurator',
      'evidence: create env-manager password of /users/env-manager gyreEnvManager',
      'evidence: create verifier password of /users/verifier gyreVerifier',
    ]);
  });

  it('may be run again: nothing is made twice, and passwords are those of the Secret', () => {
    expect(play(env('store'), { users: ['gyre'] })).toEqual({ done: ['load /scripts/roles.js', 'gyre: update gyre password of /users/gyre gyreService'], error: undefined });
  });

  it('ends with an error where the server refuses, or no primary comes about', () => {
    expect(play(env('store'), { status: 'Unauthorized' })).toMatchObject({ done: [], error: { codeName: 'Unauthorized' } });
    const { done, error } = play(env('store'), { electing: Infinity });
    expect(error).toMatchObject({ message: 'gyre-store-0.gyre-store.gyre.svc:27017 has not become primary; see its log' });
    expect(done).toHaveLength(120);
  });

  it('uses the roles of deploy/mongo, and the passwords that stand in the URLs', () => {
    const roles = [...readFileSync(`${ROOT}deploy/mongo/roles.js`, 'utf8').matchAll(/\b(gyre[A-Z]\w+)\b/g)].map(([role]) => role);
    const given = [...setups.values()].flatMap((variables) => Object.values(z.record(z.string(), z.string()).parse(JSON.parse(variables['ROLES'] ?? ''))));
    expect([...new Set(roles)].sort()).toEqual(given.sort());
    const secret = z.looseObject({ data: z.record(z.string(), z.string()) });
    for (const server of ['store', 'evidence']) {
      const { data } = secret.parse(of(objects, 'Secret').find(({ metadata }) => metadata.name === `gyre-${server}`));
      const text = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString();
      for (const user of Object.keys(JSON.parse(env(server)['ROLES'] ?? '{}'))) {
        expect(text(server === 'store' ? 'url' : user)).toBe(`mongodb://${user}:${text(`${user}-password`)}@${env(server)['MEMBER']}/${env(server)['DATABASE']}?replicaSet=gyre`);
      }
    }
  });
});
