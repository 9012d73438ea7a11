import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#kit/clock.ts';
import { digestOf, digestOfBytes } from '#kit/digest.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { makeFolder } from '#kit/folder.ts';

/** What a version folder holds beside its checkpoint. */
const PROGRAM = ['model.py', 'scorer.py', 'checkpoint.py'] as const;
const CHECKPOINT = 'checkpoint.safetensors';
const MARK = 'version.json';
/** An empty file where Python would put compiled modules: they would look like a change, for which the server loads everything anew. */
const NO_BYTECODE = '__pycache__';
const UNFINISHED = '.unfinished-';
/** What lies unfinished for so long is nobody's any more. */
const ABANDONED_MS = 10 * 60_000;
const PLACE_ATTEMPTS = 5;
const NO_VERSIONS = 'versions: [ ]';

/** One policy version, as it is put into the repository. */
export interface VersionFiles {
  readonly version: string;
  /** Digest of `bytes`. */
  readonly checkpoint: string;
  readonly bytes: Uint8Array;
}

/** The number that a policy version has in the repository, of 52 bits: the server takes nothing else, and every process finds the same. */
export function versionNumber(version: string): string {
  const hex = digestOfBytes(version).slice('sha256:'.length).slice(0, 13);
  return String(Number.parseInt(hex, 16) || 1);
}

/**
 * The model's folder in the server's repository: `config.pbtxt`, and a folder for each version. Whatever crashes, a version folder appears
 * whole or not at all, and several processes may share the repository. Failures of the disk are UNAVAILABLE, boundary `store`.
 */
export class ModelRepository {
  readonly #folder: string;
  readonly #template: string;
  readonly #clock: Clock;

  /** `template` is the folder with the model's program and configuration (deploy/triton/policy). */
  constructor(repository: string, model: string, template: string, clock: Clock) {
    this.#folder = join(repository, model);
    this.#template = template;
    this.#clock = clock;
  }

  /** Puts the version there. What is there already and whole is left alone; what is damaged or of another program is replaced. */
  write(files: VersionFiles): Promise<void> {
    return this.#trying(async () => {
      const target = join(this.#folder, versionNumber(files.version));
      const program = await Promise.all(PROGRAM.map(async (name) => [name, await readFile(join(this.#template, name))] as const));
      const mark = JSON.stringify({ version: files.version, checkpoint: files.checkpoint, program: digestOf(program.map(([name, text]) => [name, digestOfBytes(text)])) });
      const known = await readFile(join(target, MARK), 'utf8').catch(absent);
      if (known !== undefined) checkOwner(known, files.version);
      if (known === mark && (await this.#holds(target, files.checkpoint))) return;
      makeFolder(this.#folder);
      const unfinished = join(this.#folder, UNFINISHED + randomBytes(6).toString('hex'));
      await mkdir(unfinished);
      try {
        for (const [name, text] of [...program, [CHECKPOINT, files.bytes] as const, [NO_BYTECODE, Buffer.alloc(0)] as const, [MARK, Buffer.from(mark)] as const]) await writeSynced(join(unfinished, name), text);
        await this.#place(unfinished, target, files.checkpoint, mark);
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    });
  }

  /** Whether the version's weights are there, whole. */
  has({ version, checkpoint }: Omit<VersionFiles, 'bytes'>): Promise<boolean> {
    return this.#trying(() => this.#holds(join(this.#folder, versionNumber(version)), checkpoint));
  }

  /** Names the versions that the next load of the model makes available. */
  configure(versions: readonly string[]): Promise<void> {
    return this.#trying(async () => {
      const template = await readFile(join(this.#template, 'config.pbtxt'), 'utf8');
      if (template.split(NO_VERSIONS).length !== 2) throw invalid('config.pbtxt', `does not say ${NO_VERSIONS} once`, 'restore the file', 'harness');
      const text = template.replace(NO_VERSIONS, `versions: [ ${versions.map(versionNumber).join(', ')} ]`);
      const path = join(this.#folder, 'config.pbtxt');
      // An unchanged file keeps its time, by which the server sees that nothing has to be loaded anew.
      if ((await readFile(path, 'utf8').catch(absent)) === text) return;
      makeFolder(this.#folder);
      const unfinished = join(this.#folder, UNFINISHED + randomBytes(6).toString('hex'));
      await writeSynced(unfinished, Buffer.from(text));
      await rename(unfinished, path);
    });
  }

  /** Deletes the folders of versions that are not to be kept, each at once and not file by file, and what crashes have left. */
  prune(keep: readonly string[]): Promise<void> {
    const kept = new Set(keep.map(versionNumber));
    return this.#trying(async () => {
      for (const name of (await readdir(this.#folder).catch(absent)) ?? []) {
        const path = join(this.#folder, name);
        if (/^\d+$/.test(name) && !kept.has(name)) await this.#takeAway(path);
        else if (name.startsWith(UNFINISHED) && (await this.#isOld(path))) await rm(path, { recursive: true, force: true });
      }
    });
  }

  /**
   * Moves a finished folder to where it belongs. Nothing whole is ever taken away, since a server may be loading it: what another process
   * has put there meanwhile stays, what is damaged is moved aside.
   */
  async #place(finished: string, target: string, checkpoint: string, mark: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await rename(finished, target);
      } catch (error) {
        if (attempt === PLACE_ATTEMPTS) throw error;
      }
      if ((await readFile(join(target, MARK), 'utf8').catch(absent)) === mark && (await this.#holds(target, checkpoint))) return;
      await this.#takeAway(target);
    }
  }

  async #takeAway(path: string): Promise<void> {
    const aside = join(this.#folder, UNFINISHED + randomBytes(6).toString('hex'));
    await rename(path, aside).catch(absent);
    await rm(aside, { recursive: true, force: true });
  }

  async #isOld(path: string): Promise<boolean> {
    const found = await stat(path).catch(absent);
    return found !== undefined && this.#clock.now() - found.mtimeMs > ABANDONED_MS;
  }

  async #holds(folder: string, checkpoint: string): Promise<boolean> {
    const bytes = await readFile(join(folder, CHECKPOINT)).catch(absent);
    return bytes !== undefined && digestOfBytes(bytes) === checkpoint;
  }

  async #trying<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof GyreError) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new GyreError('UNAVAILABLE', `the model repository: ${message}`, { boundary: 'store', field: 'GYRE_POLICY_URL', remedy: 'give a repository that this process may write', cause });
    }
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await writeFile(file, bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Two versions of one number: once in 10^15, and then neither may pass for the other. */
function checkOwner(mark: string, version: string): void {
  const owner = ownerOf(mark);
  if (owner === undefined || owner === version) return;
  throw new GyreError('ALREADY_EXISTS', `policy version ${version} would have the number of ${owner}`, { boundary: 'harness', remedy: 'train one update more and publish that version' });
}

/** Undefined for a mark that cannot be read: its folder is replaced. */
function ownerOf(mark: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(mark);
    if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') return parsed.version;
  } catch {
    // Not JSON.
  }
  return undefined;
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
