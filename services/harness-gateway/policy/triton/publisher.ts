import type { Blobs } from '#kit/blobs/types.ts';
import { GyreError } from '#kit/errors.ts';
import { outsideCall } from '#kit/rpc/call-scope.ts';
import type { Parameters, ScorerShape } from '../compact/network/mod.ts';
import { decodeCheckpoint } from '../compact/checkpoint.ts';
import { canaryParcel, disagreement } from './canary.ts';
import type { InferenceServer } from './inference.ts';
import type { ModelRepository } from './repository.ts';
import { versionNumber } from './repository.ts';
import { admitted, pardoned, refused, type Refusal, type Serving, type ServingState } from './serving.ts';

export interface PublisherOptions {
  readonly server: InferenceServer;
  /** Name of the model whose versions are policy versions. */
  readonly model: string;
  /** Undefined in a process that may not write there: it uses what others publish. */
  readonly repository: ModelRepository | undefined;
  readonly serving: Serving;
  readonly blobs: Blobs;
  /** Digest of a version's checkpoint; undefined if there is no such version. */
  readonly checkpointOf: (version: string) => Promise<string | undefined>;
  /** Versions kept loaded, the serving one and the one before it among them. Default 4. */
  readonly mostLoaded?: number;
}

const CANARY_MS = 10_000;
const LOAD_ATTEMPTS = 4;
const APPLY_ATTEMPTS = 10;
const PROVEN_KEPT = 64;

interface Weights {
  readonly checkpoint: string;
  readonly bytes: Uint8Array;
  readonly parameters: Parameters;
}

/**
 * Brings policy versions to the inference server and decides which one serves. The steps: files into the repository, the version among
 * those to load, load, canary against the scorer of this process, switch of the pointer, and what is no longer needed goes. Each step may
 * be repeated, so that a publication that was cut off anywhere is finished by publishing again, by whichever process.
 */
export class Publisher {
  readonly #with: PublisherOptions;
  readonly #mostLoaded: number;
  /** Versions on their way, so that many callers share one load. */
  readonly #coming = new Map<string, Promise<ScorerShape>>();
  /** Versions whose canary this process has seen pass. */
  readonly #proven = new Map<string, ScorerShape>();
  /** Loads of the model go one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: PublisherOptions) {
    this.#with = options;
    this.#mostLoaded = options.mostLoaded ?? 4;
  }

  state(): Promise<ServingState> {
    return this.#with.serving.read();
  }

  /**
   * Sees to it that the version is loaded and answers as its checkpoint says; returns its shape. NOT_FOUND for a version that does not
   * exist, FAILED_PRECONDITION for one that was refused, UNAVAILABLE while the server or the repository cannot be reached.
   */
  bring(version: string): Promise<ScorerShape> {
    const coming = this.#coming.get(version);
    if (coming) return coming;
    // Callers with less time than a load takes leave it running for the others.
    const started = outsideCall(() => this.#bring(version)).finally(() => this.#coming.delete(version));
    this.#coming.set(version, started);
    return started;
  }

  /**
   * Makes the version the serving one; an earlier refusal is forgotten. Until its canary has passed, the version before it serves.
   * ABORTED if `instead` is given and by then another version serves.
   */
  async publish(version: string, instead?: string): Promise<ServingState> {
    const { serving } = this.#with;
    await serving.change((state) => (state.refused.length === pardoned(state, version).length ? undefined : { refused: pardoned(state, version) }));
    await this.bring(version);
    let unloads = false;
    const state = await serving.change((now) => {
      unloads = false;
      if (now.serving === version) return undefined;
      if (instead !== undefined && now.serving !== instead) throw outrun(version, now.serving);
      const switched = { serving: version, previous: now.serving };
      const trimmed = admitted({ ...now, ...switched }, version, this.#mostLoaded);
      unloads = trimmed !== undefined;
      return { ...switched, ...trimmed };
    });
    if (unloads) await this.#exclusively(() => this.#apply());
    await this.#prune();
    return state;
  }

  /** Lets the version before the serving one serve again. FAILED_PRECONDITION if there is none, ABORTED if the pointer moved meanwhile. */
  async rollback(reason: string): Promise<ServingState> {
    const { serving, previous } = await this.state();
    if (previous === '') throw new GyreError('FAILED_PRECONDITION', 'there is no version to go back to', { boundary: 'caller', field: 'version', remedy: 'publish the version that is to serve' });
    // It has passed its canary when it came; while it is loaded, going back needs no one else.
    const { server, model } = this.#with;
    if (!(await server.modelReady(model, versionNumber(previous)))) await this.bring(previous);
    return this.#with.serving.change((now) => {
      if (now.serving !== serving || now.previous !== previous) throw outrun(previous, now.serving);
      return { serving: previous, previous: '', ...refused(now, { version: serving, kind: 'withdrawn', reason }) };
    });
  }

