import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['services/**/*.spec.ts', 'deploy/**/*.spec.ts', 'operators/**/*.spec.ts', 'tests/**/*.spec.ts'],
    exclude: ['**/node_modules/**', 'tests/bench/**'],
    globalSetup: ['./tests/servers/closing-lines.ts'],
    // Not threads: what native code of one spec does to its process ends that spec alone.
    pool: 'forks',
    maxWorkers: 2,
    // Bounds on hanging only: machines that run tests are often busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
