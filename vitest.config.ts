import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['services/**/*.spec.ts', 'tests/**/*.spec.ts'],
    exclude: ['**/node_modules/**', 'tests/bench/**'],
    pool: 'threads',
    maxWorkers: 2,
  },
});
