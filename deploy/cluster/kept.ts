import type { RunningServer } from '#deploy/servers/mod.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';

const LOOK_MS = 1_000;
/** A server that does not come back is tried again after so long, doubling, at most the second. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Starts servers again that have ended, on their ports and folders, and says so; until `signal` is aborted. */
export async function keepRunning(servers: readonly Pick<RunningServer, 'name' | 'log' | 'isRunning' | 'restart'>[], on: { clock: Clock; say: (line: string) => void; signal: AbortSignal }): Promise<void> {
  await Promise.all(servers.map((server) => keep(server, on)));
}

async function keep(server: Pick<RunningServer, 'name' | 'log' | 'isRunning' | 'restart'>, { clock, say, signal }: Parameters<typeof keepRunning>[1]): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    if (signal.aborted || server.isRunning) continue;
    say(`${server.name} has ended (${server.log}); starting it again`);
    try {
      await server.restart();
      say(`${server.name} is back`);
      waitMs = FIRST_WAIT_MS;
    } catch (thrown) {
      say(`${server.name} does not start: ${GyreError.from(thrown, 'caller').message}; again in ${waitMs / 1_000} s`);
      await clock.sleep(waitMs, signal).catch(() => undefined);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    }
  }
}
