// `npm test`: every test that needs only npm packages. Arguments are passed to vitest (a file name, -t "a title").
import { ensureBuilt, ensureInstalled, runBin } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
runBin('vitest/vitest.mjs', ['run', ...process.argv.slice(2)]);
