import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';
import { registerReconciliations } from '../../src/reconcile/register-reconciliations.ts';
import { openWarehouse, type Warehouse } from '../../src/warehouse/open.ts';

/*
 * A migrated warehouse that tests copy: building one takes ten times as long as copying it. It is cached
 * between runs, by a hash of everything that it is built from.
 */
const cache = join(packageRoot, 'node_modules', '.cache', 'tieout-warehouse');
const staleAfterMs = 60 * 60 * 1000;

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['sql', 'messages', 'src/messages', 'src/warehouse', 'src/reconcile', 'src/domain']) {
    for (const name of readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(packageRoot, folder, name);
      if (statSync(path).isFile()) hash.update(name).update('\0').update(readFileSync(path)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function ensureTemplate(): Promise<string> {
  const path = join(cache, `${sourceHash()}.duckdb`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    // another worker may remove it at this moment
    const age = Date.now() - (statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleAfterMs) rmSync(join(cache, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(cache, 'building-'));
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'), { threads: 1 });
  await registerReconciliations(warehouse.connection);
  warehouse.close();
  // other workers may build the same one: the last rename wins, and each file is complete
  renameSync(join(folder, 'tieout.duckdb'), path);
  rmSync(folder, { recursive: true });
  return path;
}

const template = await ensureTemplate();

/** The size of a block of its file. */
export const blockBytes = 65_536;

/** Copies an empty warehouse to where the program expects it, so that a run does not have to build it. */
export function placeWarehouse(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  copyFileSync(template, path);
  chmodSync(path, 0o600);
}

/** A new empty warehouse with one thread: for few records a second one costs more than it saves. */
export async function givenWarehouse(): Promise<Warehouse> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-warehouse-'));
  const path = join(folder, 'tieout.duckdb');
  placeWarehouse(path);
  const warehouse = await openWarehouse(path, { threads: 1 });
  // the file is removed when it is closed
  await warehouse.connection.run('pragma disable_checkpoint_on_shutdown');
  return {
    ...warehouse,
    close: () => {
      warehouse.close();
      rmSync(folder, { recursive: true });
    },
  };
}
