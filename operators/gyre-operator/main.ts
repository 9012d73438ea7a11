import { loadConfig } from '#kit/config.ts';
import { randomIds } from '#kit/ids.ts';
import { createLogger } from '#kit/logs.ts';
import { runProcess, untilTold } from '#kit/process.ts';
import { random } from '#kit/random.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { openOperator } from './operator.ts';
import { kubeconfigAccess } from './runtime/access.ts';
import { endProcess } from './runtime/election.ts';
import { steadyClock } from './runtime/steady-clock.ts';
import { operatorSettings } from './settings.ts';

/** The operator as a process: one of its replicas, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  // It has neither store nor bus: of the common configuration it takes what every process has.
  const config = loadConfig({ GYRE_LOG_LEVEL: process.env['GYRE_LOG_LEVEL'], GYRE_OTLP_ENDPOINT: process.env['GYRE_OTLP_ENDPOINT'] });
  const settings = operatorSettings(process.env);
  const log = createLogger('gyre-operator', config.logLevel);
  const ids = randomIds();
  const identity = ids.next(process.env['HOSTNAME'] ?? 'gyre-operator');
  const telemetry = await startTelemetry('gyre-operator', config, { instance: identity, onProblem: (problem) => log.warn({ problem }, 'telemetry') });
  const told = new AbortController();
  void untilTold().then(() => told.abort());
  // What reaches devices comes with their backend.
  const operator = await openOperator({ access: await kubeconfigAccess(), settings, identity, clock: steadyClock, random: random(identity), ids, log, onLost: endProcess(log) });
  await operator.run(told.signal);
  log.info('ended');
  await telemetry.stop();
}

await runProcess('cluster', main);
