import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';

/** What the programs read beside their own folder. */
const alsoRead = ['sql', 'messages', 'reports', 'banks', 'package.json'];

/** A copy of the product, in a new folder, with these of its programs: `dist` is the bundle, `build` the modules. */
export function copyOfProduct(...programs: readonly string[]): string {
  const product = mkdtempSync(join(tmpdir(), 'tieout-product-'));
  for (const name of [...programs, ...alsoRead])
    cpSync(join(packageRoot, name), join(product, name), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(product, 'node_modules'));
  return product;
}
