import { defineConfig } from 'vitest/config';
import { LongOrder } from './test/given/long-order.ts';

/**
 * `npm test` leaves out what its name says: `*.long.test.ts` takes minutes, `test/apt` needs programs of Debian, `test/packed` the
 * package registry.
 */
export default defineConfig({
  // the sandbox's source, so that a test needs no build of it
  resolve: { alias: { 'tieout-sandbox': new URL('./sandbox/src/sandbox.ts', import.meta.url).pathname } },
  test: {
    include: ['test/**/*.test.ts', 'sandbox/test/**/*.test.ts'],
    // for a test that hangs; generous, because the machine may be busy
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globalSetup: './test/given/run-folder.ts',
    setupFiles: './test/given/counting.ts',
    pool: 'forks',
    // tests leave nothing behind in their process, and loading the modules for each file would double the time
    isolate: false,
    // what was transformed once is read by the next run, from node_modules
    experimental: { fsModuleCache: true },
    // many tests wait for processes of their own; the default for two cores is a single worker
    maxWorkers: 3,
    ...(process.env.TIEOUT_LONG === undefined
      ? {}
      : { sequence: { sequencer: LongOrder }, runner: './test/given/long-runner.ts' }),
  },
});
