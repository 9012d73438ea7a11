import { Writable } from 'node:stream';
import { type Clock, ManualClock } from '#kit/clock.ts';
import { openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Surroundings } from '../invocation.ts';
import { run } from '../program.ts';
import type { OpenOptions, Services } from '../services.ts';

/** What a command line came to. */
export interface Captured {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as the one JSON document that it must be. */
  json(): unknown;
}

export interface CaptureOptions {
  readonly stdin?: string;
  readonly services?: (options: OpenOptions) => Promise<Services> | Services;
  readonly store?: Store;
  readonly env?: Record<string, string>;
  readonly interactive?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Runs a command line in this process with everything around it under the test's control. */
export async function gyre(args: readonly string[], options: CaptureOptions = {}): Promise<Captured> {
  const stdout = sink(false);
  const stderr = sink(options.interactive ?? false);
  const surroundings: Surroundings = {
    env: { GYRE_STATE_DIR: 'var/spec', ...options.env },
    terminal: { stdin: texts(options.stdin ?? ''), stdout: stdout.stream, stderr: stderr.stream, interactive: options.interactive ?? false },
    clock: options.clock ?? new ManualClock(1_750_000_000_000),
    openServices: async (opening) => {
      if (options.services === undefined) throw new Error('this command should open no services');
      return options.services(opening);
    },
    openStore: async () => keptOpen(options.store ?? (await openStore('sqlite::memory:'))),
    signal: options.signal ?? new AbortController().signal,
  };
  const code = await run(args, surroundings);
  return { code, stdout: stdout.text(), stderr: stderr.text(), json: () => JSON.parse(stdout.text()) };
}

/** The test closes its store itself, so that it can look at it afterwards. */
function keptOpen(store: Store): Store {
  return { collection: (spec) => store.collection(spec), ping: () => store.ping(), close: async () => undefined };
}

async function* texts(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}

function sink(tty: boolean): { stream: NodeJS.WritableStream; text: () => string } {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      parts.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY: tty, columns: 100, rows: 40 }), text: () => parts.join('') };
}
