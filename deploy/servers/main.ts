import { GyreError } from '#kit/errors.ts';
import { PROGRAM_NAMES, programName, RECIPES } from './catalogue.ts';
import { findProgram, provideProgram, thisMachine } from './provision.ts';
import type { Provision } from './types.ts';

/** Exit codes: everything asked for is there; something is missing; the command was wrong. */
const EXIT = { there: 0, missing: 1, usage: 2 } as const;

const USAGE = `usage: node deploy/servers/main.ts install [NAME...]   find or install programs, all of them by default;
                                                         a Docker engine is asked for what cannot be installed
       node deploy/servers/main.ts list                where each is
programs: ${PROGRAM_NAMES.join(', ')}; they are kept in GYRE_SERVERS_DIR, by default ~/.cache/gyre/servers`;

async function main([command, ...names]: readonly string[]): Promise<number> {
  if (command === 'install') {
    const wanted = names.length === 0 ? PROGRAM_NAMES : names.map(programName);
    const results: Provision[] = [];
    for (const name of wanted) results.push(await provideProgram(name, thisMachine));
    for (const result of results) console.log(line(result));
    return results.every(({ kind }) => kind === 'ready') ? EXIT.there : EXIT.missing;
  }
  if (command === 'list' && names.length === 0) {
    for (const name of PROGRAM_NAMES) console.log(line(await findProgram(name, thisMachine)));
    return EXIT.there;
  }
  console.error(USAGE);
  return command === '--help' || command === 'help' ? EXIT.there : EXIT.usage;
}

function line(result: Provision): string {
  const head = `${result.name.padEnd(8)} ${result.version.padEnd(8)}`;
  if (result.kind === 'ready') return `${head} ${result.origin.padEnd(9)} ${result.executable}`;
  const cost = result.lacking === 'absent' ? `; installing takes about ${RECIPES[result.name].minutes} min` : '';
  return `${head} missing   ${result.reason}${cost}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  console.error(GyreError.from(thrown, 'caller').message);
  process.exitCode = EXIT.usage;
}
