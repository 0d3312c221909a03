import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync } from '../disk/file.ts';
import type { Landing } from '../landing/landing.ts';
import { sweepUnfinished } from '../warehouse/seal.ts';
import { sealPath } from '../warehouse/seal-file.ts';
import { proveWarehouse, sealForPath, sealWarehouse, unsealWarehouse } from '../warehouse/warehouse-seal.ts';
import { lastRun } from './run-mark.ts';

/** What a seal says of the landing zone, and is compared with. */
type LandingState = Pick<Landing, 'receipts' | 'lastReceiptId'>;

/** Where a warehouse is built beside the one in use. */
export const buildingPath = (warehouse: string): string => `${warehouse}.building`;

/** The name of one that is complete, until it is in place. It has a seal of its own. */
export const completePath = (warehouse: string): string => `${warehouse}.built`;

const withLog = (path: string) => [path, `${path}.wal`];

/** Removes a warehouse that was not completed. */
export async function removeUnfinished(warehouse: string): Promise<void> {
  for (const path of withLog(buildingPath(warehouse))) await rm(path, { force: true });
}

/**
 * Ends the replacement of a warehouse that a process was killed in, and removes one that it did not complete. A complete one
 * replaces the old one: the old one may have lost its write-ahead log already. The caller holds the company's lock. Throws
 * WAREHOUSE_DAMAGED for a complete one that is not the one that was built last.
 */
export async function finishSwap(warehouse: string, landing: LandingState): Promise<void> {
  await removeUnfinished(warehouse);
  const complete = completePath(warehouse);
  if (!existsSync(complete)) return sweepUnfinished(complete, [sealPath(complete)]);
  await proveWarehouse(complete, { lastRun: lastRun(landing) });
  await unsealWarehouse(warehouse);
  // DuckDB would apply the log of the old one to the new one
  await rm(`${warehouse}.wal`, { force: true });
  await rename(complete, warehouse);
  await sync(dirname(warehouse));
  await sealWarehouse(warehouse, landing.lastReceiptId());
  await sweepUnfinished(complete, [sealPath(complete)]);
}

/**
 * Removes a complete warehouse of an earlier replacement, which another one supersedes, and before it the old one, which may have
 * lost its log: where the process is killed here, the next command builds the warehouse from landing.
 */
async function removeComplete(warehouse: string): Promise<void> {
  const complete = completePath(warehouse);
  if (existsSync(complete))
    for (const path of [...withLog(warehouse), ...withLog(complete)]) await rm(path, { force: true });
}

/**
 * Puts the warehouse that was built, closed and so without a log of its own, in place of the old one. Killed at any point, the
 * old one is whole, or the new one is and finishSwap ends the replacement.
 */
export async function swapWarehouse(warehouse: string, landing: LandingState): Promise<void> {
  await sync(buildingPath(warehouse));
  await removeComplete(warehouse);
  await sealForPath(buildingPath(warehouse), completePath(warehouse), landing.lastReceiptId());
  await rename(buildingPath(warehouse), completePath(warehouse));
  await sync(dirname(warehouse));
  await finishSwap(warehouse, landing);
}
