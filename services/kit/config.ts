import { z } from 'zod';
import { GyreError } from './errors.ts';
import { schemeOf, withoutCredentials } from './url.ts';

/** The services that others call, by the name of their folder. */
export const SERVICES = ['env-manager', 'rollout-worker', 'verifier', 'curator', 'trainer-controller', 'harness-gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** What a process knows about its surroundings; read once, at its start. */
export interface Config {
  readonly profile: 'embedded' | 'cluster';
  /** Folder for everything the embedded profile keeps. */
  readonly stateDir: string;
  readonly storeUrl: string;
  /** A store of its own, told only to who handles evidence; undefined in other processes of the cluster profile. */
  readonly evidenceUrl: string | undefined;
  readonly busUrl: string;
  readonly blobsUrl: string;
  readonly policyUrl: string;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where traces and metrics go; undefined keeps them in the process. */
  readonly otlpEndpoint: string | undefined;
  /** `host:port` that this process listens on. */
  readonly listenAddress: string;
  /** `host:port` of the services that run in processes of their own. */
  readonly addresses: Readonly<Partial<Record<ServiceName, string>>>;
  readonly rpc: RpcSettings;
}

export interface RpcSettings {
  /** undefined: calls go as plain text, in both directions. */
  readonly tls: RpcTls | undefined;
  /** Whether servers list their methods to anybody who asks. */
  readonly reflection: boolean;
}

/** Paths of PEM files. */
export interface RpcTls {
  /** The authority that signed the certificates of the other side, whichever that is. */
  readonly ca: string;
  /** This process's own, as a server and as a client; a process that serves nothing may have none. */
  readonly own: { readonly cert: string; readonly key: string } | undefined;
  /** Whether callers must show a certificate of the authority. */
  readonly clients: 'certified' | 'any';
}

/** The environment variable that holds a service's address, for example GYRE_ENV_MANAGER_ADDRESS. */
export function addressVariable(service: ServiceName): string {
  return `GYRE_${service.toUpperCase().replaceAll('-', '_')}_ADDRESS`;
}

const ADDRESS = /^(dns:\/\/\/)?[^\s:/]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i;

const address = () => z.string().regex(ADDRESS, 'write HOST:PORT').optional();
const url = (schemes: readonly string[], remedy: string) =>
  z.string().refine((text) => schemes.includes(schemeOf(text)) && text.length > schemeOf(text).length, remedy);
const store = () => url(['sqlite:', 'mongodb:', 'mongodb+srv:'], 'write sqlite:PATH or mongodb://HOST/DATABASE');

const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'write trace, debug, info, warn, error or silent').default('info');

/** What the bus on NATS needs beside its URL. Paths name PEM files. */
const busVariables = {
  GYRE_BUS_TLS_CA: z.string().optional(),
  GYRE_BUS_TLS_CERT: z.string().optional(),
  GYRE_BUS_TLS_KEY: z.string().optional(),
  GYRE_BUS_REPLICAS: z.enum(['1', '3', '5'], 'write 1, 3 or 5, at most the number of NATS servers').default('1'),
};

/** How gRPC is spoken between processes. Paths name PEM files. */
const rpcVariables = z.object({
  GYRE_RPC_TLS_CA: z.string().optional(),
  GYRE_RPC_TLS_CERT: z.string().optional(),
  GYRE_RPC_TLS_KEY: z.string().optional(),
  GYRE_RPC_TLS_CLIENTS: z.enum(['certified', 'any'], 'write certified or any').optional(),
  GYRE_RPC_REFLECTION: z.enum(['on', 'off'], 'write on or off').optional(),
});

const milliseconds = (otherwise: number) =>
  z.string().regex(/^\d{3,6}$/, 'write milliseconds, 100 to 600000').transform(Number).refine((ms) => ms >= 100 && ms <= 600_000, 'write milliseconds, 100 to 600000').default(otherwise);

/** What store and blobs need beside their URLs: how long one operation may take. */
const storageVariables = {
  GYRE_STORE_TIMEOUT_MS: milliseconds(10_000),
  GYRE_BLOBS_TIMEOUT_MS: milliseconds(60_000),
};

