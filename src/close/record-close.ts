import { constants, copyFile, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyOfCompany } from '../company/key-of-company.ts';
import { sweepReports } from '../company/left-overs.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { foldersIn, isThere, namesIn, replaceFolder } from '../disk/files.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import { newReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Landing, readKeptLanding } from '../landing/landing.ts';
import { readStatements, type Statement } from '../report/statement/read-statements.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { writeMasked } from '../warehouse/masked-snapshot.ts';
import { withReader } from '../warehouse/open.ts';
import { provenCopy } from '../warehouse/open-read-only.ts';
import { type DayCount, type Obstacle, obstaclesOf } from './gates.ts';
import { keyedContent, type MonthFacts, readFacts, type SealedLine, standingDecisions } from './month-facts.ts';
import { type ClosedPack, packDoubts, unfinishedBeside, unplacedPack } from './pack-doubts.ts';
import { countDays, manifestSchema, type PackLink, type ReadManifest } from './pack-manifest.ts';
import { hashesOf, manifestName, sha256OfText } from './pack-sums.ts';
import {
  closedMonths,
  manifestRecordName,
  packFolder,
  packName,
  readRecord,
  type SealedPack,
  sealedPacks,
} from './sealed-pack.ts';

/** The causes that keep a month open in its published snapshot, its days, the statements at its end, and the facts compared with its pack. */
export type MonthState = { obstacles: Obstacle[]; days: DayCount; statements: Statement[]; facts: MonthFacts };

/** Reads the state of a month from a snapshot. `key` is the privacy key of the company. */
export async function readMonth(
  publishedPath: string,
  company: string,
  period: Period,
  key: Buffer,
): Promise<MonthState> {
  return withReader(publishedPath, async ({ connection }) => {
    const bound = boundsOf(period);
    const rows = await readRows(connection, 'select * from recon.close_gate($from::date, $to::date)', bound);
    const days = await countDays(connection, bound);
    const statements = await readStatements(connection, { company, ...bound });
    const facts = await readFacts(connection, bound, statements);
    const content = keyedContent(facts.content, key);
    const decided = await standingDecisions(connection);
    return { obstacles: obstaclesOf(rows), days, statements, facts: { ...facts, content, decided } };
  });
}

/**
 * The month that was closed before a month, with the lines of its statements as landing keeps them. Undefined where no earlier month was
 * closed, or where the version that closed it did not keep the lines.
 */
export async function linesBefore(
  landing: ReadableLanding,
  month: string,
): Promise<{ month: string; lines: SealedLine[] } | undefined> {
  const earlier = [...closedMonths(landing.receipts()).values()].filter((pack) => pack.month < month);
  const before = earlier.toSorted((a, b) => (a.month < b.month ? -1 : 1)).at(-1);
  if (before === undefined) return undefined;
  const { statements } = await keptManifest(landing, before);
  return statements === undefined ? undefined : { month: before.month, lines: statements };
}

const copyName = /^pack-\d+\.duckdb/;

/** Removes the copies for packs, including those of killed processes. */
async function removeCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (copyName.test(name)) await rm(join(folder, name), { force: true });
}

/** Copies of one state of the published snapshot, kept while a pack is made from it. */
type PackCopies = {
  /** A proven copy of the published snapshot. */
  whole: string;
  /** The key of the company's hashes of personal data. */
  key: Buffer;
  /** Makes another copy, which the caller may change. Returns its path. */
  copy(): Promise<string>;
  /** Writes the masked copy, which has keyed hashes instead of personal data. Returns its path. */
  mask(): Promise<string>;
};

/**
 * Makes a pack from one proven copy of the published snapshot, so that changes by other programs do not affect it. The copies are
 * removed afterwards; the next process removes those of a killed process. The caller holds the company's lock.
 */
export async function withPackCopies<T>(
  config: LoadedConfig,
  { name }: CompanyConfig,
  work: (copies: PackCopies) => Promise<T>,
): Promise<T> {
  const paths = companyPaths(config.data_dir, name);
  const { published } = paths;
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const folder = dirname(published);
  const masked = join(folder, `pack-${process.pid}.duckdb`);
  const whole = `${masked}.source`;
  await removeCopies(folder);
  try {
    const key = await keyOfCompany(paths);
    await provenCopy(published, whole);
    return await work({
      ...{ whole, key },
      copy: async () => {
        const path = `${masked}.changed`;
        await copyFile(whole, path, constants.COPYFILE_FICLONE);
        return path;
      },
      mask: async () => {
        await writeMasked(whole, masked, key, { memoryLimit, threads });
        await rm(whole);
        return masked;
      },
    });
  } finally {
    await removeCopies(folder);
  }
}

/**
 * The months (2026-10) that a company has closed, as recorded in its landing zone; a folder in `closed/` alone is no proof. Throws
 * LANDING_INDEX_DAMAGED or EVIDENCE_UNREADABLE.
 */
