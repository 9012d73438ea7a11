import { goInstall } from '../go-install.ts';
import { versionOnPath } from '../programs.ts';
import type { Recipe } from '../types.ts';

const VERSION = '3.22.0';
/** What templates and lint take the cluster for when they ask none; without it helm believes in 1.20. */
const KUBERNETES = { k8sVersionMajor: '1', k8sVersionMinor: '34' };
const LINK = ['-s -w', ...['pkg/chartutil', 'pkg/lint/rules'].flatMap((path) => Object.entries(KUBERNETES).map(([name, value]) => `-X helm.sh/helm/v3/${path}.${name}=${value}`))].join(' ');

/** helm, a tool that renders, checks and installs charts, built by `go install`. */
export const helm: Recipe = {
  name: 'helm',
  version: VERSION,
  how: `go install of helm v${VERSION}`,
  minutes: 4,
  program: 'bin/helm',
  sources: [],
  atLeast: '3.14.0',
  onPath: (env) => versionOnPath('helm', ['version', '--short'], env),
  install: goInstall('helm.sh/helm/v3/cmd/helm', VERSION, LINK),
};
