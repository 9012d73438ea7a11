import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteServices } from '#cli/remote.ts';
import type { Services } from '#cli/services.ts';
import { type Authority, makeAuthority } from '#deploy/authority.ts';
import { type Cluster, startCluster } from '#deploy/cluster/cluster.ts';
import { type LocalFoundations, startFoundations } from '#deploy/cluster/foundations.ts';
import { type Foundations, type Layout, layoutOf } from '#deploy/cluster/layout.ts';
import { loadConfig } from '#kit/config.ts';

/** A cluster for a suite: real servers, a process for each service, and the services as a command line reaches them. */

export interface ClusterTestOptions {
  readonly workers: number;
  /** Episodes at a time in one worker. */
  readonly concurrency: number;
  /** Tasks, as GYRE_POOL names them: train, dev, test. */
  readonly pool: string;
  readonly policy?: 'local' | 'triton';
  /** Starts a collector, and every process exports to it. */
  readonly telemetry?: boolean;
  /** Mutual TLS everywhere. */
  readonly tls?: boolean;
  /** Default `warn`. */
  readonly logLevel?: string;
  /** Further variables for every process. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Puts something between the services and what they stand on. */
  readonly between?: (foundations: Foundations) => Promise<Foundations>;
  /** Changes the layout before anything of it starts. */
  readonly arranged?: (layout: Layout, folder: string) => Promise<Layout> | Layout;
  /** Further variables for the command line. */
  readonly reached?: (layout: Layout) => Readonly<Record<string, string>>;
}

export interface TestCluster {
  /** Everything that the cluster writes lies in it; it is removed by `stop`. */
  readonly folder: string;
  readonly servers: LocalFoundations;
  readonly cluster: Cluster;
  readonly services: Services;
  /** With `tls`. */
  readonly authority: Authority | undefined;
  stop(): Promise<void>;
}

const HEALTHY_MS = 110_000;

/** Starts one and waits until every process serves. If it cannot, what had been started is stopped again. */
export async function openCluster(name: string, options: ClusterTestOptions): Promise<TestCluster> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), `gyre-${name}-`));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = options.tls === true ? await makeAuthority(join(folder, 'tls')) : undefined;
  const servers = await startFoundations({ folder, telemetry: options.telemetry ?? false, policy: options.policy ?? 'local', authority });
  started.defer(() => servers.stop());
  const foundations = (await options.between?.(servers.foundations)) ?? servers.foundations;
  const { workers, concurrency } = options;
  const planned = await layoutOf({ foundations, folder, workers, concurrency, logLevel: options.logLevel ?? 'warn', variables: { GYRE_POOL: options.pool, ...options.variables }, authority });
  const layout = (await options.arranged?.(planned, folder)) ?? planned;
  const cluster = await startCluster(layout);
  started.defer(() => cluster.stop());
  await cluster.healthy(HEALTHY_MS);
  const services = await remoteServices(loadConfig({ ...cluster.env, ...options.reached?.(planned) }), layout.adminToken);
  started.defer(() => services.close());
  const own = started.move();
  return { ...{ folder, servers, cluster, services, authority }, stop: () => own.disposeAsync() };
}
