import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync } from '../disk/file.ts';

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
 * Ends the replacement of a warehouse that a process was killed in, and removes one that it did not complete. A complete one
 * replaces the old one: the old one may have lost its write-ahead log already. The caller holds the company's lock.
 */
export async function finishSwap(warehouse: string): Promise<void> {
  await removeUnfinished(warehouse);
  const complete = completePath(warehouse);
  if (!existsSync(complete)) return;
  // DuckDB would apply the log of the old one to the new one
  await rm(`${warehouse}.wal`, { force: true });
  await rename(complete, warehouse);
  await sync(dirname(warehouse));
}

/**
 * Puts the warehouse that was built, closed and so without a log of its own, in place of the old one. Killed at any point, the
 * old one is whole, or the new one is and finishSwap ends the replacement.
 */
export async function swapWarehouse(warehouse: string): Promise<void> {
  await sync(buildingPath(warehouse));
  await rename(buildingPath(warehouse), completePath(warehouse));
  await sync(dirname(warehouse));
  await finishSwap(warehouse);
}
