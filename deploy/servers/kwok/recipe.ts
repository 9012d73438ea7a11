import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { goInstall } from '../go-install.ts';
import { ask, which } from '../programs.ts';
import type { Recipe } from '../types.ts';

const VERSION = '0.8.0';
const MODULE = 'sigs.k8s.io/kwok';
/** What becomes of nodes and pods, of those that kwok's own module has. */
const STAGES = ['node/fast/node-initialize', 'node/heartbeat-with-lease/node-heartbeat-with-lease', 'pod/fast/pod-ready', 'pod/fast/pod-complete', 'pod/fast/pod-delete'];

/** Folder of those stages, beside that of the program. */
export const STAGES_FOLDER = 'stages';

/** kwok, which plays the kubelet of nodes that are not there: built by `go install`, with stages of the same module. */
export const kwok: Recipe = {
  name: 'kwok',
  version: VERSION,
  how: `go install of kwok v${VERSION}`,
  minutes: 6.5,
  program: 'bin/kwok',
  sources: [],
  async install(job) {
    const { folder, env } = job;
    const lack = await goInstall(`${MODULE}/cmd/kwok`, VERSION)(job);
    if (lack !== undefined) return lack;
    const modules = (await ask(which('go', env) ?? 'go', ['env', 'GOMODCACHE'], env))?.trim();
    if (modules === undefined || modules === '') return { lacking: 'build', what: 'go', reason: 'go env GOMODCACHE says nothing; the stages of kwok are in that folder' };
    await mkdir(join(folder, STAGES_FOLDER));
    for (const stage of STAGES) await copyFile(join(modules, `${MODULE}@v${VERSION}`, 'kustomize', 'stage', `${stage}.yaml`), join(folder, STAGES_FOLDER, `${basename(stage)}.yaml`));
    return undefined;
  },
};
