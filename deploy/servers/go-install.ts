import { join } from 'node:path';
import type { Recipe } from './types.ts';

/** Installs the command of a Go module at a version into `bin` of the server's folder. `link` is what the linker is told. */
export function goInstall(command: string, version: string, link = '-s -w'): Recipe['install'] {
  return ({ folder, run }) => run('go', ['install', '-trimpath', `-ldflags=${link}`, `${command}@v${version}`], { GOBIN: join(folder, 'bin'), CGO_ENABLED: '0' });
}
