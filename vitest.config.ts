import { defineConfig } from 'vitest/config';
import { LongOrder } from './test/given/long-order.ts';

const packages = new URL('./packages', import.meta.url).pathname;

/**
 * `npm test` leaves out what its name says: `*.long.test.ts` takes minutes, `test/apt` needs programs of Debian, `test/packed` the
 * package registry.
 */
export default defineConfig({
  // the sources of the packages, so that a test needs no build of them
  resolve: { alias: [{ find: /^tieout-(\w+)$/, replacement: `${packages}/$1/src/$1.ts` }] },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
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
