import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAuthority } from '../../authority.ts';

/** Users that every cluster has, and their groups. */
const OWN_USERS = {
  admin: ['system:masters'],
  'system:kube-controller-manager': [],
  'system:kube-scheduler': [],
} as const;

/** Paths of the files by which the processes of a cluster know each other. */
export interface Papers {
  readonly ca: string;
  /** Certificate and key of whatever serves. */
  readonly cert: string;
  readonly key: string;
  /** What tokens of service accounts are signed with. */
  readonly accountsKey: string;
  /** The API server's list of users. */
  readonly tokens: string;
  /** Tokens by user. */
  readonly users: ReadonlyMap<string, string>;
}

/** Makes an authority, and a token for each user; `users` have the groups that stand with them. */
export async function makePapers(folder: string, users: Readonly<Record<string, readonly string[]>>): Promise<Papers> {
  const authority = await makeAuthority(folder);
  const [accountsKey, tokens] = [join(folder, 'accounts-key.pem'), join(folder, 'tokens.csv')];
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  await writeFile(accountsKey, privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 });
  const each = Object.entries({ ...OWN_USERS, ...users }).map(([user, groups]) => ({ user, groups, token: randomBytes(16).toString('hex') }));
  await writeFile(tokens, each.map(({ user, groups, token }) => `${token},${user},${user},"${groups.join(',')}"\n`).join(''), { mode: 0o600 });
  return { ca: authority.ca, ...(await authority.issue('kubernetes')), accountsKey, tokens, users: new Map(each.map(({ user, token }) => [user, token])) };
}

/** Writes a kubeconfig that holds all it needs, so that it may be copied; its path. */
export async function writeKubeconfig(path: string, server: string, ca: string, token: string): Promise<string> {
  const cluster = { server, 'certificate-authority-data': (await readFile(ca)).toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'gyre',
    clusters: [{ name: 'gyre', cluster }],
    users: [{ name: 'gyre', user: { token } }],
    contexts: [{ name: 'gyre', context: { cluster: 'gyre', user: 'gyre' } }],
  };
  // YAML includes JSON.
  await writeFile(path, JSON.stringify(config, undefined, 2), { mode: 0o600 });
  return path;
}
