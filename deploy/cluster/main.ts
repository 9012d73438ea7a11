import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#kit/clock.ts';
import { invalid } from '#kit/errors.ts';
import { runProcess, untilTold } from '#kit/process.ts';
import { makeAuthority } from '../authority.ts';
import { startCluster } from './cluster.ts';
import { type LocalFoundations, type PolicyServing, startFoundations } from './foundations.ts';
import { givenFoundations } from './given.ts';
import { keepRunning } from './kept.ts';
import { type LayoutOptions, layoutOf } from './layout.ts';
import { onlyOne } from './only-one.ts';

const OPTIONS = {
  folder: { type: 'string', default: 'var/cluster' },
  workers: { type: 'string', default: '2' },
  concurrency: { type: 'string', default: '64' },
  'log-level': { type: 'string', default: 'info' },
  telemetry: { type: 'boolean', default: false },
  policy: { type: 'string', default: 'either' },
  tls: { type: 'boolean', default: false },
  given: { type: 'boolean', default: false },
} as const;
const SERVINGS: readonly PolicyServing[] = ['either', 'triton', 'local'];
/** Options that say something of servers which `--given` takes as they are. */
const OF_OWN_SERVERS = ['telemetry', 'policy', 'tls'] as const;

/** `make up`: the cluster profile on this machine, real servers and a process for each service, until SIGTERM or Ctrl-C. */
async function main(): Promise<void> {
  const { values, tokens } = parseArgs({ options: OPTIONS, tokens: true });
  const folder = resolve(values.folder);
  const workers = wholeNumber('--workers', values.workers);
  const concurrency = wholeNumber('--concurrency', values.concurrency);
  const policy = SERVINGS.find((word) => word === values.policy);
  if (policy === undefined) throw invalid('--policy', `is ${JSON.stringify(values.policy)}`, 'write triton or local; without it, Triton is taken if it can be had');
  const contrary = OF_OWN_SERVERS.find((option) => tokens.some((token) => token.kind === 'option' && token.name === option));
  if (values.given && contrary !== undefined) throw invalid(`--${contrary}`, 'cannot be given together with --given', 'set the variables of the servers: GYRE_BUS_URL, GYRE_POLICY_URL, GYRE_OTLP_ENDPOINT (docs/configuration.md)');
  const sizes = { folder, workers, concurrency, logLevel: values['log-level'] };
  if (values.given) {
    const foundations = givenFoundations(process.env, folder);
    using _alone = onlyOne(folder);
    return serve({ ...sizes, foundations });
  }
  using _alone = onlyOne(folder);
  const authority = values.tls ? await makeAuthority(`${folder}/tls`) : undefined;
  const servers = await startFoundations({ folder, telemetry: values.telemetry, policy, authority });
  console.error(whereTheyAct(servers));
  const ending = new AbortController();
  const all = [servers.nats, servers.mongo, servers.otelcol, servers.triton].filter((server) => server !== undefined);
  const kept = keepRunning(all, { clock: systemClock, say: (line) => console.error(line), signal: ending.signal });
  try {
    await serve({ ...sizes, foundations: servers.foundations, authority });
  } finally {
    ending.abort();
    await kept;
    await servers.stop();
  }
}

/** Runs the services until told to end. */
async function serve(options: Omit<LayoutOptions, 'variables'>): Promise<void> {
  const pool = process.env['GYRE_POOL'];
  const replicas = process.env['GYRE_BUS_REPLICAS'];
  const variables = { ...(pool === undefined ? {} : { GYRE_POOL: pool }), ...(replicas === undefined ? {} : { GYRE_BUS_REPLICAS: replicas }) };
  const cluster = await startCluster(await layoutOf({ ...options, variables }), systemClock);
  try {
    await cluster.healthy();
    for (const [name, value] of Object.entries(cluster.env)) console.log(`export ${name}=${value}`);
    console.error(`serving; logs in ${options.folder}; commands with these variables use this cluster; SIGTERM or Ctrl-C ends it`);
    await untilTold();
    console.error('draining');
  } finally {
    await cluster.stop();
  }
}

function whereTheyAct({ triton, tritonMissing }: LocalFoundations): string {
  if (triton !== undefined) return `policies act on Triton at ${triton.addresses.grpc}`;
  return `policies act in the harness processes${tritonMissing === undefined ? '' : `: no Triton, ${tritonMissing.reason}`}`;
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw invalid(option, `is ${text}`, 'write a whole number from 1');
}

await runProcess('caller', main);
