import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '#deploy/servers/probes.ts';
import { addressVariable, type ServiceName, SERVICES } from '#kit/config.ts';
import type { Authority, Pair } from '../authority.ts';
import type { ProcessSpec } from './supervised.ts';

/** The processes of a cluster on one machine, and what each is told by its environment. */

/** URLs of what the services stand on. */
export interface Foundations {
  readonly storeUrl: string;
  readonly evidenceUrl: string;
  readonly busUrl: string;
  readonly blobsUrl: string;
  readonly policyUrl: string;
  readonly otlpEndpoint?: string;
}

export interface LayoutOptions {
  readonly foundations: Foundations;
  /** Folder for logs and the table of tokens. */
  readonly folder: string;
  /** Rollout workers. */
  readonly workers: number;
  /** Episodes at a time in one worker. */
  readonly concurrency: number;
  readonly logLevel: string;
  /** Further variables for every process, for example GYRE_POOL. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Gives each service a certificate: every call and every connection to the bus is then mutual TLS. */
  readonly authority?: Authority | undefined;
}

export interface Layout extends Pick<LayoutOptions, 'folder' | 'foundations'> {
  readonly processes: readonly ProcessSpec[];
  /** Of each service; of the workers, the first. */
  readonly addresses: Readonly<Record<ServiceName, string>>;
  /** Who has which token. Processes read digests of the tokens only. */
  readonly tokens: Readonly<Record<string, { readonly subject: string; readonly roles: readonly string[] }>>;
  /** For people and the command line. */
  readonly adminToken: string;
  readonly tokensFile: string;
  /** What a command line needs beside addresses and token. */
  readonly commandVariables: Readonly<Record<string, string>>;
}

/** The variable that holds a service's own credential, and the role it proves. */
const CREDENTIALS: Readonly<Partial<Record<ServiceName, readonly [variable: string, role: string]>>> = {
  'rollout-worker': ['GYRE_WORKER_TOKEN', 'worker'],
  verifier: ['GYRE_VERIFIER_TOKEN', 'verifier'],
  'trainer-controller': ['GYRE_TRAINER_TOKEN', 'trainer'],
  'harness-gateway': ['GYRE_HARNESS_TOKEN', 'harness'],
};

/** Services that read or write evidence, criteria or witnesses; no other process is told where they are. */
const EVIDENCE: ReadonlySet<ServiceName> = new Set(['env-manager', 'verifier', 'curator']);

/** Plans the processes with free ports that they keep over restarts. */
export async function layoutOf(options: LayoutOptions): Promise<Layout> {
  const { folder, workers, foundations, authority } = options;
  const names = SERVICES.flatMap((service): { service: ServiceName; name: string }[] => {
    return service === 'rollout-worker' ? Array.from({ length: workers }, (_, i) => ({ service, name: `${service}-${i + 1}` })) : [{ service, name: service }];
  });
  const ports = await freePorts(names.length);
  // Certificates hold the name; a server name that is an IP address is against RFC 6066.
  const host = authority === undefined ? '127.0.0.1' : 'localhost';
  const placed = names.map((one, i) => ({ ...one, address: `${host}:${ports[i]}` }));
  // The map has every service, since every service is among the names.
  const addresses = Object.fromEntries(placed.toReversed().map(({ service, address }) => [service, address])) as Record<ServiceName, string>;
  const secrets = new Map(Object.entries(CREDENTIALS).map(([service, [variable, role]]) => [service, { variable, role, token: randomBytes(32).toString('hex') }]));
  const adminToken = randomBytes(32).toString('hex');
  const tokensFile = `${folder}/tokens.json`;
  const shared = {
    ...inherited(),
    GYRE_PROFILE: 'cluster',
    GYRE_STORE_URL: foundations.storeUrl,
    GYRE_BUS_URL: foundations.busUrl,
    GYRE_BLOBS_URL: foundations.blobsUrl,
    GYRE_POLICY_URL: foundations.policyUrl,
    GYRE_TOKENS_FILE: tokensFile,
    GYRE_LOG_LEVEL: options.logLevel,
    ...options.variables,
    ...(foundations.otlpEndpoint === undefined ? {} : { GYRE_OTLP_ENDPOINT: foundations.otlpEndpoint }),
    ...Object.fromEntries(SERVICES.map((service) => [addressVariable(service), addresses[service]])),
  };
  const pairs = new Map<string, Pair>();
  if (authority !== undefined) for (const name of [...SERVICES, 'cli']) pairs.set(name, await authority.issue(name));
  const processes = placed.map(({ service, name, address }): ProcessSpec => {
    const secret = secrets.get(service);
    return {
      name,
      entry: fileURLToPath(new URL(`../../services/${service}/main.ts`, import.meta.url)),
      logFile: `${folder}/${name}.log`,
      env: {
        ...shared,
        GYRE_LISTEN_ADDRESS: address,
        ...tlsVariables(['RPC', 'BUS'], authority, pairs.get(service)),
        ...(EVIDENCE.has(service) ? { GYRE_EVIDENCE_URL: foundations.evidenceUrl } : {}),
        ...(secret === undefined ? {} : { [secret.variable]: secret.token }),
        ...(service === 'rollout-worker' ? { GYRE_WORKER_ID: name, GYRE_ROLLOUT_CONCURRENCY: String(options.concurrency) } : {}),
      },
    };
  });
  const tokens = Object.fromEntries([
    ...[...secrets].map(([service, { role, token }]) => [token, { subject: service, roles: [role] }] as const),
    [adminToken, { subject: 'admin', roles: ['admin'] }] as const,
  ]);
  const commandVariables = tlsVariables(['RPC'], authority, pairs.get('cli'));
  return { folder, foundations, processes, addresses, tokens, adminToken, tokensFile, commandVariables };
}

function tlsVariables(of: readonly ('RPC' | 'BUS')[], authority: Authority | undefined, own: Pair | undefined): Record<string, string> {
  if (authority === undefined || own === undefined) return {};
  return Object.fromEntries(of.flatMap((what) => [[`GYRE_${what}_TLS_CA`, authority.ca], [`GYRE_${what}_TLS_CERT`, own.cert], [`GYRE_${what}_TLS_KEY`, own.key]]));
}

/** What every process needs of its surroundings. */
function inherited(): Record<string, string> {
  const system = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_OPTIONS'];
  const blobs = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const telemetry = ['GYRE_TRACE_ATTEMPTS', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_BSP_MAX_QUEUE_SIZE', 'OTEL_METRIC_EXPORT_INTERVAL', 'OTEL_EXPORTER_OTLP_HEADERS'];
  const names = [...system, ...blobs, ...telemetry];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** Ports that nobody listens on now, all different. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort(ports));
  return [...ports];
}
