// `npm run test:whole`: the long tests with every case, of which `npm run test:long` has a share. Arguments are passed to vitest
// (a file name, -t "a title").
import { ensureBuilt, ensureInstalled, runBin } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
runBin('vitest/vitest.mjs', ['run', '--project', 'long', ...process.argv.slice(2)], {
  env: { ...process.env, TIEOUT_CASES: 'whole' },
});
