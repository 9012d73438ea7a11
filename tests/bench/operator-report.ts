import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const distributions = z.record(z.string(), z.object({ count: z.number(), p50: z.number(), p99: z.number(), max: z.number() }));
const OperatorReport = z.object({
  /** Calls of the API server, by verb and resource, and error where there was one; a watch until it stands. */
  calls: distributions,
  /** By controller, milliseconds. */
  reconcile: distributions,
  queueWait: distributions,
  memory: z.object({ rssMb: z.number(), peakRssMb: z.number(), heapMb: z.number() }),
  /** Since it began. */
  cpuSeconds: z.number(),
});
/** What the operator's own metrics say of the time since the report before. */
export type OperatorReport = z.infer<typeof OperatorReport>;

export interface OperatorProcess {
  report(): Promise<OperatorReport>;
  stop(): Promise<void>;
}

/** Starts the operator as a process, and resolves when it leads. */
export async function startOperator(kubeconfig: string, namespace: string, execArgv: readonly string[]): Promise<OperatorProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL('operator-process.ts', import.meta.url)), [kubeconfig, namespace], { execArgv: ['--expose-gc', ...execArgv], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit').then(([code]) => { throw new Error(`the operator ended with code ${String(code)}`); })]);
  if (word !== 'leading') throw new Error(`the operator said ${JSON.stringify(word)} before it led`);
  return {
    async report() {
      const answer = once(child, 'message');
      child.send('report');
      return OperatorReport.parse((await answer)[0]);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
