import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>>;

test('docs/dependencies.md has every direct dependency with its licence, and no other', () => {
  const manifests = ['', 'packages/files/', 'packages/matching/', 'packages/sandbox/'].map(
    (folder): Manifest => JSON.parse(read(`${folder}package.json`)),
  );
  const names = manifests.flatMap(({ dependencies, devDependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
  );
  const licence = (name: string): string => JSON.parse(read(`node_modules/${name}/package.json`)).license;
  const expected = [...new Set(names)].map((name) => `${name} ${licence(name)}`).sort();
  const listed = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|.*\| ([^|]+) \|$/gm)];
  expect(listed.map(([, name, text]) => `${name} ${text}`).sort()).toEqual(expected);
});
