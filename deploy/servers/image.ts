import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { ask, versionIn } from './programs.ts';
import type { Image, Job, Lack, Recipe } from './types.ts';

/** What an engine may take to say that it is there. */
const ENGINE_MS = 10_000;
/** What it may take to remove a container, and a program to say its version. */
const ANSWER_MS = 30_000;

export interface Wanted extends Pick<Recipe, 'name' | 'version' | 'program'> {
  readonly image: Image;
  /** Where the program will be in the cache: no two that hold its lock are filling that. */
  readonly home: string;
}

/**
 * Copies a program out of its image into the job's folder, by a container that is never started and always removed. `tool` if no
 * Docker engine answers, `build` if what came out does not run on this machine as the version that is wanted.
 */
export async function copyFromImage(job: Job, { image, home, ...wanted }: Wanted, engineMs = ENGINE_MS): Promise<Lack | undefined> {
  const silent = await job.run('docker', ['version', '--format', '{{.Server.Version}}'], {}, engineMs);
  if (silent !== undefined) {
    const said = silent.lacking === 'tool' ? '' : ` (${silent.reason})`;
    return { lacking: 'tool', what: 'docker', reason: `no Docker engine answers${said}` };
  }
  const path = join(job.folder, wanted.program);
  await mkdir(dirname(path), { recursive: true });
  const container = `gyre-${wanted.name}-${createHash('sha256').update(`${hostname()}\0${home}`).digest('hex').slice(0, 12)}`;
  const remove = () => job.run('docker', ['rm', '--force', '--volumes', container], {}, ANSWER_MS);
  // One that was killed may have left its own.
  await remove();
  try {
    const lack = (await job.run('docker', ['create', '--name', container, image.reference])) ?? (await job.run('docker', ['cp', `${container}:${image.program}`, path]));
    if (lack !== undefined) return lack;
  } finally {
    await remove();
  }
  const failed = await job.run(path, ['--version'], {}, ANSWER_MS);
  const answer = (failed === undefined ? await ask(path, ['--version'], job.env) : undefined) ?? '';
  if (versionIn(answer) === wanted.version) return undefined;
  const said = failed?.reason ?? `--version says ${answer.trim().replaceAll('\n', ' | ')}`;
  return { lacking: 'build', what: image.reference, reason: `${image.program} of ${image.reference} does not run here as version ${wanted.version}: ${said}` };
}
