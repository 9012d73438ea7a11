import type { Clock } from '#kit/clock.ts';
import { type Config, loadConfig } from '#kit/config.ts';
import type { Store } from '#kit/store/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { openProgress, type Progress } from './progress.ts';
import type { OpenServices, Services } from './services.ts';
import type { Terminal } from './terminal.ts';

/** What a command runs in; handed in, so that a test decides about all of it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly openServices: OpenServices;
  readonly openStore: (config: Config) => Promise<Store>;
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** One run of the command line: its options, its output, what it opened, and how it ends. */
export class Invocation {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly env: Surroundings['env'];
  /** One JSON document on stdout, and no progress. */
  json = false;
  exitCode: ExitCode = EXIT.ok;
  /** What goes on with this command's work if it is interrupted; undefined where nothing is left behind. */
  goOnWith: string | undefined;
  readonly #surroundings: Surroundings;
  readonly #close: (() => Promise<void>)[] = [];
  #printed = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.terminal = surroundings.terminal;
    this.clock = surroundings.clock;
    this.signal = surroundings.signal;
    this.env = surroundings.env;
  }

  /** Whether a result has been printed: a later failure must not add a second document. */
  get printed(): boolean {
    return this.#printed;
  }

  /** The configuration; in a command, problems are worth a line and the rest is worth silence. */
  config(): Config {
    const quiet = { GYRE_LOG_LEVEL: 'warn', ...this.#surroundings.env };
    return loadConfig(quiet);
  }

  /** The services, closed when the command ends. */
  async services(scripts?: ReadonlyMap<string, readonly Action[]>): Promise<Services> {
    const services = await this.#surroundings.openServices({ config: this.config(), scripts });
    this.closing(() => services.close());
    return services;
  }

  /** The store alone, for commands that only read what is there. */
  async store(): Promise<Store> {
    const store = await this.#surroundings.openStore(this.config());
    this.closing(() => store.close());
    return store;
  }

  progress(): Progress {
    const progress = openProgress(this.terminal, this.clock, this.json);
    this.closing(async () => progress.stop());
    return progress;
  }

  /** Prints the result: the document with `--json`, otherwise the text. */
  print(document: unknown, text: () => string): void {
    this.#printed = true;
    this.terminal.stdout.write(`${this.json ? JSON.stringify(document, null, 2) : text()}\n`);
  }

  /** A remark beside the result. */
  remark(line: string): void {
    if (!this.json) this.terminal.stderr.write(`${line}\n`);
  }

  /** Says that the outcome is bad although the command did what it should. */
  fail(): void {
    this.exitCode = EXIT.failed;
  }

  closing(close: () => Promise<void>): void {
    this.#close.push(close);
  }

  /** Closes what was opened, latest first. */
  async end(): Promise<void> {
    for (const close of this.#close.splice(0).reverse()) await close();
  }
}
