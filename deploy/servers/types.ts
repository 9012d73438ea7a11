/** What a program is on this machine: where it comes from, or why it cannot be had. */

/** Servers that stand alone. */
export type ServerName = 'nats' | 'mongo' | 's3' | 'otelcol' | 'triton';
/** The processes of a Kubernetes cluster. */
export type PartName = 'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kwok';
/** What there is a recipe for: those servers, what clusters are made of, and tools. */
export type ProgramName = ServerName | 'kube' | 'kwok' | 'helm';

/** A program that can be run. */
export interface Ready {
  readonly kind: 'ready';
  readonly name: ProgramName;
  readonly version: string;
  /** Found on PATH, found in the cache folder, or put there just now. */
  readonly origin: 'path' | 'cache' | 'installed';
  /** Absolute path of the program. */
  readonly executable: string;
}

/**
 * Why a server is missing: a program that installs it is missing or too old (`tool`), what it needs could not be fetched
 * (`registry`), the build failed for a reason of its own (`build`), it took too long (`deadline`), there is no place to keep it (`folder`), or nobody has installed it
 * and this call was not to (`absent`).
 */
export type Lacking = 'tool' | 'registry' | 'build' | 'deadline' | 'folder' | 'absent';

export interface Lack {
  readonly lacking: Lacking;
  /** The program that is missing or that failed, for example `go`. */
  readonly what: string;
  /** One sentence for people, with what to do about it where that is known. */
  readonly reason: string;
}

export interface Missing extends Lack {
  readonly kind: 'missing';
  readonly name: ProgramName;
  readonly version: string;
}

export type Provision = Ready | Missing;

export type Env = Readonly<Record<string, string | undefined>>;

/** The machine a program is wanted on, handed in so that tests can bring their own. */
export interface Machine {
  readonly env: Env;
  /** Told what is being done, one line at a time. */
  readonly say: (line: string) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
}

/** What a recipe installs with: the folder to fill, and a way to run programs there. */
export interface Job {
  /** Empty; becomes the server's folder in the cache once everything is in it. */
  readonly folder: string;
  readonly env: Env;
  /** Runs a program to its end; undefined if it ended well. `env` is added to the machine's; `ms` is what it may take, where that is less than for a build. */
  run(program: string, args: readonly string[], env?: Env, ms?: number): Promise<Lack | undefined>;
}

/** An official image whose program is statically linked: it runs without the rest of the image. */
export interface Image {
  /** Pinned. */
  readonly reference: string;
  /** Absolute path of the program in it. */
  readonly program: string;
}

/** How one program comes to a machine. */
export interface Recipe {
  readonly name: ProgramName;
  /** What the cache holds: pinned. */
  readonly version: string;
  /** What installing does, for the line that announces it. */
  readonly how: string;
  /** What installing takes on two busy cores. */
  readonly minutes: number;
  /** Path of the program inside the server's folder in the cache. */
  readonly program: string;
  /** Absolute paths of the files of ours that go into it: a server built from other contents is another one in the cache. */
  readonly sources: readonly string[];
  /** The program on PATH and its version, whether or not that suffices; undefined if there is none. */
  onPath?(env: Env): Promise<{ readonly executable: string; readonly version: string } | undefined>;
  /** The lowest version on PATH that will do. */
  readonly atLeast?: string;
  install(job: Job): Promise<Lack | undefined>;
  /** Where else it comes from: a Docker engine is asked when what `install` runs is missing or can fetch nothing. */
  readonly image?: Image;
}
