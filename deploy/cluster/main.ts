import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#kit/clock.ts';
import { invalid } from '#kit/errors.ts';
import { runProcess, untilTold } from '#kit/process.ts';
import { makeAuthority } from './authority.ts';
import { startCluster } from './cluster.ts';
import { startFoundations } from './foundations.ts';
import { layoutOf } from './layout.ts';

const OPTIONS = {
  folder: { type: 'string', default: 'var/cluster' },
  workers: { type: 'string', default: '2' },
  concurrency: { type: 'string', default: '16' },
  'log-level': { type: 'string', default: 'info' },
  telemetry: { type: 'boolean', default: false },
  tls: { type: 'boolean', default: false },
} as const;

/** `make up`: the cluster profile on this machine, real servers and a process for each service, until SIGTERM or Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const folder = resolve(values.folder);
  const workers = wholeNumber('--workers', values.workers);
  const concurrency = wholeNumber('--concurrency', values.concurrency);
  const authority = values.tls ? await makeAuthority(`${folder}/tls`) : undefined;
  const servers = await startFoundations({ folder, telemetry: values.telemetry, authority });
  try {
    const pool = process.env['GYRE_POOL'];
    const variables: Record<string, string> = pool === undefined ? {} : { GYRE_POOL: pool };
    const cluster = await startCluster(await layoutOf({ ...{ foundations: servers.foundations, folder, workers, concurrency, variables, authority }, logLevel: values['log-level'] }), systemClock);
    try {
      await cluster.healthy();
      for (const [name, value] of Object.entries(cluster.env)) console.log(`export ${name}=${value}`);
      console.error(`serving; logs in ${folder}; commands with these variables use this cluster; SIGTERM or Ctrl-C ends it`);
      await untilTold();
      console.error('draining');
    } finally {
      await cluster.stop();
    }
  } finally {
    await servers.stop();
  }
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw invalid(option, `is ${text}`, 'write a whole number from 1');
}

await runProcess('caller', main);
