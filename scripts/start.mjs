// `npm start`: a run against the built-in sandbox, from a fresh clone to reports on disk.
import { ensureBuilt, ensureInstalled, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
run(process.execPath, ['dist/cli.js', 'demo', ...process.argv.slice(2)]);
