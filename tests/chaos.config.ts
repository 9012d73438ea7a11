import { defineConfig } from 'vitest/config';

/** Rounds under faults on real servers; `make test-chaos` runs them. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['tests/chaos/**/*.chaos.ts'],
    globalSetup: ['./tests/servers/closing-lines.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