const environment = z.object({
  GYRE_PROFILE: z.enum(['embedded', 'cluster'], 'write embedded or cluster').default('embedded'),
  GYRE_STATE_DIR: z.string().default('var'),
  GYRE_STORE_URL: store().optional(),
  GYRE_EVIDENCE_URL: store().optional(),
  ...storageVariables,
  GYRE_BUS_URL: z
    .string()
    .refine((text) => text === 'memory:' || /^(nats|tls):\/\/./.test(text), 'write memory: or nats://HOST:PORT')
    .optional(),
  ...busVariables,
  ...rpcVariables.shape,
  GYRE_BLOBS_URL: url(['file:', 's3:', 'nats:'], 'write file:DIR or s3://BUCKET').optional(),
  GYRE_POLICY_URL: z
    .string()
    .refine((text) => text === 'local:' || /^triton:\/\/./.test(text), 'write local: or triton://HOST:PORT')
    .optional(),
  GYRE_LOG_LEVEL: logLevel,
  GYRE_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'write http://HOST:PORT or https://HOST:PORT' }).optional(),
  GYRE_LISTEN_ADDRESS: address(),
  ...Object.fromEntries(SERVICES.map((service) => [addressVariable(service), address()])),
});

type UrlVariable = 'GYRE_STORE_URL' | 'GYRE_BUS_URL' | 'GYRE_BLOBS_URL' | 'GYRE_POLICY_URL';

interface Problem {
  readonly variable: string;
  readonly given: string | undefined;
  readonly remedy: string;
}

/**
 * Reads the configuration from environment variables; an empty variable counts as unset. INVALID_ARGUMENT lists every problem
 * at once, each with the variable, what was given and what to write instead; `details` has them by variable.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name.startsWith('GYRE_') && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw misconfigured(parsed.error.issues.map(({ path, message }) => ({ variable: String(path[0]), given: given[String(path[0])], remedy: message })));
  }
  const read = parsed.data;
  const embedded = read.GYRE_PROFILE === 'embedded';
  const dir = read.GYRE_STATE_DIR;
  const problems = [...halfOfPair('BUS', read.GYRE_BUS_TLS_CERT, read.GYRE_BUS_TLS_KEY), ...halfOfPair('RPC', read.GYRE_RPC_TLS_CERT, read.GYRE_RPC_TLS_KEY)];
  const choose = (variable: UrlVariable, inEmbedded: string, example: string): string => {
    const value = read[variable];
    if (value !== undefined) return value;
    if (!embedded) problems.push({ variable, given: undefined, remedy: `the cluster profile has no default; write, for example, ${example}` });
    return inEmbedded;
  };
  const config: Config = {
    profile: read.GYRE_PROFILE,
    stateDir: dir,
    storeUrl: choose('GYRE_STORE_URL', `sqlite:${dir}/gyre.db`, 'mongodb://HOST/gyre'),
    evidenceUrl: read.GYRE_EVIDENCE_URL ?? (embedded ? `sqlite:${dir}/evidence.db` : undefined),
    busUrl: choose('GYRE_BUS_URL', 'memory:', 'nats://HOST:4222'),
    blobsUrl: choose('GYRE_BLOBS_URL', `file:${dir}/blobs`, 's3://BUCKET'),
    policyUrl: choose('GYRE_POLICY_URL', 'local:', 'triton://HOST:8001'),
    logLevel: read.GYRE_LOG_LEVEL,
    otlpEndpoint: read.GYRE_OTLP_ENDPOINT,
    listenAddress: read.GYRE_LISTEN_ADDRESS ?? (embedded ? '127.0.0.1:7400' : '0.0.0.0:7400'),
    addresses: Object.fromEntries(SERVICES.map((service) => [service, given[addressVariable(service)]])),
    rpc: { tls: rpcTls(read, problems), reflection: (read.GYRE_RPC_REFLECTION ?? (embedded ? 'on' : 'off')) === 'on' },
  };
  if (config.evidenceUrl !== undefined && placeOf(config.evidenceUrl) === placeOf(config.storeUrl)) {
    const remedy = 'name another store than GYRE_STORE_URL; whoever reads the store may not read evidence';
    problems.push({ variable: 'GYRE_EVIDENCE_URL', given: config.evidenceUrl, remedy });
  }
  if (problems.length > 0) throw misconfigured(problems);
  return config;
}

/** Where a store is, whoever opens it: the URL without credentials and options. */
function placeOf(url: string): string {
  return withoutCredentials(url).replace('…@', '').replace(/\?.*$/, '');
}

