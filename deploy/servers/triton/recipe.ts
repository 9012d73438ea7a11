import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isExecutable, versionIn, which } from '../programs.ts';
import type { Env, Recipe } from '../types.ts';

/** Version of the wheel; the tritonserver inside is 2.51.0 (24.10). */
const VERSION = '0.7.0';
const [REQUIREMENTS, SCRIPT] = ['requirements.txt', 'tritonserver.sh'].map((file) => join(import.meta.dirname, file)) as [string, string];
/** Of the stubs of the Python backend that the wheel has, one is put in place: all models run on this Python. */
const PYTHON = 'python3.11';

/** NVIDIA Triton with the Python backend, from the wheel of pytriton; runs without a GPU. */
export const triton: Recipe = {
  name: 'triton',
  version: VERSION,
  how: `pip install of nvidia-pytriton ${VERSION} into an environment of its own`,
  minutes: 1.5,
  program: 'bin/tritonserver',
  sources: [REQUIREMENTS, SCRIPT],
  atLeast: '2.40.0',
  onPath: async (env) => officialImage(env),
  async install({ folder, run }) {
    const venv = join(folder, 'venv');
    const python = join(venv, 'bin', 'python');
    const made = await run(PYTHON, ['-m', 'venv', venv]);
    if (made !== undefined) return made;
    const installed = await run(python, ['-m', 'pip', 'install', '--no-input', '--no-deps', '--requirement', REQUIREMENTS]);
    if (installed !== undefined) return installed;
    const server = join(venv, 'lib', PYTHON, 'site-packages', 'pytriton', 'tritonserver');
    const stub = 'triton_python_backend_stub';
    await copyFile(join(server, 'python_backend_stubs', '3.11', stub), join(server, 'backends', 'python', stub));
    await mkdir(join(folder, 'bin'));
    await copyFile(SCRIPT, join(folder, 'bin', 'tritonserver'));
    await chmod(join(folder, 'bin', 'tritonserver'), 0o755);
    return undefined;
  },
};

/** The server as NVIDIA's image lays it out: bin, backends and a file with the version, side by side. */
function officialImage(env: Env): { executable: string; version: string } | undefined {
  const executable = which('tritonserver', env);
  if (executable === undefined) return undefined;
  const home = dirname(dirname(executable));
  if (!isExecutable(join(home, 'backends', 'python', 'triton_python_backend_stub'))) return undefined;
  try {
    const version = versionIn(readFileSync(join(home, 'TRITON_VERSION'), 'utf8'));
    return version === undefined ? undefined : { executable, version };
  } catch {
    return undefined;
  }
}
