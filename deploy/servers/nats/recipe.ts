import { goInstall } from '../go-install.ts';
import { versionOnPath } from '../programs.ts';
import type { Recipe } from '../types.ts';

const VERSION = '2.15.2';

/** nats-server, built by `go install`; the program of the image was built without cgo, too. */
export const nats: Recipe = {
  name: 'nats',
  version: VERSION,
  how: `go install of nats-server v${VERSION}`,
  minutes: 1.5,
  program: 'bin/nats-server',
  sources: [],
  // Per-key time to live came with 2.11, several subject filters of a consumer with 2.10; Debian 12 has 2.9.
  atLeast: '2.11.0',
  onPath: (env) => versionOnPath('nats-server', ['--version'], env),
  install: goInstall('github.com/nats-io/nats-server/v2', VERSION),
  image: { reference: `nats:${VERSION}-alpine`, program: '/usr/local/bin/nats-server' },
};
