import { defineConfig } from 'vitest/config';
import { resolve, runFolder } from './vitest.config.ts';

/** The tests that need programs from Debian (a browser, LibreOffice, OpenSSH): `.ci/run` installs them and runs these. */
export default defineConfig({
  resolve,
  test: {
    include: ['test/apt/**/*.test.ts'],
    globalSetup: runFolder,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
  },
});
