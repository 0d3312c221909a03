import { join } from 'node:path';
import { packDoubts, unplacedPack } from '../close/verify-pack.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { foldersIn } from '../disk/folder.ts';
import { doubtOf } from '../disk/unreadable.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type KeptLanding, readKeptLanding } from '../landing/kept-landing.ts';
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

async function packState(closed: string, company: string, month: string, landing: KeptLanding): Promise<PackState> {
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
  let unplaced: string | undefined;
  let doubts: TieoutError[];
  try {
    doubts = await packDoubts(folder, month, manifest);
    if (doubts.length === 0) return { month, proven: `the pack of ${month} is the one that was closed`, doubts };
    unplaced = await unplacedPack(folder, month, manifest);
  } catch (error) {
    return { month, doubts: [doubtOf(error, folder)] };
  }
  if (unplaced === undefined) return { month, doubts };
  const notProven = `that the pack of ${month} is in its place: a command was killed. It is whole in ${unplaced}, and \`tieout close ${month}\` puts it in place`;
  return { month, notProven, doubts: [] };
}

/** How often a pack is looked at before it is in doubt: the month may be closed again meanwhile. */
const looks = 3;

/** Proves the packs of a company's closed months against the manifests that landing keeps. Changes nothing. */
export async function verifyPacks(config: LoadedConfig, { name }: CompanyConfig): Promise<Verification> {
  const { closed } = dataPaths(config.data_dir);
  const open = () => readKeptLanding(companyPaths(config.data_dir, name).landing);
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  let landing: KeptLanding;
  try {
    landing = await open();
  } catch (error) {
    // the index is among the doubts of landing, and nothing else says which packs there were
    if (!(error instanceof TieoutError)) throw error;
    found.notProven.push('the packs of closed months');
    return found;
  }
  const kept = closedMonths(landing.receipts());
  for (const month of [...kept.keys()].sort()) {
    let state = await packState(closed, name, month, landing);
    for (let look = 1; look < looks && state.doubts.length > 0; look += 1)
      state = await packState(closed, name, month, await open());
    found.doubts.push(...state.doubts);
    if (state.proven !== undefined) found.proven.push(state.proven);
    if (state.notProven !== undefined) found.notProven.push(state.notProven);
  }
  try {
    for (const month of await packedMonths(closed, name))
      if (!kept.has(month))
        found.notProven.push(`the pack of ${month}: it was closed by a version that kept no manifest in landing`);
  } catch (error) {
    found.doubts.push(doubtOf(error, closed));
  }
  return found;
}
