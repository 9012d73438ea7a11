import { defineConfig } from 'vitest/config';

/** The suites that take minutes; `make test-long` runs them, one file at a time. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/**/*.long.ts'],
    globalSetup: ['./tests/servers/closing-lines.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
