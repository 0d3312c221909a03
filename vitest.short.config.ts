import { defineConfig } from 'vitest/config';
import { globsOf, resolve, settings } from './vitest.config.ts';

/**
 * What `npm test` runs: the projects unit, sql, integration and e2e as one. Each process of a project loads all modules, and
 * four projects of their own would take a fifth longer.
 */
export default defineConfig({
  resolve,
  test: {
    ...settings,
    include: ['test/**/*.test.ts', 'sandbox/test/**/*.test.ts'],
    exclude: ['test/apt/**', 'test/packed/**', ...globsOf('long'), ...globsOf('faults'), ...globsOf('growth')],
  },
});
