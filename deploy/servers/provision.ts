import { openJob } from './build.ts';
import { buildLog, cachedProgram, cacheFolder, fillCache, isCached, locked, whyUnwritable } from './cache.ts';
import { RECIPES } from './catalogue.ts';
import { copyFromImage } from './image.ts';
import { isExecutable, suffices } from './programs.ts';
import type { Job, Lack, Machine, Missing, ProgramName, Provision, Ready, Recipe } from './types.ts';

/** How long one process waits for another that is building the same program. */
const LOCK_MS = 90 * 60_000;

/** This machine, saying what it does on standard error. */
export const thisMachine: Machine = {
  env: process.env,
  say: (line) => process.stderr.write(`${line}\n`),
  elapsed: () => performance.now(),
};

/** Finds a program on PATH or in the cache folder; `missing` with `absent` if it is in neither. Installs nothing. */
export async function findProgram(name: ProgramName, machine: Machine = thisMachine): Promise<Provision> {
  const recipe = RECIPES[name];
  const cache = cacheFolder(machine.env);
  const found = await recipe.onPath?.(machine.env);
  if (found !== undefined && suffices(found.version, recipe.atLeast ?? recipe.version)) return { kind: 'ready', name, version: found.version, origin: 'path', executable: found.executable };
  if (isCached(cache, recipe)) return ready(recipe, cache, 'cache');
  const old = found === undefined ? '' : `; ${found.executable} is ${found.version}, at least ${recipe.atLeast ?? recipe.version} is needed`;
  return missing(recipe, { lacking: 'absent', what: name, reason: `it is neither on PATH nor in ${cache}${old}` });
}

/** Finds a program, or installs it into the cache folder, or copies it there out of its image. Many may ask at once: one of them builds, the others wait for it. */
export async function provideProgram(name: ProgramName, machine: Machine = thisMachine): Promise<Provision> {
  const found = await findProgram(name, machine);
  if (found.kind === 'ready') return found;
  const recipe = RECIPES[name];
  const cache = cacheFolder(machine.env);
  const label = `${name} ${recipe.version}`;
  const unwritable = whyUnwritable(cache);
  if (unwritable !== undefined) {
    const reason = `${cache} cannot be written (${unwritable}); set GYRE_SERVERS_DIR to a folder that can`;
    return missing(recipe, { lacking: 'folder', what: 'GYRE_SERVERS_DIR', reason });
  }
  const result = await locked(cache, recipe, { ms: LOCK_MS, onWait: () => machine.say(`${label}: another process is installing it; waiting`) }, async () => {
    if (isCached(cache, recipe)) return ready(recipe, cache, 'cache');
    machine.say(`${label}: ${found.reason}`);
    return install(recipe, cache, machine);
  });
  if (result !== false) return result.done;
  return missing(recipe, { lacking: 'deadline', what: name, reason: `another process has been installing it for ${LOCK_MS / 60_000} minutes` });
}

async function install(recipe: Recipe, cache: string, machine: Machine): Promise<Provision> {
  const label = `${recipe.name} ${recipe.version}`;
  machine.say(`${label}: installing into ${cache} with ${recipe.how}; about ${recipe.minutes} min`);
  const began = machine.elapsed();
  let lack: Lack | undefined;
  const kept = await fillCache(cache, recipe, async (folder) => {
    const job = openJob(folder, machine.env, buildLog(cache, recipe));
    lack = await recipe.install(job);
    if (lack?.lacking === 'tool' || lack?.lacking === 'registry') lack = await fromImage(recipe, cache, job, machine, lack);
    if (lack === undefined && !isExecutable(`${folder}/${recipe.program}`)) lack = { lacking: 'build', what: recipe.how, reason: `the build ended well but left no ${recipe.program}` };
    return lack === undefined;
  });
  const seconds = ((machine.elapsed() - began) / 1000).toFixed(1);
  if (kept && lack === undefined) {
    machine.say(`${label}: installed in ${seconds} s`);
    return ready(recipe, cache, 'installed');
  }
  const gone = missing(recipe, lack ?? { lacking: 'build', what: recipe.how, reason: 'nothing was installed' });
  machine.say(`${label}: not installed (${seconds} s): ${gone.reason}`);
  return gone;
}

/** The other way to a program that could not be installed for that lack; if it leads nowhere either, both reasons. */
async function fromImage(recipe: Recipe, cache: string, job: Job, machine: Machine, lack: Lack): Promise<Lack | undefined> {
  const { name, version, image } = recipe;
  if (image === undefined) return { ...lack, reason: `${lack.reason}, and no Docker image is used for ${name}` };
  machine.say(`${name} ${version}: ${lack.reason}; asking a Docker engine for ${image.reference}`);
  const other = await copyFromImage(job, { ...recipe, image, home: cachedProgram(cache, recipe) });
  if (other === undefined) return undefined;
  return { ...(other.lacking === 'tool' ? lack : other), reason: `${lack.reason}, and ${other.reason}` };
}

function ready(recipe: Recipe, cache: string, origin: Ready['origin']): Ready {
  return { kind: 'ready', name: recipe.name, version: recipe.version, origin, executable: cachedProgram(cache, recipe) };
}

function missing(recipe: Recipe, lack: Lack): Missing {
  return { kind: 'missing', name: recipe.name, version: recipe.version, ...lack };
}
