import { open, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { type Guarded, guarded, signalGroup } from '#deploy/servers/guard.ts';

/** One container as a process, which cannot outlive the test. */
export interface ContainerProcess {
  readonly name: string;
  readonly image: string;
  readonly startedAt: string;
  readonly pid: number;
  /** As a container runtime has it: a signal is 128 and its number. `log` is the end of what it wrote. */
  readonly ended: Promise<{ readonly exitCode: number; readonly finishedAt: string; readonly log: string }>;
  signal(signal: NodeJS.Signals): void;
}

export interface ProcessOptions {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly log: string;
}

/** What Kubernetes keeps of a log for a termination message. */
const MESSAGE_BYTES = 2_048;
const now = () => new Date().toISOString();

export async function startContainer({ name, image, command: [program = '', ...args], env, cwd, log }: ProcessOptions): Promise<ContainerProcess> {
  const file = await open(log, 'a', 0o600);
  let process: Guarded;
  try {
    process = await guarded(program, args, { env, cwd, output: file.fd });
  } finally {
    await file.close();
  }
  const startedAt = now();
  const ended = process.ended.then(async (end) => {
    const finishedAt = now();
    const whole = await readFile(log);
    return { exitCode: typeof end === 'number' ? end : 128 + constants.signals[end], finishedAt, log: whole.subarray(-MESSAGE_BYTES).toString() };
  });
  return {
    ...{ name, image, startedAt, pid: process.pid, ended },
    // A container is killed with all that it started; it is told to end by its first process alone.
    signal: (signal) => (signal === 'SIGKILL' ? signalGroup(process.pid, signal) : void process.child.kill(signal)),
  };
}
