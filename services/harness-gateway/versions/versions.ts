import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import type { Approval } from '#protos/core/v1/release.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Collection, Doc, Json, Store } from '#kit/store/types.ts';
import { type AdapterArtifact, parseArtifact } from '../adapter/artifact.ts';
import { baseVersion } from './base.ts';
import { versionId } from './identity.ts';
import { checkRevision } from './rules.ts';
import { type HarnessRuntime, prepareRuntime } from './runtime.ts';

interface VersionDoc extends Doc {
  readonly version: Json;
  readonly status: string;
  readonly proposed_at_ms: number;
}

interface ServingDoc extends Doc {
  readonly version: string;
}

interface ArtifactDoc extends Doc {
  readonly artifact: Json;
}

const SERVING = 'serving';

/** Versions prepared for sessions are content-addressed and never change; this many are kept ready. */
const MOST_RUNTIMES = 32;

/** Texts that a revision may not quote, by the record digests that motivated it. */
export type PrivateTexts = (motivatedBy: readonly string[]) => Promise<readonly string[]>;

export interface VersionsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly privateTexts?: PrivateTexts;
}

/**
 * Harness versions in the store: content-addressed, proposed, decided and served. What is served changes only by a recorded decision,
 * through one pointer that moves by compare-and-set (report, section 2.5: nothing is applied autonomously to a serving system).
 */
export class HarnessVersions {
  readonly #versions: Collection<VersionDoc>;
  readonly #serving: Collection<ServingDoc>;
  readonly #artifacts: Collection<ArtifactDoc>;
  readonly #options: VersionsOptions;
  readonly #runtimes = new Map<string, HarnessRuntime>();

  constructor(options: VersionsOptions) {
    this.#options = options;
    this.#versions = options.store.collection({ name: 'harness_versions', indexes: [{ fields: ['proposed_at_ms'] }] });
    this.#serving = options.store.collection({ name: 'harness_serving' });
    this.#artifacts = options.store.collection({ name: 'harness_adapters' });
  }

  /** Stores the artifact and, in an empty store, the base version over it as the serving one. Returns the id of the version served. */
  async bootstrap(artifact: AdapterArtifact): Promise<string> {
    await this.registerAdapter(artifact);
    const base = baseVersion(artifact.digest);
    await this.#versions.insert(this.#doc(base));
    await this.#serving.insert({ _id: SERVING, version: base.id });
    return this.serving();
  }

  async registerAdapter(artifact: AdapterArtifact): Promise<void> {
    await this.#artifacts.insert({ _id: artifact.digest, artifact: JSON.parse(JSON.stringify(artifact)) });
  }

  /** NOT_FOUND if no version serves. */
  async serving(): Promise<string> {
    const pointer = await this.#serving.get(SERVING);
    if (pointer) return pointer.version;
    throw new GyreError('FAILED_PRECONDITION', 'no harness version is served', { boundary: 'harness', remedy: 'register an adapter artifact first' });
  }

  /** The version of that id, the serving one for an empty id. NOT_FOUND if there is none. */
  async get(id: string): Promise<HarnessVersion> {
    const sought = id === '' ? await this.serving() : id;
    const doc = await this.#versions.get(sought);
    if (doc) return versionOf(doc);
    throw new GyreError('NOT_FOUND', `no harness version ${sought}`, { boundary: 'caller', field: 'id', remedy: 'list the versions', details: { version: sought } });
  }

