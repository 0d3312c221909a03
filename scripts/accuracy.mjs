// `npm run accuracy [NAME]`: prints match accuracy on data with a known ground truth. The measurements are in test/accuracy.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const wanted = process.argv[2];
for (const file of readdirSync(join(root, 'test', 'accuracy')).sort()) {
  if (!file.endsWith('.mjs') || (wanted && !file.includes(wanted))) continue;
  run(process.execPath, [join('test', 'accuracy', file), ...process.argv.slice(3)]);
}
