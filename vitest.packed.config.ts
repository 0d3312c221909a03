import { defineConfig } from 'vitest/config';
import { runFolder } from './vitest.config.ts';

/** The packed product, installed into empty projects: this needs the package registry. `npm run test:packed` */
export default defineConfig({
  test: {
    include: ['test/packed/**/*.test.ts'],
    globalSetup: runFolder,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
  },
});
