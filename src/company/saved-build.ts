import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { sync } from '../disk/files.ts';
import type { Landing } from '../landing/landing.ts';
import { execute, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { fillMart } from '../warehouse/fill-mart.ts';
import { openWarehouse, type Warehouse, type WarehouseLimits } from '../warehouse/open.ts';

/** Where a warehouse is built beside the one in use. */
export const buildingPath = (warehouse: string): string => `${warehouse}.building`;

/** The name of a complete warehouse until it is in place. */
export const completePath = (warehouse: string): string => `${warehouse}.built`;

const withLog = (path: string) => [path, `${path}.wal`];

/** Removes a warehouse that was not completed. */
export async function removeUnfinished(warehouse: string): Promise<void> {
  for (const path of withLog(buildingPath(warehouse))) await rm(path, { force: true });
}

/**
 * Completes the replacement of a warehouse after a kill, and removes an incomplete warehouse. A complete warehouse replaces the old one,
 * because the old one may already have lost its write-ahead log. The caller holds the company's lock.
 */
export async function finishSwap(warehouse: string): Promise<void> {
  await removeUnfinished(warehouse);
  const complete = completePath(warehouse);
  if (!existsSync(complete)) return;
  // DuckDB would apply the log of the old warehouse to the new one
  await rm(`${warehouse}.wal`, { force: true });
  await rename(complete, warehouse);
  await sync(dirname(warehouse));
}

/**
 * Replaces the old warehouse with the new one, which is closed and so has no log of its own. After a kill at any point, either the old
 * warehouse is whole, or the new one is and finishSwap completes the replacement.
 */
export async function swapWarehouse(warehouse: string): Promise<void> {
  await sync(buildingPath(warehouse));
  await rename(buildingPath(warehouse), completePath(warehouse));
  await sync(dirname(warehouse));
  await finishSwap(warehouse);
}

/** The state of a rebuild, from which a later rebuild continues with a copy of its warehouse. */
const buildState = z.object({
  /** The number of the last run mark that was repeated. */
  through: z.number(),
  /** The sha256 of the recorded configuration in force. */
  configuration: z.string(),
  runs: z.number(),
  other_rules: z.number(),
  unrecorded: z.number(),
  /** The hash of the receipts in landing through that run. A copy is not continued where landing has been replaced or changed since. */
  landing: z.string(),
  /** Receipts that a later configuration accepted, each with the number of that configuration's receipt. */
  loaded_by: z.array(z.tuple([z.number(), z.number()])),
});
export type BuildState = z.infer<typeof buildState>;

/** The sha256 of a company's receipts up to a number: their numbers, kinds, contents, failures and removals. */
export function landingThrough({ receipts }: Pick<Landing, 'receipts'>, company: string, through: number): string {
  const known = receipts()
    .filter((receipt) => receipt.company === company && receipt.receipt_id <= through)
    .map(({ receipt_id: id, kind, sha256, failure, removed }) => [id, kind, sha256, failure ?? null, removed ?? null]);
  return createHash('sha256').update(JSON.stringify(known)).digest('hex');
}

/** Where a copy of an unfinished build is kept, so that a later rebuild can continue it. */
const savedPath = (warehouse: string): string => `${warehouse}.saved`;

/** Removes the saved copy of an interrupted build. */
export async function removeSaved(warehouse: string): Promise<void> {
  for (const path of [savedPath(warehouse), `${savedPath(warehouse)}.new`]) await rm(path, { force: true });
}

/** Keeps a copy of an open build, with its state. After a kill at any point, the previous copy remains. */
export async function saveBuild(warehouse: string, connection: DuckDBConnection, state: BuildState): Promise<void> {
  await execute(connection, 'create or replace table main.building as select $state as state', {
    state: JSON.stringify(state),
  });
  await execute(connection, 'checkpoint');
  const temporary = `${savedPath(warehouse)}.new`;
  try {
    await copyFile(buildingPath(warehouse), temporary);
    await sync(temporary);
    await rename(temporary, savedPath(warehouse));
  } catch {
    // the disk has no room for a copy, and the build needs the free space
    await removeSaved(warehouse);
  }
}

async function stateOf(connection: DuckDBConnection): Promise<BuildState | undefined> {
  const [row] = await readRows(connection, 'select state from main.building');
  return row === undefined ? undefined : buildState.parse(JSON.parse(textOf(row, 'state')));
}

/** Opens a saved copy of an interrupted build; undefined where it is of another version or landing zone, or damaged. */
async function openSaved(warehouse: string, limits: WarehouseLimits, isOfLanding: (state: BuildState) => boolean) {
  const path = buildingPath(warehouse);
  try {
    await copyFile(savedPath(warehouse), path);
    const build = await openWarehouse(path, limits);
    const state = await stateOf(build.connection).catch(() => undefined);
    if (state !== undefined && isOfLanding(state)) return { build, state };
    build.close();
  } catch {
    // the copy is not needed: the build starts from the beginning and itself reports an error of the disk
  }
  return undefined;
}

/**
 * Opens the warehouse that is built beside the warehouse in use. An interrupted build is continued from its saved copy, where its
 * version and landing zone allow it; otherwise the build starts with an empty warehouse.
 */
export async function openBuild(
  warehouse: string,
  limits: WarehouseLimits,
  isOfLanding: (state: BuildState) => boolean,
): Promise<{ build: Warehouse; state: BuildState | undefined }> {
  if (existsSync(savedPath(warehouse))) {
    const saved = await openSaved(warehouse, limits, isOfLanding);
    if (saved !== undefined) return saved;
    await removeUnfinished(warehouse);
    await removeSaved(warehouse);
  }
  return { build: await openWarehouse(buildingPath(warehouse), limits, []), state: undefined };
}

/** Ends a build by removing its state, which readers do not need. */
export async function endBuild(connection: DuckDBConnection): Promise<void> {
  await execute(connection, 'drop table if exists main.building');
  await fillMart(connection);
  await execute(connection, 'checkpoint');
}
