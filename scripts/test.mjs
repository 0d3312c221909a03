// `npm test`: the tests that need only npm packages, except the long ones (`npm run test:long`, `npm run faults`). Arguments are passed to vitest
// (a file name, -t "a title").
import { ensureBuilt, ensureInstalled, runBin } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const given = process.argv.slice(2);
runBin('vitest/vitest.mjs', ['run', ...(given.length === 0 ? ['--config', 'vitest.short.config.ts'] : given)]);