export async function sealedMonths(landing: string): Promise<ReadonlySet<string>> {
  return new Set(closedMonths((await readKeptLanding(landing)).receipts()).keys());
}

type ReadableLanding = Pick<Landing, 'receipts' | 'read'>;

/** The kind of the records of SHA256SUMS. Each belongs to the manifest whose hash is in it. */
const sumsKind = 'close_sums';

/** The newest SHA256SUMS of a month that was recorded with a manifest; undefined for a version that recorded none. */
async function keptSums(landing: ReadableLanding, month: string, manifest: string): Promise<string | undefined> {
  for (const receipt of landing.receipts().toReversed()) {
    if (receipt.kind !== sumsKind || receipt.batch_id !== month) continue;
    const sums = (await landing.read(receipt)).toString('utf8');
    if (hashesOf(sums).get(manifestName) === manifest) return sums;
  }
  return undefined;
}

/** The record of a pack. Throws LANDING_OBJECT_MISSING, LANDING_OBJECT_DAMAGED or PACK_UNREADABLE. */
export async function closedPack(landing: ReadableLanding, pack: SealedPack): Promise<ClosedPack> {
  await readRecord(landing, pack.receipt, manifestSchema);
  const text = (await landing.read(pack.receipt)).toString('utf8');
  const { sha256 } = pack.receipt;
  return { name: packName(pack), text, sha256, sums: await keptSums(landing, pack.month, sha256) };
}

/** The manifest of a pack as landing keeps it. Throws like closedPack. */
export async function keptManifest(landing: ReadableLanding, pack: SealedPack): Promise<ReadManifest> {
  return readRecord(landing, pack.receipt, manifestSchema);
}

/** The pack that a company sealed last, with the hashes that the next manifest names; null before the first close. */
export async function previousPack(landing: ReadableLanding): Promise<PackLink | null> {
  const last = sealedPacks(landing.receipts()).at(-1);
  if (last === undefined) return null;
  const { sha256, sums } = await closedPack(landing, last);
  const { month, version = null } = last;
  return { month, version, manifest_sha256: sha256, sums_sha256: sums === undefined ? null : sha256OfText(sums) };
}

type CloseRecord = {
  company: string;
  month: string;
  version: number;
  manifest: { text: string; sha256: string };
  sums: string;
  closedAt: string;
};

/**
 * Keeps the manifest of a closed month and the hashes of its pack in landing, so that the pack can be verified even if its folder is
 * changed. The hashes come first: without their manifest they have no effect. The caller holds the company's lock.
 */
export async function recordClose(
  landing: Landing,
  { company, month, version, manifest, sums, closedAt: at }: CloseRecord,
): Promise<void> {
  const facts = { source: 'run', company, batch_id: month };
  const ofSums = { kind: sumsKind, ext: 'txt', content_type: 'text/plain', original_name: `SHA256SUMS-${month}.txt` };
  await landing.put(newReceiptFacts({ ...facts, ...ofSums }), { bytes: sums });
  const original_name = manifestRecordName(month, version);
  const record = { ...facts, kind: 'close', ext: 'json', content_type: 'application/json', original_name };
  await landing.put(newReceiptFacts({ ...record, received_at: at }), { bytes: manifest.text });
}

/** Refuses to seal a pack where a folder is that landing has no record of. Throws PACK_NOT_RECORDED. */
export async function refuseReplacing(folder: string, name: string): Promise<void> {
  if (!(await isThere(folder))) return;
  throw new TieoutError({
    code: 'PACK_NOT_RECORDED',
    message: `The folder of ${name} exists, and the landing zone has no record of this pack. It is not replaced.`,
    remedy:
      'If the landing zone was restored from a backup, restore a newer one. Otherwise move the folder to another place, and close the month again.',
    place: { file: folder },
    exitStatus: 4,
  });
}

/**
 * Completes the work of a killed `close`: a pack whose close is recorded is put in place, and incomplete packs are removed. The caller
 * holds the company's lock.
 */
export async function finishClosing(closed: string, company: string, landing: Landing): Promise<void> {
  await landing.sweep();
  for (const sealed of sealedPacks(landing.receipts())) {
    const folder = packFolder(closed, company, sealed);
    if ((await unfinishedBeside(folder)).length === 0) continue;
    const pack = await closedPack(landing, sealed);
    if ((await packDoubts(folder, pack)).length === 0) continue;
    const unplaced = await unplacedPack(folder, pack);
    if (unplaced !== undefined) await replaceFolder(unplaced, folder);
  }
  await sweepReports(closed, company);
  for (const month of await foldersIn(closed))
    for (const name of await namesIn(join(closed, month, company)))
      if (/^v\d+\.[0-9a-f]{8}\.tmp$/.test(name))
        await rm(join(closed, month, company, name), { recursive: true, force: true });
}
