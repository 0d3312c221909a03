import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/apt/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // many tests wait for pauses and time-outs: by default two cores would get a single worker
    maxWorkers: 3,
  },
});
