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
  /** A store of its own: only the verifier may read evidence. */
  readonly evidenceUrl: string;
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

const environment = z.object({
  GYRE_PROFILE: z.enum(['embedded', 'cluster'], 'write embedded or cluster').default('embedded'),
  GYRE_STATE_DIR: z.string().default('var'),
  GYRE_STORE_URL: store().optional(),
  GYRE_EVIDENCE_URL: store().optional(),
  GYRE_BUS_URL: z
    .string()
    .refine((text) => text === 'memory:' || /^(nats|tls):\/\/./.test(text), 'write memory: or nats://HOST:PORT')
    .optional(),
  GYRE_BLOBS_URL: url(['file:', 's3:', 'nats:'], 'write file:DIR or s3://BUCKET').optional(),
  GYRE_POLICY_URL: z
    .string()
    .refine((text) => text === 'local:' || /^triton:\/\/./.test(text), 'write local: or triton://HOST:PORT')
    .optional(),
  GYRE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'write trace, debug, info, warn, error or silent').default('info'),
  GYRE_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'write http://HOST:PORT or https://HOST:PORT' }).optional(),
  GYRE_LISTEN_ADDRESS: address(),
  ...Object.fromEntries(SERVICES.map((service) => [addressVariable(service), address()])),
});

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
  const problems: Problem[] = [];
  const choose = (variable: keyof typeof read, inEmbedded: string, example: string): string => {
    const value = read[variable];
    if (value !== undefined) return value;
    if (!embedded) problems.push({ variable, given: undefined, remedy: `the cluster profile has no default; write, for example, ${example}` });
    return inEmbedded;
  };
  const config: Config = {
    profile: read.GYRE_PROFILE,
    stateDir: dir,
    storeUrl: choose('GYRE_STORE_URL', `sqlite:${dir}/gyre.db`, 'mongodb://HOST/gyre'),
    evidenceUrl: choose('GYRE_EVIDENCE_URL', `sqlite:${dir}/evidence.db`, 'mongodb://HOST/evidence'),
    busUrl: choose('GYRE_BUS_URL', 'memory:', 'nats://HOST:4222'),
    blobsUrl: choose('GYRE_BLOBS_URL', `file:${dir}/blobs`, 's3://BUCKET'),
    policyUrl: choose('GYRE_POLICY_URL', 'local:', 'triton://HOST:8001'),
    logLevel: read.GYRE_LOG_LEVEL,
    otlpEndpoint: read.GYRE_OTLP_ENDPOINT,
    listenAddress: read.GYRE_LISTEN_ADDRESS ?? (embedded ? '127.0.0.1:7400' : '0.0.0.0:7400'),
    addresses: Object.fromEntries(SERVICES.map((service) => [service, given[addressVariable(service)]])),
  };
  if (config.evidenceUrl === config.storeUrl) {
    const remedy = 'name another store than GYRE_STORE_URL; whoever reads the store may not read evidence';
    problems.push({ variable: 'GYRE_EVIDENCE_URL', given: config.evidenceUrl, remedy });
  }
  if (problems.length > 0) throw misconfigured(problems);
  return config;
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
