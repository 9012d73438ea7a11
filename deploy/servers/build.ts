import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { guarded, signalGroup } from './guard.ts';
import { which } from './programs.ts';
import type { Env, Job, Lack } from './types.ts';

/** What any one program of a build may take. */
const STEP_MS = 45 * 60_000;
const TAIL_LINES = 6;

/** How the package managers say that something could not be fetched: Go, Maven, pip, Docker, and what is between them and a registry. */
const UNFETCHED = [
  /dial tcp|no such host|i\/o timeout|TLS handshake|proxyconnect|unrecognized import path|module lookup disabled/i,
  /Could not (transfer|resolve|find) (artifact|dependencies)|Non-resolvable/i,
  /No matching distribution|Could not find a version|Max retries exceeded/i,
  /manifest (unknown|for \S+ not found)|pull access denied|toomanyrequests|Client\.Timeout exceeded/i,
  /connection (refused|reset|timed out)|name resolution|\b(403 Forbidden|404 Not Found|407 Proxy|502 Bad Gateway|503 Service)\b|status code: \d+/i,
];
/** How they say that they, or what they stand on, are too old or incomplete. */
const UNFIT = /requires go >= \S+|invalid go version|release version \d+ not supported|ensurepip is not available|No module named (venv|ensurepip)|JAVA_HOME (environment variable )?is not/i;

/** A job whose programs write to one log file, each in `folder` and none living longer than this process. */
export function openJob(folder: string, env: Env, log: string, stepMs = STEP_MS): Job {
  writeFileSync(log, '');
  return {
    folder,
    env,
    async run(program, args, extra = {}, ms = stepMs) {
      const executable = which(program, env);
      if (executable === undefined) return { lacking: 'tool', what: program, reason: `${program} is not on PATH` };
      const start = readFileSync(log).length;
      const output = openSync(log, 'a');
      try {
        const { pid, ended } = await guarded(executable, args, { env: { ...env, ...extra }, cwd: folder, output });
        const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), ms);
        const began = performance.now();
        const code = await ended;
        clearTimeout(timer);
        if (code === 0) return undefined;
        if (performance.now() - began >= ms) {
          const minutes = (ms / 60_000).toFixed(1);
          return { lacking: 'deadline', what: program, reason: `${program} was stopped after ${minutes} minutes; its output is in ${log}` };
        }
        return failure(program, code, readFileSync(log).subarray(start).toString(), log);
      } finally {
        closeSync(output);
      }
    },
  };
}

function failure(program: string, code: number | NodeJS.Signals, text: string, log: string): Lack {
  const tail = text.trim().split('\n').slice(-TAIL_LINES).map((line) => line.trim().slice(0, 300)).join(' | ');
  const unfit = UNFIT.exec(text)?.[0];
  if (unfit !== undefined) return { lacking: 'tool', what: program, reason: `${program} does not suffice (${unfit}); its output is in ${log}` };
  if (UNFETCHED.some((pattern) => pattern.test(text))) return { lacking: 'registry', what: program, reason: `${program} could not fetch what it needs: ${tail}` };
  return { lacking: 'build', what: program, reason: `${program} ended with ${code}: ${tail}; all of its output is in ${log}` };
}
