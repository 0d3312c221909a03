// Prepares a fresh clone: installs the locked packages and compiles, each only if needed.
// Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const installStamp = join(root, 'node_modules', '.tieout-installed');

/** Runs a command in the project folder; if it fails, exits with its status. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** A program of an installed package, run with the current node. */
export function runBin(packagePath, args, options = {}) {
  run(process.execPath, [join(root, 'node_modules', packagePath), ...args], options);
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}

function isStamped(stamp, value) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === value;
}

/** Installs exactly the versions in package-lock.json, unless they are installed already. */
export function ensureInstalled() {
  const wanted = fingerprint(['package-lock.json']);
  if (isStamped(installStamp, wanted)) return;
  console.error('Installing the locked packages (once) ...');
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    // standard output belongs to the command
    stdio: ['ignore', 2, 2],
  });
  writeFileSync(installStamp, wanted);
}

/** Builds a package in its folder, unless its dist/ was built from the same inputs. */
function ensurePackage(folder, inputs, build) {
  const stamp = join(root, folder, 'dist', '.tieout-built');
  const config = join(folder, 'tsconfig.build.json');
  const wanted = fingerprint([...inputs, 'tsconfig.json', config, ...filesBelow(join(folder, 'src'))]);
  if (isStamped(stamp, wanted)) return;
  for (const name of ['build', 'dist']) rmSync(join(root, folder, name), { recursive: true, force: true });
  runBin('typescript/bin/tsc', ['-p', config]);
  build();
  writeFileSync(stamp, wanted);
}

/**
 * Compiles each package to its dist/, first: the product's build reads its declarations. The product is compiled to build/, module by
 * module for scripts and tests, and bundled to dist/ for the command.
 */
export function ensureBuilt() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const folder of packages) ensurePackage(folder, [join(folder, 'package.json')], () => {});
  const stamps = packages.map((folder) => join(folder, 'dist', '.tieout-built'));
  // the bundle contains packages and the definitions of reports
  const inputs = ['package.json', 'package-lock.json', 'scripts/bundle.mjs', ...stamps, ...filesBelow('reports')];
  ensurePackage('.', inputs, () => run(process.execPath, [join(root, 'scripts', 'bundle.mjs')]));
}