  /** All versions, oldest proposal first. */
  async list(): Promise<HarnessVersion[]> {
    return (await this.#versions.find({}, { sort: [['proposed_at_ms', 1]] })).map(versionOf);
  }

  /** A version ready for sessions. FAILED_PRECONDITION for one that was rejected. */
  async runtime(id: string): Promise<HarnessRuntime> {
    const sought = id === '' ? await this.serving() : id;
    const known = this.#runtimes.get(sought);
    if (known) return known;
    const version = await this.get(sought);
    if (version.status === 'rejected') {
      throw new GyreError('FAILED_PRECONDITION', `harness version ${sought} was rejected`, { boundary: 'caller', field: 'harness_version', remedy: 'name another version' });
    }
    const runtime = prepareRuntime(version, await this.#artifact(version.adapter));
    const [oldest] = this.#runtimes.keys();
    if (this.#runtimes.size >= MOST_RUNTIMES && oldest !== undefined) this.#runtimes.delete(oldest);
    this.#runtimes.set(sought, runtime);
    return runtime;
  }

  /**
   * Records a proposed revision under its content's id, with what the rule checks found; a revision with problems is recorded as
   * rejected. Proposing the same content again returns what is known of it.
   */
  async propose(revision: HarnessVersion): Promise<{ version: HarnessVersion; problems: string[] }> {
    const parent = revision.parent === '' ? await this.serving() : revision.parent;
    const adapter = revision.adapter === '' ? (await this.get(parent)).adapter : revision.adapter;
    const problems: string[] = [];
    const id = versionId({ ...revision, adapter });
    if (id === parent) problems.push('the revision changes nothing');
    else {
      const texts = (await this.#options.privateTexts?.(revision.motivatedBy)) ?? [];
      problems.push(...checkRevision(revision, await this.#artifact(adapter), texts));
    }
    const status = problems.length === 0 ? 'proposed' : 'rejected';
    const approval = problems.length === 0 ? undefined : { by: 'auto', reason: `rule checks: ${problems.join('; ')}`, automatic: true };
    const version: HarnessVersion = { ...revision, id, parent, adapter, status, approval };
    if (id !== parent) await this.#versions.insert(this.#doc(version));
    return { version: problems.length === 0 ? await this.get(id) : version, problems };
  }

  /**
   * Accepts or rejects a proposed revision. An accepted one becomes the serving version if the version it was made from still serves;
   * otherwise FAILED_PRECONDITION and nothing changes. Repeating a decision completes it.
   */
  async decide(id: string, accept: boolean, approval: Approval | undefined): Promise<HarnessVersion> {
    const signed = signature(approval);
    const version = await this.get(id);
    const status = accept ? 'approved' : 'rejected';
    if (version.status !== 'proposed' && version.status !== status) throw settled(version);
    if (accept) {
      const serving = await this.serving();
      if (serving !== id && serving !== version.parent) {
        throw new GyreError('FAILED_PRECONDITION', `${id} was made from ${version.parent}, but ${serving} is served by now`, {
          boundary: 'caller',
          field: 'id',
          remedy: 'propose the revision again on the serving version',
          details: { serving, parent: version.parent },
        });
      }
    }
    if (version.status === 'proposed' && !(await this.#mark(version, status, signed))) throw settled(await this.get(id));
    if (!accept) this.#runtimes.delete(id);
    if (accept) await this.#serving.update(SERVING, { version: version.parent }, { set: { version: id } });
    return this.get(id);
  }

  /** Makes an earlier approved version the serving one; the version served until then is marked as rolled back. */
  async rollback(id: string, approval: Approval | undefined): Promise<HarnessVersion> {
    const signed = signature(approval);
    const target = await this.get(id);
    const current = await this.serving();
    if (current === target.id) return target;
    if (target.status !== 'approved') throw settled(target);
    if (!(await this.#serving.update(SERVING, { version: current }, { set: { version: id } }))) {
      throw new GyreError('ABORTED', 'the serving version changed meanwhile', { boundary: 'harness', retryable: true, remedy: 'look at what is served and try again' });
    }
    const left = await this.get(current);
    await this.#mark(left, 'rolled_back', signed);
    return target;
  }

  async #mark(version: HarnessVersion, status: string, approval: Approval): Promise<boolean> {
    const changed = jsonOf({ ...version, status, approval });
    return (await this.#versions.update(version.id, { status: version.status }, { set: { version: changed, status } })) !== undefined;
  }

  async #artifact(digest: string): Promise<AdapterArtifact> {
    const doc = await this.#artifacts.get(digest);
    if (doc) return parseArtifact(doc.artifact);
    throw new GyreError('FAILED_PRECONDITION', `no adapter artifact ${digest}`, { boundary: 'caller', field: 'adapter', remedy: 'register the artifact first' });
  }

  #doc(version: HarnessVersion): VersionDoc {
    return { _id: version.id, version: jsonOf(HarnessVersion.toJSON(version)), status: version.status, proposed_at_ms: this.#options.clock.now() };
  }
}

function signature(approval: Approval | undefined): Approval {
  if (!approval || approval.by === '') throw invalid('approval.by', 'a decision needs who made it', 'name the approver, or auto');
  return { ...approval, automatic: approval.automatic || approval.by === 'auto' };
}

function settled(version: HarnessVersion): GyreError {
  return new GyreError('FAILED_PRECONDITION', `harness version ${version.id} is ${version.status}`, {
    boundary: 'caller',
    field: 'id',
    remedy: 'only a proposed version can be decided, and only an approved one served',
    details: { version: version.id, status: version.status },
  });
}

function versionOf(doc: VersionDoc): HarnessVersion {
  return HarnessVersion.fromJSON(doc.version);
}
