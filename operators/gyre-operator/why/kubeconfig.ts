import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { invalid, GyreError } from '#kit/errors.ts';
import { type Access, credentialsBy, kubeconfigAccess } from '../runtime/access.ts';
import { isRecord } from '../runtime/objects.ts';
import { nearest } from './lookup.ts';

/** Kubeconfigs as people have them: several files, several contexts, and what is wrong with them said by its field. */

export interface Chosen {
  /** One file, that has to be there; undefined: as `variable` says. */
  readonly file: string | undefined;
  /** As KUBECONFIG has it, one file or several; undefined or empty: ~/.kube/config, or the service account of the pod. */
  readonly variable: string | undefined;
  /** Undefined: the current one. */
  readonly context: string | undefined;
}

/** INVALID_ARGUMENT naming the option, or KUBECONFIG and the field of the file, with its remedy. */
export async function chosenAccess({ file, variable = '', context }: Chosen): Promise<Access> {
  const home = join(homedir(), '.kube', 'config');
  const listed = variable.split(delimiter).filter((each) => each !== '');
  const named = file !== undefined ? [file] : listed.length > 0 ? listed : existsSync(home) ? [home] : [];
  // As kubectl does, of several files those that are not there are left out.
  const there = named.length > 1 ? named.filter((each) => existsSync(each)) : named;
  if (named.length > 1 && there.length === 0) throw invalid('KUBECONFIG', `none of ${named.join(', ')} is there`, 'name a kubeconfig file that can be read');
  if (there.length === 0) {
    if (context !== undefined) throw invalid('--context', `there is no kubeconfig that could have the context ${context}`, 'give --kubeconfig');
    return kubeconfigAccess();
  }
  const config = await merged(there);
  if (context !== undefined) {
    const contexts = config.getContexts().map(({ name }) => name);
    if (!contexts.includes(context)) {
      const near = nearest(context, contexts);
      throw invalid('--context', `the kubeconfig has no context ${context}`, near.length > 0 ? `did you mean ${near.join(', ')}?` : `it has ${contexts.join(', ') || 'none'}`);
    }
    config.setCurrentContext(context);
  }
  return accessOf(config);
}

type KubeConfig = import('@kubernetes/client-node').KubeConfig;

/** What stands in an earlier file counts, as with kubectl. */
async function merged(files: readonly string[]): Promise<KubeConfig> {
  // Loaded only where a real API server is used: the package brings every generated client with it.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const all = new KubeConfig();
  for (const file of files) {
    const config = new KubeConfig();
    try {
      config.loadFromFile(file);
    } catch (thrown) {
      throw invalid('KUBECONFIG', `the kubeconfig cannot be read: ${file}: ${messageOf(thrown)}`, 'name a kubeconfig file that can be read');
    }
    const unknown = (own: readonly { readonly name: string }[]) => ({ name }: { readonly name: string }) => !own.some((each) => each.name === name);
    const current = all.getCurrentContext() || config.getCurrentContext();
    all.loadFromOptions({
      clusters: [...all.getClusters(), ...config.getClusters().filter(unknown(all.getClusters()))],
      users: [...all.getUsers(), ...config.getUsers().filter(unknown(all.getUsers()))],
      contexts: [...all.getContexts(), ...config.getContexts().filter(unknown(all.getContexts()))],
      currentContext: current,
    });
  }
  return all;
}

function accessOf(config: KubeConfig): Access {
  const context = config.getContextObject(config.getCurrentContext());
  const cluster = config.getCurrentCluster();
  if (!context) throw invalid('KUBECONFIG', `the kubeconfig has no context ${JSON.stringify(config.getCurrentContext() || '')}, its current-context`, 'set current-context to one of its contexts, or give --context');
  if (!cluster) throw invalid('KUBECONFIG', `context ${context.name} of the kubeconfig names cluster ${context.cluster}, which it does not have`, 'name another context by --context');
  const { server } = cluster;
  const protocol = URL.canParse(server) ? new URL(server).protocol : undefined;
  if (protocol !== 'https:' && protocol !== 'http:') throw invalid('KUBECONFIG', `clusters[${cluster.name}].cluster.server is ${JSON.stringify(server)}, which is no address`, 'write https://HOST:PORT');
  if (protocol === 'http:' && !cluster.skipTLSVerify) throw invalid('KUBECONFIG', `${server} is not https`, 'use https, or insecure-skip-tls-verify: true for a server on loopback');
  return {
    server,
    namespace: context.namespace,
    credentials: () =>
      credentialsBy(config).catch((thrown: unknown) => {
        throw unusable(thrown, context.user, config);
      }),
  };
}

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
const partOf = (thrown: unknown, name: string) => (isRecord(thrown) || thrown instanceof Error ? String(Reflect.get(thrown, name) ?? '') : '');

/** Why the credentials of a user cannot be had: a program that is not there, a file that cannot be read, or what either of them said. */
function unusable(thrown: unknown, userName: string, config: KubeConfig): GyreError {
  const user = config.getUser(userName);
  const cluster = config.getCurrentCluster();
  const path = partOf(thrown, 'path');
  const [, program] = /^spawn(?:Sync)? (.+)$/.exec(partOf(thrown, 'syscall')) ?? [];
  if (program !== undefined) return invalid('KUBECONFIG', `users[${userName}].user.exec.command is ${program}, which cannot be run (${partOf(thrown, 'code')})`, 'install it, put its folder into PATH, or name another context by --context');
  const fields = [[`users[${userName}].user.client-certificate`, user?.certFile], [`users[${userName}].user.client-key`, user?.keyFile], [`clusters[${cluster?.name}].cluster.certificate-authority`, cluster?.caFile]] as const;
  if (path !== '') {
    const [field = `users[${userName}].user`] = fields.flatMap(([name, file]) => (file === path ? [name] : []));
    return invalid('KUBECONFIG', `${field} names the file ${path}, which cannot be read (${partOf(thrown, 'code')})`, 'correct the path, or name another context by --context');
  }
  return new GyreError('UNAUTHENTICATED', `the credentials of users[${userName}] of the kubeconfig cannot be had: ${messageOf(thrown)}`, { boundary: 'cluster', field: 'KUBECONFIG', remedy: 'log in anew as this user does, or name another context by --context', cause: thrown });
}

/** What is wrong with certificates where a request could not be sent; undefined of any other failure. */
export function certificateProblem(error: GyreError, server: string): GyreError | undefined {
  const code = partOf(error.cause, 'code');
  if (/^ERR_OSSL|^ERR_TLS_INVALID|PEM/.test(code)) return invalid('KUBECONFIG', `a certificate or key of the kubeconfig cannot be used (${error.message})`, 'correct certificate-authority(-data), client-certificate(-data) and client-key(-data): each is PEM');
  const why = UNTRUSTED[code];
  return why && invalid('KUBECONFIG', `the API server at ${server} answers, but ${why[0]} (${code})`, why[1]);
}

const OTHER_CA = ['its certificate is not by the certificate authority of the kubeconfig', 'correct clusters[].cluster.certificate-authority or certificate-authority-data'] as const;
const UNTRUSTED: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OTHER_CA,
  UNABLE_TO_GET_ISSUER_CERT: OTHER_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OTHER_CA,
  SELF_SIGNED_CERT_IN_CHAIN: OTHER_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: OTHER_CA,
  CERT_SIGNATURE_FAILURE: OTHER_CA,
  CERT_HAS_EXPIRED: ['its certificate has expired', 'have the certificate of the API server renewed'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'compare the clocks of this machine and the API server'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'give clusters[].cluster.tls-server-name a name that the certificate has, or correct clusters[].cluster.server'],
};
