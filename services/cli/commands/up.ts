import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { addressVariable, SERVICES } from '#kit/config.ts';
import { invalid } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';
import { createLogger } from '#kit/logs.ts';
import { openRpc } from '#kit/rpc/open.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { tokenFile } from '../open.ts';
import { serveOnLoopback } from '../serve.ts';

/** Roles of the token that `gyre up` hands to commands of the same user. */
const ROLES = ['worker', 'trainer', 'reviewer', 'admin'];

/** `gyre up`: all services in one process, each on a loopback port, until SIGTERM or SIGINT. */
export function upCommand(program: Command, invocation: Invocation): void {
  program
    .command('up')
    .description('run all services in one process on loopback ports until SIGTERM')
    .option('--port <n>', 'port of the first service, the others follow; 0 takes free ones', integer('--port', 0, 65_530), 7400)
    .action(async ({ port }: { port: number }) => {
      const config = invocation.config();
      const elsewhere = SERVICES.find((service) => config.addresses[service] !== undefined);
      if (elsewhere !== undefined) throw invalid(addressVariable(elsewhere), 'is set', 'unset it: gyre up runs the services itself');
      const logger = createLogger('up', config.logLevel);
      const rpc = await openRpc(config, { logger });
      const token = randomBytes(32).toString('hex');
      const services = await invocation.services();
      const serving = await serveOnLoopback(services, {
        ...{ clock: invocation.clock, rpc, host: config.rpc.tls === undefined ? '127.0.0.1' : 'localhost', port },
        authenticate: tokenTable({ [token]: { subject: 'up', roles: new Set(ROLES) } }),
      });
      invocation.closing(() => serving.stop());
      const file = tokenFile(config);
      makeFolder(config.stateDir);
      await writeFile(file, `${token}\n`, { mode: 0o600 });
      invocation.closing(() => rm(file, { force: true }));
      const lines = SERVICES.map((service) => `${addressVariable(service)}=${serving.addresses[service]}`);
      invocation.print({ addresses: serving.addresses, tokenFile: file, pid: process.pid }, () => [...lines, `GYRE_STATE_DIR=${config.stateDir}`].join('\n'));
      invocation.remark('serving; commands with these variables use these services; SIGTERM or Ctrl-C ends them');
      await ended(invocation.signal);
      invocation.remark('draining');
    });
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  // The listener alone keeps no process alive; the servers do.
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