  async #bring(version: string): Promise<ScorerShape> {
    const { server, model } = this.#with;
    const number = versionNumber(version);
    const known = this.#proven.get(version);
    if (known && (await server.modelReady(model, number))) return known;
    const refusal = (await this.state()).refused.find((each) => each.version === version && each.kind === 'broken');
    if (refusal) throw refusalError(refusal);
    const weights = await this.#weights(version);
    const wrong = typeof weights === 'string' ? weights : await this.#problem(version, weights);
    if (wrong !== undefined || typeof weights === 'string') return this.#refuse(version, wrong ?? '');
    if (this.#proven.size >= PROVEN_KEPT) this.#proven.clear();
    this.#proven.set(version, weights.parameters.shape);
    return weights.parameters.shape;
  }

  /** The version's weights, or why there are none. */
  async #weights(version: string): Promise<Weights | string> {
    const checkpoint = await this.#with.checkpointOf(version);
    if (checkpoint === undefined) throw new GyreError('NOT_FOUND', `there is no policy ${version}`, { boundary: 'caller', field: 'policy', remedy: 'list the versions with `gyre policy list`' });
    const bytes = await this.#with.blobs.get(checkpoint);
    try {
      return { checkpoint, bytes, parameters: decodeCheckpoint(bytes) };
    } catch (error) {
      return `its checkpoint cannot be read: ${GyreError.from(error, 'store').message}`;
    }
  }

  /** Loads the version unless it is there, and asks it. Returns what is wrong with it. */
  async #problem(version: string, weights: Weights): Promise<string | undefined> {
    const { server, model } = this.#with;
    const there = await server.modelReady(model, versionNumber(version));
    const wrong = there ? undefined : await this.#exclusively(() => this.#load(version, weights));
    return wrong ?? this.#canary(version, weights.parameters);
  }

  async #load(version: string, { checkpoint, bytes }: Weights): Promise<string | undefined> {
    const { server, model, repository, serving } = this.#with;
    const number = versionNumber(version);
    for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt++) {
      await repository?.write({ version, checkpoint, bytes });
      await serving.change((state) => admitted(state, version, this.#mostLoaded));
      const failure = await this.#apply();
      if (await server.modelReady(model, number)) {
        await this.#prune();
        return undefined;
      }
      if (failure === undefined && repository === undefined) break;
      // Without a failure another process has changed the repository between write and load: once more.
      if (failure === undefined) continue;
      const broken = brokenVersions(failure, (await this.state()).loaded);
      const reason = broken.get(version);
      // Another process had let go of the folder before it knew that the version was coming.
      if (reason !== undefined && repository !== undefined && !(await repository.has({ version, checkpoint }))) continue;
      // What has served before is no bad checkpoint: something is wrong with the server, and the version keeps its place.
      if (reason !== undefined && !(await this.#hasServed(version))) return reason;
      if (reason !== undefined || broken.size === 0) throw new GyreError('UNAVAILABLE', reason ?? failure, { boundary: 'harness', details: { model, version } });
      // A load fails as a whole: what keeps this version from coming are others. Whoever asks for them hears why they do not load.
      await serving.change(({ loaded }) => ({ loaded: loaded.filter((each) => !broken.has(each)) }));
    }
    const remedy = repository === undefined ? 'add ?repository=DIR to GYRE_POLICY_URL, or publish the version from a process that has it' : 'see that all processes use one repository, and the server the same';
    throw new GyreError('UNAVAILABLE', `the server does not find policy version ${version} (${number}) in its repository`, { boundary: 'harness', retryable: repository !== undefined, field: 'GYRE_POLICY_URL', remedy });
  }

  /** Has the server load what is to be loaded. Returns what the server says against it; the versions loaded before go on serving then. */
  async #apply(): Promise<string | undefined> {
    const { server, model, repository, serving } = this.#with;
    for (let attempt = 0; attempt < APPLY_ATTEMPTS; attempt++) {
      const { loaded, revision } = await serving.read();
      try {
        if (loaded.length === 0) await server.unload(model);
        else {
          await repository?.configure(loaded);
          await server.load(model);
        }
      } catch (error) {
        if (error instanceof GyreError && error.code === 'INVALID_ARGUMENT') return error.message;
        throw error;
      }
      // Another process may have written an older list over this one between the two steps; whoever comes last agrees with the store.
      if ((await serving.read()).revision === revision) return undefined;
    }
    return undefined;
  }

  /** Lets go of what is no longer to be loaded, as it is now: other processes have asked for versions meanwhile. */
  async #prune(): Promise<void> {
    const { repository, serving } = this.#with;
    await repository?.prune((await serving.read()).loaded);
  }

  async #hasServed(version: string): Promise<boolean> {
    const { serving, previous } = await this.state();
    return version === serving || version === previous;
  }

  async #canary(version: string, parameters: Parameters): Promise<string | undefined> {
    const { server, model } = this.#with;
    const { parcel, choices } = canaryParcel(parameters.shape);
    const answered = await server.infer(model, versionNumber(version), parcel, { timeoutMs: CANARY_MS }).catch((error: unknown) => {
      if (error instanceof GyreError && error.code === 'INTERNAL') return error;
      throw error;
    });
    const wrong = answered instanceof GyreError ? answered.message : disagreement(parameters, choices, parcel.divide(answered));
    return wrong === undefined ? undefined : `its canary failed: ${wrong}`;
  }

  async #refuse(version: string, reason: string): Promise<never> {
    const refusal = { version, kind: 'broken', reason } as const;
    this.#proven.delete(version);
    await this.#with.serving.change((state) => refused(state, refusal));
    await this.#exclusively(() => this.#apply());
    throw refusalError(refusal);
  }

  #exclusively<R>(work: () => Promise<R>): Promise<R> {
    const mine = this.#last.then(() => outsideCall(work));
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/**
 * The versions that a failed load names, with the server's reasons. Its index would not do: a version whose files no longer load is READY
 * there as long as it serves from memory.
 */
function brokenVersions(failure: string, versions: readonly string[]): ReadonlyMap<string, string> {
  const [, ...named] = failure.split(/version (\d+) is at UNAVAILABLE state: /);
  const reasons = new Map(named.flatMap((number, i) => (i % 2 === 0 ? [[number, named[i + 1] ?? ''] as const] : [])));
  return new Map(
    versions.flatMap((version) => {
      const reason = reasons.get(versionNumber(version));
      // The rest is where in the program it was raised.
      return reason === undefined ? [] : [[version, (reason.split('\n\nAt:')[0] ?? reason).replace(/^Internal: TritonModelException: /, '').trim()] as const];
    }),
  );
}

function refusalError({ version, reason }: Refusal): GyreError {
  return new GyreError('FAILED_PRECONDITION', `policy version ${version} does not serve: ${reason}`, {
    boundary: 'harness',
    field: 'policy',
    remedy: 'repair what is wrong and publish the version again, or train another one',
    details: { version },
  });
}

function outrun(version: string, serving: string): GyreError {
  return new GyreError('ABORTED', `${version} does not serve: meanwhile ${serving === '' ? 'none' : serving} was put there`, { boundary: 'harness', retryable: true, remedy: 'look at what serves and try again' });
}
