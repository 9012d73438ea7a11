import { addressVariable, type Config, type ServiceName } from './config.ts';
import { type Boundary, GyreError, invalid, withRemedy } from './errors.ts';

/** What the entry of every process is written with. */

/** Runs a process's main function; a failure is one line on standard error and the end of the process, with exit code 1, whatever it left open. */
export async function runProcess(boundary: Boundary, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    console.error(withRemedy(GyreError.from(thrown, boundary)));
    process.exit(1);
  }
}

/** Resolves when the process is told to end: SIGTERM or SIGINT. What drains it stays with the caller. */
export function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/** Where another service listens. INVALID_ARGUMENT naming the variable if nobody has said. */
export function addressOf(config: Pick<Config, 'addresses'>, service: ServiceName): string {
  const address = config.addresses[service];
  if (address !== undefined) return address;
  throw invalid(addressVariable(service), 'is not set', 'write HOST:PORT of the service');
}

/** The word that a variable holds, the first of `allowed` if it is unset. INVALID_ARGUMENT naming the variable for any other word. */
export function wordFrom<W extends string>(variable: string, allowed: readonly [W, ...W[]], env: Readonly<Record<string, string | undefined>> = process.env): W {
  const text = env[variable];
  if (text === undefined || text === '') return allowed[0];
  const word = allowed.find((each) => each === text);
  if (word !== undefined) return word;
  throw invalid(variable, `is ${JSON.stringify(text)}`, `write ${allowed.join(' or ')}`);
}
