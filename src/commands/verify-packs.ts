import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packDoubts } from '../close/verify-pack.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { isNotThere } from '../disk/file.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openLanding } from '../landing/landing.ts';
import type { Verification } from '../landing/verify-landing.ts';
import { closedMonths } from '../run/record-close.ts';

async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

/** Months whose pack has a folder. */
async function packedMonths(closed: string, company: string): Promise<string[]> {
  const months: string[] = [];
  for (const month of await foldersIn(closed))
    if ((await foldersIn(join(closed, month))).includes(company)) months.push(month);
  return months;
}

/** Proves the packs of a company's closed months against the manifests that landing keeps. Changes nothing. */
export async function verifyPacks(config: LoadedConfig, { name }: CompanyConfig): Promise<Verification> {
  const { closed } = dataPaths(config.data_dir);
  const landing = await openLanding(companyPaths(config.data_dir, name).landing);
  const kept = closedMonths(landing.receipts());
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  for (const [month, receipt] of [...kept].sort()) {
    let doubts: TieoutError[];
    try {
      const text = (await landing.read(receipt)).toString('utf8');
      doubts = await packDoubts(join(closed, month, name), month, { text, sha256: receipt.sha256 });
    } catch (error) {
      // its object is among the doubts of landing
      if (!(error instanceof TieoutError)) throw error;
      doubts = [];
      found.notProven.push(`the pack of ${month}: its manifest in landing is not the one that was kept`);
      continue;
    }
    found.doubts.push(...doubts);
    if (doubts.length === 0) found.proven.push(`the pack of ${month} is the one that was closed`);
  }
  for (const month of await packedMonths(closed, name))
    if (!kept.has(month))
      found.notProven.push(`the pack of ${month}: it was closed by a version that kept no manifest in landing`);
  return found;
}
