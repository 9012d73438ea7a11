import { goInstall } from '../go-install.ts';
import type { Recipe } from '../types.ts';

const VERSION = '1.8.0';

/** Versity S3 Gateway (Apache-2.0) over a folder, built by `go install`. One on PATH does not say its version if it was built so; none is looked for. */
export const s3: Recipe = {
  name: 's3',
  version: VERSION,
  how: `go install of versitygw v${VERSION}`,
  minutes: 6.5,
  program: 'bin/versitygw',
  sources: [],
  install: goInstall('github.com/versity/versitygw/cmd/versitygw', VERSION),
  image: { reference: `versity/versitygw:v${VERSION}`, program: '/usr/local/bin/versitygw' },
};
