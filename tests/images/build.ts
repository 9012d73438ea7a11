import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../architecture/sources.ts';
import { ignored, type Pattern } from './context.ts';
import { execForm, type Stage } from './dockerfile.ts';

/**
 * Carries out the stages of a Dockerfile in folders, one for the root of each stage: what COPY and RUN make is there, what the base
 * image has is the machine's. Absolute paths that the file writes to are taken for paths within the stage.
 */

export interface Built {
  /** Root of the last stage. */
  readonly root: string;
  readonly workdir: string;
  readonly command: readonly string[];
}

export interface BuildOptions {
  readonly folder: string;
  readonly ignore: readonly Pattern[];
  /** Stands where the base image has its program, for example /usr/local/bin/node. */
  readonly programs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** Folders of an image that the files of ours write to. */
const WITHIN = /(?<=^|[\s="'])\/(?=(?:gyre|usr\/local|opt|models)(?:\/|\b))/g;

export async function build(stages: readonly Stage[], { folder, ignore, programs, env }: BuildOptions): Promise<Built> {
  let built: Built = { root: folder, workdir: '/', command: [] };
  for (const [i, { instructions, alias }] of stages.entries()) {
    const root = join(folder, alias ?? `stage-${i}`);
    for (const [path, target] of Object.entries(programs)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(target, join(root, path));
    }
    let workdir = '/';
    const told: Record<string, string> = { ...env };
    const parts: Record<string, readonly string[]> = {};
    for (const { name, rest, flags } of instructions) {
      if (name === 'WORKDIR') {
        workdir = rest;
        mkdirSync(join(root, rest), { recursive: true });
      } else if (name === 'COPY') {
        copy(rest.split(/\s+/), { from: flags['from'] === undefined ? undefined : join(folder, flags['from']), to: join(root, workdir), ignore });
      } else if (name === 'RUN') {
        await run('sh', ['-ec', rest.replaceAll(WITHIN, `${root}/`)], { cwd: join(root, workdir), env: told });
      } else if (name === 'ENV') {
        for (const pair of rest.split(/\s+/)) told[pair.split('=')[0] ?? ''] = pair.split('=').slice(1).join('=');
      } else if (name === 'ENTRYPOINT' || name === 'CMD') {
        parts[name] = execForm({ rest }) ?? [];
      }
    }
    built = { root, workdir: join(root, workdir), command: parts['ENTRYPOINT'] ?? [] };
  }
  return built;
}

interface Copying {
  readonly from: string | undefined;
  readonly to: string;
  readonly ignore: readonly Pattern[];
}

function copy(paths: readonly string[], { from, to, ignore }: Copying): void {
  const [sources, target = ''] = [paths.slice(0, -1), paths.at(-1)];
  for (const source of sources) {
    const origin = from === undefined ? join(ROOT, source) : join(from, source);
    const within = target.endsWith('/') && statSync(origin).isFile() ? join(to, target, source.split('/').at(-1) ?? '') : join(to, target);
    mkdirSync(dirname(within), { recursive: true });
    const filter = (path: string) => from !== undefined || !ignored(path.slice(ROOT.length), ignore) || statSync(path).isDirectory();
    cpSync(origin, within, { recursive: true, filter, verbatimSymlinks: true });
  }
}

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end; Error with what it wrote if it fails, unless any end will do. */
export async function run(program: string, args: readonly string[], { cwd, env, anyEnd = false }: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly anyEnd?: boolean }): Promise<Ran> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => resolve(exit ?? 1));
  });
  if (code !== 0 && !anyEnd) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`);
  return { code, output };
}
