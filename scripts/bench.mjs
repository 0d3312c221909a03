// `npm run bench [NAME]`: measures performance as a ratio to a baseline in the same run. The benchmarks are in test/bench.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const wanted = process.argv[2];
for (const file of readdirSync(join(root, 'test', 'bench')).sort()) {
  if (!file.endsWith('.mjs') || (wanted && !file.includes(wanted))) continue;
  run(process.execPath, [join('test', 'bench', file), ...process.argv.slice(3)]);
}
