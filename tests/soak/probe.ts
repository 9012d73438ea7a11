import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** What a process holds after a full collection, one line each time. */
export interface Sample {
  readonly atMs: number;
  /** Bytes that are alive: objects, and buffers outside of the heap. */
  readonly live: number;
  /** Bytes that the process occupies. */
  readonly resident: number;
}

const EVERY_MS = 5_000;

/** Loaded into a process by `--import`: writes a {@link Sample} every five seconds to the file that GYRE_SOAK_SAMPLES names. */
function watch(file: string): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setInterval(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const sample: Sample = { atMs: Date.now(), live: heapUsed + external, resident: rss };
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
  }, EVERY_MS).unref();
}

// Threads load it too; what they hold has a heap of its own, and shows in what the process occupies.
const file = process.env['GYRE_SOAK_SAMPLES'];
if (file !== undefined && isMainThread) watch(file);
