import { join } from 'node:path';
import { packDoubts, unplacedPack } from '../close/verify-pack.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { foldersIn } from '../disk/folder.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import type { Verification } from '../landing/verify-landing.ts';
import { closedMonths } from '../run/record-close.ts';

/** Months whose pack has a folder. */
async function packedMonths(closed: string, company: string): Promise<string[]> {
  const months: string[] = [];
  for (const month of await foldersIn(closed))
    if ((await foldersIn(join(closed, month))).includes(company)) months.push(month);
  return months;
}

type PackState = { month: string; proven?: string; notProven?: string; doubts: readonly TieoutError[] };

async function packState(closed: string, company: string, month: string, landing: Landing): Promise<PackState> {
  const receipt = closedMonths(landing.receipts()).get(month);
  if (receipt === undefined) return { month, doubts: [] };
  const folder = join(closed, month, company);
  let text: string;
  try {
    text = (await landing.read(receipt)).toString('utf8');
  } catch (error) {
    // its object is among the doubts of landing
    if (!(error instanceof TieoutError)) throw error;
    const notProven = `the pack of ${month}: its manifest in landing is not the one that was kept`;
    return { month, notProven, doubts: [] };
  }
  const manifest = { text, sha256: receipt.sha256 };
  const doubts = await packDoubts(folder, month, manifest);
  if (doubts.length === 0) return { month, proven: `the pack of ${month} is the one that was closed`, doubts };
  const unplaced = await unplacedPack(folder, month, manifest);
  if (unplaced === undefined) return { month, doubts };
  const notProven = `that the pack of ${month} is in its place: a command was killed. It is whole in ${unplaced}, and \`tieout close ${month}\` puts it in place`;
  return { month, notProven, doubts: [] };
}

/** How often a pack is looked at before it is in doubt: the month may be closed again meanwhile. */
const looks = 3;

/** Proves the packs of a company's closed months against the manifests that landing keeps. Changes nothing. */
export async function verifyPacks(config: LoadedConfig, { name }: CompanyConfig): Promise<Verification> {
  const { closed } = dataPaths(config.data_dir);
  const open = () => openLanding(companyPaths(config.data_dir, name).landing);
  const landing = await open();
  const kept = closedMonths(landing.receipts());
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  for (const month of [...kept.keys()].sort()) {
    let state = await packState(closed, name, month, landing);
    for (let look = 1; look < looks && state.doubts.length > 0; look += 1)
      state = await packState(closed, name, month, await open());
    found.doubts.push(...state.doubts);
    if (state.proven !== undefined) found.proven.push(state.proven);
    if (state.notProven !== undefined) found.notProven.push(state.notProven);
  }
  for (const month of await packedMonths(closed, name))
    if (!kept.has(month))
      found.notProven.push(`the pack of ${month}: it was closed by a version that kept no manifest in landing`);
  return found;
}
