import type { Boundary } from '#kit/errors.ts';
import type { ApiServerOptions, ControllersOptions, SchedulerOptions } from './kube/parts.ts';
import type { KwokOptions } from './kwok/launch.ts';
import type { MongoOptions } from './mongo/launch.ts';
import type { NatsOptions } from './nats/launch.ts';
import type { OtelcolOptions } from './otelcol/launch.ts';
import type { S3Options } from './s3/launch.ts';
import type { TritonOptions } from './triton/launch.ts';
import type { Env, PartName, ProgramName, Ready, ServerName } from './types.ts';

/** What can be started. */
export type ProcessName = ServerName | PartName;

/** What is particular to each server: its options, the ports it listens on and the files it writes for its user. */
interface Shapes {
  nats: { options: NatsOptions; port: 'client' | 'monitor'; file: never };
  mongo: { options: MongoOptions; port: 'client'; file: never };
  s3: { options: S3Options; port: 'http'; file: never };
  otelcol: { options: OtelcolOptions; port: 'grpc' | 'http' | 'health'; file: 'traces' | 'metrics' | 'logs' };
  triton: { options: TritonOptions; port: 'grpc' | 'http' | 'metrics'; file: never };
  etcd: { options: unknown; port: 'client' | 'peer'; file: never };
  'kube-apiserver': { options: ApiServerOptions; port: 'https'; file: never };
  'kube-controller-manager': { options: ControllersOptions; port: 'https'; file: never };
  'kube-scheduler': { options: SchedulerOptions; port: 'https'; file: never };
  kwok: { options: KwokOptions; port: 'http'; file: never };
}

export type PortOf<N extends ProcessName> = Shapes[N]['port'];
export type FileOf<N extends ProcessName> = Shapes[N]['file'];
export type Ports<N extends ProcessName> = Readonly<Record<PortOf<N>, number>>;

export type OptionsOf<N extends ProcessName> = Shapes[N]['options'] & {
  /** Keeps the server's state, configuration and log, and is left when it stops. By default a temporary folder that is removed. */
  readonly folder?: string;
  /** Ports to listen on instead of free ones. */
  readonly ports?: Partial<Ports<N>>;
  /** How long the server may take to be ready, in milliseconds; 60 seconds by default. */
  readonly readyMs?: number;
};

/** One server process and the folder it works in. It ends at the latest with this process, however this process ends. */
export interface RunningServer<N extends ProcessName = ProcessName> extends AsyncDisposable {
  readonly name: N;
  readonly version: string;
  /** For clients, on 127.0.0.1; the same for as long as the server is not stopped. */
  readonly url: string;
  /** `127.0.0.1:PORT` of each port. */
  readonly addresses: Readonly<Record<PortOf<N>, string>>;
  readonly files: Readonly<Record<FileOf<N>, string>>;
  readonly folder: string;
  /** Path of what the server printed. */
  readonly log: string;
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  readonly isRunning: boolean;
  /** Ends the server for good: SIGTERM, and SIGKILL if that takes more than ten seconds. */
  stop(): Promise<void>;
  /** Sends a signal, SIGKILL by default; resolves when the process has ended, or at once for a signal that does not end it. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the process as `stop` does, if it still runs, and starts it again on the same ports and folder; resolves when it is ready. */
  restart(): Promise<void>;
}

/** Where one server is about to run. */
export interface Site<N extends ProcessName> {
  readonly folder: string;
  readonly ports: Ports<N>;
  readonly server: Ready;
}

export interface Command {
  readonly args: readonly string[];
  readonly env?: Env;
}

/** How one kind of server is started and asked whether it is ready. */
export interface Launcher<N extends ProcessName> {
  readonly name: N;
  /** The program it is of. */
  readonly program: ProgramName;
  readonly ports: readonly PortOf<N>[];
  /** Whose failure it is when the server does not come up. */
  readonly boundary: Boundary;
  url(ports: Ports<N>): string;
  /** Paths of what it writes for its user. */
  files(folder: string): Readonly<Record<FileOf<N>, string>>;
  /** Writes its configuration into the folder; called before each start. */
  prepare(site: Site<N>, options: OptionsOf<N>): Promise<Command>;
  /** Asks once. */
  isReady(site: Site<N>, options: OptionsOf<N>): Promise<boolean>;
  /** After the process has ended: what it may have left outside its folder. */
  tidy?(site: Site<N>): Promise<void>;
}