/** TLS is spoken as soon as one of its variables is set: half of what it takes is a problem, never plain text. */
function rpcTls({ GYRE_RPC_TLS_CA: ca, GYRE_RPC_TLS_CERT: cert, GYRE_RPC_TLS_KEY: key, GYRE_RPC_TLS_CLIENTS: clients }: z.output<typeof rpcVariables>, problems: Problem[]): RpcTls | undefined {
  if (ca === undefined && cert === undefined && key === undefined && clients === undefined) return undefined;
  if (ca === undefined) problems.push({ variable: 'GYRE_RPC_TLS_CA', given: undefined, remedy: 'name the PEM file of the authority that signed the certificates of the services' });
  return { ca: ca ?? '', own: cert === undefined || key === undefined ? undefined : { cert, key }, clients: clients ?? 'certified' };
}

function halfOfPair(of: 'BUS' | 'RPC', cert: string | undefined, key: string | undefined): Problem[] {
  if ((cert === undefined) === (key === undefined)) return [];
  const [variable, other] = cert === undefined ? [`GYRE_${of}_TLS_CERT`, `GYRE_${of}_TLS_KEY`] : [`GYRE_${of}_TLS_KEY`, `GYRE_${of}_TLS_CERT`];
  return [{ variable, given: undefined, remedy: `it goes together with ${other}: name both files or none` }];
}

export interface BusSettings {
  /** Paths of PEM files; `cert` and `key` go together. */
  readonly tls: { readonly ca: string | undefined; readonly cert: string | undefined; readonly key: string | undefined };
  /** How many servers keep each stream. */
  readonly replicas: number;
  readonly logLevel: Config['logLevel'];
}

/** Reads what {@link Config.busUrl} leaves open. INVALID_ARGUMENT lists every problem at once, as {@link loadConfig} does. */
export function busSettings(env: Readonly<Record<string, string | undefined>>): BusSettings {
  const variables = { ...busVariables, GYRE_LOG_LEVEL: logLevel };
  const given = Object.fromEntries(Object.keys(variables).flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const parsed = z.object(variables).safeParse(given);
  if (!parsed.success) {
    throw misconfigured(parsed.error.issues.map(({ path, message }) => ({ variable: String(path[0]), given: given[String(path[0])], remedy: message })));
  }
  const { GYRE_BUS_TLS_CA: ca, GYRE_BUS_TLS_CERT: cert, GYRE_BUS_TLS_KEY: key } = parsed.data;
  const problems = halfOfPair('BUS', cert, key);
  if (problems.length > 0) throw misconfigured(problems);
  return { tls: { ca, cert, key }, replicas: Number(parsed.data.GYRE_BUS_REPLICAS), logLevel: parsed.data.GYRE_LOG_LEVEL };
}

export interface StorageSettings {
  /** What one operation on the store or the evidence store may take, in milliseconds. */
  readonly storeTimeoutMs: number;
  /** What one operation on blobs may take, in milliseconds. */
  readonly blobsTimeoutMs: number;
}

/** Reads what the URLs of store, evidence store and blobs leave open. INVALID_ARGUMENT lists every problem at once. */
export function storageSettings(env: Readonly<Record<string, string | undefined>>): StorageSettings {
  const given = Object.fromEntries(Object.keys(storageVariables).flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const parsed = z.object(storageVariables).safeParse(given);
  if (!parsed.success) {
    throw misconfigured(parsed.error.issues.map(({ path, message }) => ({ variable: String(path[0]), given: given[String(path[0])], remedy: message })));
  }
  return { storeTimeoutMs: parsed.data.GYRE_STORE_TIMEOUT_MS, blobsTimeoutMs: parsed.data.GYRE_BLOBS_TIMEOUT_MS };
}

function misconfigured(problems: readonly Problem[]): GyreError {
  const described = problems.map(({ variable, given, remedy }) => {
    return [variable, `${given === undefined ? 'is not set' : `is ${JSON.stringify(withoutCredentials(given))}`}; ${remedy}`] as const;
  });
  const lines = described.map(([variable, text]) => `  ${variable} ${text}`);
  return new GyreError('INVALID_ARGUMENT', `the environment is not complete:\n${lines.join('\n')}`, {
    boundary: 'caller',
    field: problems.map(({ variable }) => variable).join(', '),
    remedy: 'set the variables as described',
    details: Object.fromEntries(described),
  });
}
