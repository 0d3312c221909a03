// Runs before `npm pack`: compiles, and pins the dependencies of the bundled packages to the versions that `overrides` installed. npm applies only
// the overrides of the current project: in another project it would replace the bundled versions with the unpatched ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The manifest of a dependency, found as Node finds it: in the nearest node_modules. */
function installedManifest(folder, name) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'node_modules', name, 'package.json');
    if (existsSync(path)) return readJson(path);
  }
  return undefined;
}

ensureInstalled();
ensureBuilt();
const overridden = new Set(Object.keys(readJson(join(root, 'package.json')).overrides));
const { packages } = readJson(join(root, 'package-lock.json'));
for (const [path, { dev, devOptional }] of Object.entries(packages)) {
  const file = join(root, path, 'package.json');
  if (dev === true || devOptional === true || !path.startsWith('node_modules/') || !existsSync(file)) continue;
  const manifest = readJson(file);
  const names = Object.keys(manifest.dependencies ?? {}).filter((name) => overridden.has(name));
  for (const dependency of names) {
    const installed = installedManifest(join(root, path), dependency);
    if (installed === undefined) throw new Error(`${path} depends on ${dependency}, which is not installed`);
    const { name, version } = installed;
    manifest.dependencies[dependency] = name === dependency ? version : `npm:${name}@${version}`;
  }
  if (names.length > 0) writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
