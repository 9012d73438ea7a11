import cliProgress from 'cli-progress';
import type { Clock } from '#kit/clock.ts';
import { plainText } from './text.ts';
import type { Terminal } from './terminal.ts';

/** Shows how far something is. Never part of a result: it is written to stderr. */
export interface Progress {
  /** `total` 0 means that the amount is not known yet. */
  update(phase: string, done: number, total: number, note?: string): void;
  /** A line of its own, kept above whatever is drawn. */
  say(line: string): void;
  stop(): void;
}

/** Between two plain lines of the same phase, milliseconds. */
const LINE_EVERY_MS = 5_000;

/** Bars for a person, plain lines at a modest rate for a log, nothing beside a JSON document. */
export function openProgress(terminal: Terminal, clock: Clock, json: boolean): Progress {
  if (json) return { update: () => undefined, say: () => undefined, stop: () => undefined };
  return terminal.interactive ? new Bars(terminal) : new Lines(terminal, clock);
}

class Lines implements Progress {
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  #phase = '';
  #next = 0;
  #finished = false;

  constructor(terminal: Terminal, clock: Clock) {
    this.#terminal = terminal;
    this.#clock = clock;
  }

  update(phase: string, done: number, total: number, note = ''): void {
    const fresh = phase !== this.#phase;
    const finished = total > 0 && done >= total;
    if (!fresh && this.#finished) return;
    if (!fresh && !finished && this.#clock.now() < this.#next) return;
    this.#phase = phase;
    this.#finished = finished;
    this.#next = this.#clock.now() + LINE_EVERY_MS;
    this.say([phase, total > 0 ? `${done}/${total}` : '', note].filter((part) => part !== '').join('  '));
  }

  say(line: string): void {
    this.#terminal.stderr.write(`${plainText(line)}\n`);
  }

  stop(): void {}
}

class Bars implements Progress {
  readonly #bars: cliProgress.MultiBar;
  readonly #stderr: NodeJS.WritableStream;
  readonly #open = new Map<string, cliProgress.SingleBar>();
  #stopped = false;

  constructor({ stderr }: Terminal) {
    this.#stderr = stderr;
    const format = '{phase} {bar} {percentage} %  {value}/{total}  {note}';
    const options = { format, stream: stderr, clearOnComplete: false, hideCursor: true, barsize: 28, fps: 8, linewrap: false, emptyOnZero: true };
    this.#bars = new cliProgress.MultiBar(options, cliProgress.Presets.shades_grey);
  }

  update(phase: string, done: number, total: number, note = ''): void {
    if (this.#stopped) return;
    const shown = { phase: plainText(phase).padEnd(24), note: plainText(note) };
    const bar = this.#open.get(phase) ?? this.#bars.create(total, done, shown);
    this.#open.set(phase, bar);
    if (bar.getTotal() !== total) bar.setTotal(total);
    bar.update(Math.min(done, total), shown);
  }

  say(line: string): void {
    if (this.#stopped || this.#open.size === 0) this.#stderr.write(`${plainText(line)}\n`);
    else this.#bars.log(`${plainText(line)}\n`);
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#bars.stop();
  }
}
