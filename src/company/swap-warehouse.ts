import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync } from '../disk/files.ts';

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
