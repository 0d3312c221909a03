// `npm run test:node -- 24 --project unit`: runs the tests with another version of Node, installed as an npm package.
// The first argument is the version; the others go to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

const [version, ...rest] = process.argv.slice(2);
if (version === undefined || !/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('Name a version of Node first, such as 24 or 20.18.1.');
  process.exit(2);
}
ensureInstalled();
ensureBuilt();

const system = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${system}-${process.arch}`;
const cache = join(root, 'node_modules', '.cache', 'node', version);
const binary = join(cache, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!existsSync(binary)) {
  mkdirSync(cache, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  run(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cache, `${name}@${version}`]);
}
const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
console.error(`Testing with Node ${stdout.trim()}`);
run(binary, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...rest]);
