// `npm run accuracy`: prints how right and complete matching without keys is on ledgers with a known truth. The arguments are those of
// test/accuracy/ledgers.mjs.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
run(process.execPath, [join('test', 'accuracy', 'ledgers.mjs'), ...process.argv.slice(2)]);
