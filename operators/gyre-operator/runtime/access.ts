import { readFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import type { RequestOptions } from 'node:https';
import { GyreError, invalid } from '#kit/errors.ts';
import { isRecord } from './objects.ts';

/** What a request is sent with. `agent` is there only where the way leads through a proxy. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: { readonly ca?: string | Buffer | undefined; readonly cert?: string | Buffer | undefined; readonly key?: string | Buffer | undefined; readonly servername?: string | undefined; readonly rejectUnauthorized?: boolean | undefined };
  readonly agent?: Agent | undefined;
}

/** Where the API server is and how to be let in. */
export interface Access {
  readonly server: string;
  /** Where whoever is let in is at home: of the context, or of the pod. */
  readonly namespace?: string | undefined;
  /** Asked before each request, so that tokens and certificates may be renewed while the process runs. */
  credentials(): Promise<Credentials>;
}

/** An API server that asks for nothing, for example a proxy on loopback. */
export function openAccess(server: string): Access {
  return { server, credentials: () => Promise.resolve({ headers: {}, tls: {} }) };
}

/**
 * By kubeconfig, as the official client reads it (tokens, certificates, exec plugins, OIDC, in-cluster files, proxies): of the file if
 * one is given, else KUBECONFIG, ~/.kube/config or the pod's service account. INVALID_ARGUMENT naming KUBECONFIG if there is none of them,
 * or if it cannot be read or names no server.
 */
export async function kubeconfigAccess(file?: string): Promise<Access> {
  // Loaded only where a real API server is used: the package brings every generated client with it.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  try {
    if (file === undefined) config.loadFromDefault();
    else config.loadFromString(readFileSync(file, 'utf8'));
  } catch (thrown) {
    throw invalid('KUBECONFIG', `the kubeconfig cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, 'name a kubeconfig file that can be read');
  }
  const cluster = config.getCurrentCluster();
  if (!cluster) throw invalid('KUBECONFIG', 'the current context of the kubeconfig names no cluster', 'set current-context to one of its contexts');
  // What the official client makes up where it has found nothing.
  if (file === undefined && cluster.name === 'cluster' && cluster.server === 'http://localhost:8080') {
    throw invalid('KUBECONFIG', 'is not set, and there is neither ~/.kube/config nor the service account of a pod', 'set it to a kubeconfig file');
  }
  if (cluster.server.startsWith('http:') && !cluster.skipTLSVerify) {
    throw invalid('KUBECONFIG', `${cluster.server} is not https`, 'use https, or insecure-skip-tls-verify: true for a server on loopback');
  }
  return {
    server: cluster.server,
    namespace: config.getContextObject(config.getCurrentContext())?.namespace,
    credentials: () =>
      credentialsBy(config).catch((thrown: unknown) => {
        throw new GyreError('UNAUTHENTICATED', `kubeconfig: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { boundary: 'cluster', retryable: true, cause: thrown });
      }),
  };
}

/** What the current context of a kubeconfig lets its user in with, as it is now; rejects with what the official client says. */
export async function credentialsBy(config: import('@kubernetes/client-node').KubeConfig): Promise<Credentials> {
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  return {
    headers: { ...stringsOf(options.headers), ...(options.auth ? { authorization: `Basic ${Buffer.from(options.auth).toString('base64')}` } : {}) },
    tls: { ca: asText(options.ca), cert: asText(options.cert), key: asText(options.key), servername: options.servername, rejectUnauthorized: options.rejectUnauthorized },
    agent: config.getCurrentCluster()?.proxyUrl && typeof options.agent === 'object' ? options.agent : undefined,
  };
}

function stringsOf(headers: unknown): Record<string, string> {
  if (!isRecord(headers)) return {};
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value.trim()]] : [])));
}

function asText(value: unknown): string | Buffer | undefined {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value : undefined;
}
