// `npm run evidence`: alters bytes of every kind of evidence, kills every command at many moments, and reads while snapshots are
// published: all of it, of which `npm run test:long` has a share. Arguments are passed to vitest (-t "a title").
import { ensureBuilt, ensureInstalled, runBin } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
runBin('vitest/vitest.mjs', ['run', '--project', 'long', 'test/evidence', ...process.argv.slice(2)], {
  env: { ...process.env, TIEOUT_CASES: 'whole' },
});
