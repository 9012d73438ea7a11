import { systemClock } from '#kit/clock.ts';
import { loadConfig } from '#kit/config.ts';
import { openCommonStore } from '#kit/store/open.ts';
import { startTelemetry, type Telemetry } from '#kit/telemetry-start.ts';
import { EXIT } from './exit-code.ts';
import { openServices } from './open.ts';
import { run } from './program.ts';
import { processTerminal } from './terminal.ts';

/** Longest that a command waits for its telemetry to be sent, milliseconds. */
const FLUSH_MS = 2_000;

/** The `gyre` command as a process. */
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());
// A reader that has seen enough, as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const telemetry = await startedTelemetry();
const code = await run(process.argv.slice(2), {
  env: process.env,
  terminal: processTerminal(),
  clock: systemClock,
  openServices,
  openStore: (config) => openCommonStore(config),
  signal: ending.signal,
});
await telemetry.stop();
// What still runs after an interruption is not waited for; all of it can be resumed.
if (code === EXIT.interrupted) process.exit(code);
process.exitCode = code;

/** Telemetry of the command. What is wrong with the environment is said by the command that reads it. */
async function startedTelemetry(): Promise<Telemetry> {
  try {
    return await startTelemetry('cli', loadConfig(process.env), { flushMs: FLUSH_MS });
  } catch {
    return { stop: async () => undefined };
  }
}
