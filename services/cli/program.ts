import { Command, CommanderError } from 'commander';
import { GyreError } from '#kit/errors.ts';
import { withSpan } from '#kit/telemetry.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts';
import { failureDocument, failureLine } from './failure.ts';
import { Invocation, type Surroundings } from './invocation.ts';

/** Adds one command, and what is under it, to the program. */
export type AddCommand = (program: Command, invocation: Invocation) => void;

/** Each command is loaded only when it is called for, so that what it needs does not slow the others. In the order of the help text. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  up: async () => (await import('./commands/up.ts')).upCommand,
  round: async () => (await import('./commands/round.ts')).roundCommand,
  eval: async () => (await import('./commands/eval.ts')).evalCommand,
  try: async () => (await import('./commands/try.ts')).tryCommand,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
  tasks: async () => (await import('./commands/tasks.ts')).tasksCommand,
  env: async () => (await import('./commands/env.ts')).envCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  lineage: async () => (await import('./commands/lineage.ts')).lineageCommand,
  review: async () => (await import('./commands/review.ts')).reviewCommand,
  release: async () => (await import('./commands/release.ts')).releaseCommand,
  harness: async () => (await import('./commands/harness.ts')).harnessCommand,
  policy: async () => (await import('./commands/policy.ts')).policyCommand,
  care: async () => (await import('./commands/care.ts')).careCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  cluster: async () => (await import('./commands/cluster.ts')).clusterCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
};

/** Longest that an interrupted command waits for what it opened, milliseconds. */
const GRACE_MS = 500;

/** Runs one command line, given without `node` and the script. Never throws: every failure is a line and an exit code. */
export function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const command = commandOf(args) ?? 'help';
  return withSpan(`gyre ${command}`, { 'gyre.command': command }, () => runCommand(args, surroundings));
}

async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const invocation = new Invocation(surroundings);
  invocation.json = args.includes('--json');
  try {
    const program = await programFor(invocation, args);
    await program.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    invocation.exitCode = report(thrown, invocation);
  }
  try {
    await ended(invocation);
  } catch (thrown) {
    if (invocation.exitCode === EXIT.ok) invocation.exitCode = report(thrown, invocation);
  }
  return invocation.exitCode;
}

/** Closes what was opened. Who interrupts does not wait for phases that run on: whatever is left ends with the process, and is resumable. */
async function ended(invocation: Invocation): Promise<void> {
  const closed = invocation.end();
  if (invocation.exitCode !== EXIT.interrupted) return closed;
  await Promise.race([closed.catch(() => undefined), invocation.clock.sleep(GRACE_MS)]);
}

/** The command tree, as far as this command line needs it: the command it names, or all of them for help and errors. */
async function programFor(invocation: Invocation, args: readonly string[]): Promise<Command> {
  const { stdout, stderr } = invocation.terminal;
  const program = new Command('gyre')
    .description('Runs the loop that constructs tasks, rolls out, verifies, curates, trains, evaluates and revises the harness.')
    .option('--json', 'print one JSON document on standard output')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text), outputError: () => undefined })
    .helpCommand(true)
    .showSuggestionAfterError(true);
  const first = commandOf(args);
  const named = first === undefined ? undefined : COMMANDS[first];
  for (const load of named === undefined ? Object.values(COMMANDS) : [named]) (await load())(program, invocation);
  return program;
}

/** The command that the line names, if there is one of that name. */
function commandOf(args: readonly string[]): string | undefined {
  const first = args.find((arg) => !arg.startsWith('-')) ?? '';
  return Object.hasOwn(COMMANDS, first) ? first : undefined;
}

function report(thrown: unknown, invocation: Invocation): ExitCode {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.ok;
  const error = thrown instanceof CommanderError ? misuse(thrown) : interrupted(GyreError.from(thrown, 'harness'), invocation);
  const { terminal, env } = invocation;
  if (invocation.json && !invocation.printed) terminal.stdout.write(`${JSON.stringify(failureDocument(error), null, 2)}\n`);
  terminal.stderr.write(`${failureLine(error)}\n`);
  const level = env['GYRE_LOG_LEVEL'];
  if (level === 'debug' || level === 'trace') terminal.stderr.write(`${error.stack ?? ''}\n${error.cause instanceof Error ? `${error.cause.stack ?? ''}\n` : ''}`);
  return exitCodeOf(error);
}

/** An interruption in the user's words, with what goes on; every other failure as it is. */
function interrupted(error: GyreError, { signal, goOnWith }: Invocation): GyreError {
  if (!signal.aborted || error.code !== 'CANCELLED') return error;
  const remedy = goOnWith === undefined ? {} : { remedy: `go on with ${goOnWith}` };
  return new GyreError('CANCELLED', 'interrupted', { boundary: 'caller', cause: error, ...remedy });
}

function misuse(error: CommanderError): GyreError {
  // A group without a subcommand has printed its help already.
  if (error.code === 'commander.help') return new GyreError('INVALID_ARGUMENT', 'a subcommand is missing', { boundary: 'caller', remedy: 'choose one of those listed' });
  const message = error.message.replace(/^error: /, '').replace(/\.$/, '');
  return new GyreError('INVALID_ARGUMENT', message, { boundary: 'caller', remedy: 'see gyre --help' });
}
