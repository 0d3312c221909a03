import { defineConfig } from 'vitest/config';

/** The tests that need programs from Debian (a browser, LibreOffice, OpenSSH): `.ci/run` installs them and runs these. */
export default defineConfig({
  resolve: { alias: { 'tieout-sandbox': new URL('./sandbox/src/sandbox.ts', import.meta.url).pathname } },
  test: { include: ['test/apt/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000, pool: 'forks' },
});
