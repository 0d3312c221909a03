import { defineConfig } from 'vitest/config';

export default defineConfig({
  // the sandbox's source, so that a test needs no build of it
  resolve: { alias: { 'tieout-sandbox': new URL('./sandbox/src/sandbox.ts', import.meta.url).pathname } },
  test: {
    include: ['test/**/*.test.ts', 'sandbox/test/**/*.test.ts'],
    exclude: ['test/apt/**', 'test/packed/**'],
    // a guard against what never ends, wide enough for a busy machine
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    // no test leaves anything behind in its process, and loading the modules anew for each file would double the time
    isolate: false,
    // many tests wait for pauses and time-outs: by default two cores would get a single worker
    maxWorkers: 3,
  },
});
