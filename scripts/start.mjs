// `npm start`: the main job against the built-in sandbox, from a bare clone to reports on disk.
import { ensureBuilt, ensureInstalled, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
run(process.execPath, ['dist/cli.js', 'demo', ...process.argv.slice(2)]);
