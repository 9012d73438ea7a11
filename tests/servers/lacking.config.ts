import { defineConfig } from 'vitest/config';

/** For `closing-lines.spec.ts`: the run of the fixture. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/servers/lacking.fixture.ts'],
    globalSetup: ['tests/servers/closing-lines.ts'],
    pool: 'threads',
    maxWorkers: 1,
  },
});
