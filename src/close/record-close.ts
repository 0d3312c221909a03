import { constants, copyFile, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { sweepReports } from '../company/left-overs.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { replaceFolder } from '../disk/files.ts';
import type { Period } from '../domain/period.ts';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import { type Landing, readKeptLanding } from '../landing/landing.ts';
import { companyKey } from '../privacy/company-key.ts';
import { readStatements, type Statement } from '../report/statement/read-statements.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { filesOfMasked, writeMasked } from '../warehouse/masked-snapshot.ts';
import { openSnapshot } from '../warehouse/open.ts';
import { provenCopy } from '../warehouse/open-read-only.ts';
import { type ClosingBalance, type Obstacle, obstaclesOf } from './gates.ts';
import { type ClosedPack, hasUnfinished, manifestName, packDoubts, unplacedPack } from './pack-manifest.ts';
import { hashesOf } from './pack-sums.ts';

/** What keeps a month open by its published snapshot, and the statements at its end. */
export type MonthState = { obstacles: Obstacle[]; statements: Statement[] };

/** Reads the obstacles and statements of a month from a snapshot. */
export async function readMonth(publishedPath: string, company: string, period: Period): Promise<MonthState> {
  const snapshot = await openSnapshot(publishedPath);
  try {
    const bound = { company, from: period.from.toString(), to: period.to.toString() };
    const rows = await readRows(
      snapshot.connection,
      'select * from recon.close_gate($company, $from::date, $to::date)',
      bound,
    );
    return { obstacles: obstaclesOf(rows), statements: await readStatements(snapshot.connection, bound) };
  } finally {
    snapshot.close();
  }
}

const keptBalances = z.object({
  closing_balances: z
    .array(z.object({ statement: z.string(), currency: z.string(), subject: z.string(), amount: z.string() }))
    .optional(),
});

/**
 * The month that was closed before a month, with its closing balances as landing keeps them. Undefined where no earlier month was closed,
 * or where a version closed it that did not keep the balances.
 */
export async function balancesBefore(
  landing: Landing,
  month: string,
): Promise<{ month: string; balances: ClosingBalance[] } | undefined> {
  const earlier = [...closedMonths(landing.receipts())].filter(([closed]) => closed < month).sort();
  const [before, receipt] = earlier.at(-1) ?? [];
  if (before === undefined || receipt === undefined) return undefined;
  const { closing_balances: balances } = keptBalances.parse(JSON.parse((await landing.read(receipt)).toString('utf8')));
  return balances === undefined ? undefined : { month: before, balances };
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
  const { published, privacyKey, masked: publishedMasked } = companyPaths(config.data_dir, name);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const folder = dirname(published);
  const masked = join(folder, `pack-${process.pid}.duckdb`);
  const whole = `${masked}.source`;
  await removeCopies(folder);
  try {
    await provenCopy(published, whole);
    return await work({
      whole,
      copy: async () => {
        const path = `${masked}.changed`;
        await copyFile(whole, path, constants.COPYFILE_FICLONE);
        return path;
      },
      mask: async () => {
        const key = await companyKey(privacyKey, filesOfMasked(publishedMasked));
        await writeMasked(whole, masked, key, { memoryLimit, threads });
        await rm(whole);
        return masked;
      },
    });
  } finally {
    await removeCopies(folder);
  }
}

/** The newest record of each month that a company closed, by month (2026-10). */
export function closedMonths(receipts: readonly Receipt[]): Map<string, Receipt> {
  return new Map(
    receipts.flatMap((receipt) =>
      receipt.kind === 'close' && receipt.batch_id !== null ? [[receipt.batch_id, receipt] as const] : [],
    ),
  );
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

/** The record of a closed month, by the receipt of its manifest. Throws LANDING_OBJECT_MISSING or LANDING_OBJECT_DAMAGED. */
export async function closedPack(landing: ReadableLanding, month: string, receipt: Receipt): Promise<ClosedPack> {
  const text = (await landing.read(receipt)).toString('utf8');
  return { text, sha256: receipt.sha256, sums: await keptSums(landing, month, receipt.sha256) };
}

/** When a month was closed with a manifest; undefined if it is not closed with it now. */
export function closedAt(landing: ReadableLanding, month: string, manifest: string): string | undefined {
  const receipt = closedMonths(landing.receipts()).get(month);
  return receipt?.sha256 === manifest ? receipt.received_at : undefined;
}

type CloseRecord = {
  company: string;
  month: string;
  manifest: { text: string; sha256: string };
  sums: string;
  closedAt: string;
};

/**
 * Keeps the manifest of a closed month and the hashes of its pack in landing, so that the pack can be verified even if its folder is
 * changed. The hashes come first: without their manifest they have no effect. What is already kept is not kept twice. The caller holds
 * the company's lock.
 */
export async function recordClose(
  landing: Landing,
  { company, month, manifest, sums, closedAt: at }: CloseRecord,
): Promise<void> {
  const facts = { source: 'run', company, batch_id: month };
  if ((await keptSums(landing, month, manifest.sha256)) !== sums) {
    const original_name = `SHA256SUMS-${month}.txt`;
    const record = { ...facts, kind: sumsKind, ext: 'txt', content_type: 'text/plain', original_name };
    await landing.put(newReceiptFacts(record), { bytes: sums });
  }
  if (closedMonths(landing.receipts()).get(month)?.sha256 === manifest.sha256) return;
  const original_name = `manifest-${month}.json`;
  const record = { ...facts, kind: 'close', ext: 'json', content_type: 'application/json', original_name };
  await landing.put(newReceiptFacts({ ...record, received_at: at }), { bytes: manifest.text });
}

/**
 * Completes the work of a killed `close`: a pack whose close is recorded is put in place, and incomplete packs are removed. The caller
 * holds the company's lock.
 */
export async function finishClosing(closed: string, company: string, landing: Landing): Promise<void> {
  await landing.sweep();
  for (const [month, receipt] of closedMonths(landing.receipts())) {
    const folder = join(closed, month, company);
    if (!(await hasUnfinished(folder))) continue;
    const pack = await closedPack(landing, month, receipt);
    if ((await packDoubts(folder, month, pack)).length === 0) continue;
    const unplaced = await unplacedPack(folder, month, pack);
    if (unplaced !== undefined) await replaceFolder(unplaced, folder);
  }
  await sweepReports(closed, company);
}
