import { defineConfig } from 'vitest/config';

/** The packed product, installed into empty projects: this needs the package registry. `npm run test:packed` */
export default defineConfig({
  test: { include: ['test/packed/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000, pool: 'forks' },
});
