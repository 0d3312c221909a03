// `npm run bench [NAME]`: measures performance as a ratio to a floor in the same run. Without a name, what the commands cost. The
// benchmarks are in test/bench.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

const [first = '', ...others] = process.argv.slice(2);
if (first === '--help') {
  const folder = join(root, 'test', 'bench');
  // the other files of the folder are parts of benchmarks
  const names = readdirSync(folder).filter((each) =>
    readFileSync(join(folder, each), 'utf8').includes('`npm run bench'),
  );
  console.log(`npm run bench [NAME] [OPTIONS]: ${names.map((each) => each.replace('.mjs', '')).join(', ')} (commands)`);
  process.exit(0);
}
const [name, options] = first === '' || first.startsWith('-') ? ['commands', process.argv.slice(2)] : [first, others];
const file = join('test', 'bench', `${name}.mjs`);
if (!existsSync(join(root, file))) {
  console.error(`There is no benchmark ${name}: the names are those of the files in test/bench.`);
  process.exit(2);
}
ensureInstalled();
ensureBuilt();
run(process.execPath, [file, ...options]);
