import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifyPacks } from '../../src/commands/verify.ts';
import { openReader } from '../../src/company/published-warehouse.ts';
import { provenRecords } from '../../src/company/run-records.ts';
import { companyPaths, dataPaths } from '../../src/config/data-paths.ts';
import type { LoadedConfig } from '../../src/config/load-config.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { verifyCompany } from '../../src/evidence/verify-company.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { openRecords } from '../../src/schedule/records.ts';
import { openToRead } from '../../src/warehouse/open.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { type Alteration, evidenceKinds } from './alterations.ts';

type Named = { code: string; file: string | undefined };

const named = ({ code, place }: TieoutError): Named => ({ code, file: place?.file });

async function errorOf(work: () => Promise<unknown>): Promise<Named[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return [named(error)];
  }
}

/** What `tieout verify` says of a data directory: the code and file of each doubt. */
export async function verified(config: LoadedConfig): Promise<Named[]> {
  const company = onlyCompany(config);
  const kept = await verifyCompany(config, company, { isQuick: false });
  const packs = (await verifyPacks(config, company)).doubts;
  const records = await errorOf(() => provenRecords(dataPaths(config.data_dir).runs));
  return [...[...kept.doubts, ...packs].map(named), ...records];
}

/** What whoever uses a kind of evidence says of it: the reader of an object, every command that opens landing, and so on. */
export async function used(config: LoadedConfig, { kind, file }: Alteration): Promise<Named[]> {
  const company = onlyCompany(config);
  const { landing, masked } = companyPaths(config.data_dir, company.name);
  if (kind === 'landing index') return errorOf(() => openLanding(landing));
  if (kind === 'run records') return errorOf(() => openRecords(dataPaths(config.data_dir).runs).history());
  if (kind === 'published snapshot' || kind === 'seal of the snapshot')
    return errorOf(async () => (await openReader(config)).close());
  // other programs read it; the next command looks whether it has the last run
  if (kind === 'masked snapshot' || kind === 'seal of the masked snapshot')
    return errorOf(async () => (await openToRead(masked)).close());
  // a pack is for people: only verify reads it
  if (kind === 'pack') return [{ code: 'PACK_DAMAGED', file: join(config.data_dir, file) }];
  const opened = await openLanding(landing);
  const receipts = opened.receipts().filter((receipt) => file.endsWith(`${receipt.sha256}.${receipt.ext}`));
  const [receipt] = receipts;
  if (receipt === undefined) throw new Error(`no receipt names ${file}`);
  return errorOf(() => opened.read(receipt));
}

/** Whether one of the errors names an altered file, or the chain that its head belongs to. */
export function names(errors: readonly Named[], { kind, file }: Alteration, data: string): boolean {
  const codes: readonly string[] = [...evidenceKinds[kind].codes, 'EVIDENCE_UNREADABLE'];
  const path = join(data, file);
  const among = new Set([
    path,
    path.replace(/\.head\.json$/, '.jsonl'),
    path.replace(/\.seal\.json$/, ''),
    `${path}.seal.json`,
  ]);
  return errors.some((error) => codes.includes(error.code) && error.file !== undefined && among.has(error.file));
}

/** How many files a folder has, at any depth. */
export const fileCount = (folder: string): number => readdirSync(folder, { recursive: true }).length;
