import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isGone } from '#deploy/servers/guard.ts';

/** Whether a process runs. One that has ended and that nobody has asked about yet (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // No /proc on this system, or gone since.
    return process.platform !== 'linux';
  }
}

/** Pids of the processes of a group that run. */
export function groupOf(leader: number): number[] {
  return execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, group]) => (group === leader && isAlive(pid) ? [pid] : []));
}
