// `npm run docs`: writes the generated pages of docs/, each with its own file in scripts/docs/.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, run } from './prepare.mjs';

ensureInstalled();
for (const name of readdirSync(join(root, 'scripts', 'docs')).sort()) {
  run(process.execPath, [join(root, 'scripts', 'docs', name)]);
}
