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
import { hasUnfinished, packDoubts, unplacedPack } from './pack-manifest.ts';

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

/**
 * Keeps the manifest of a closed month in landing, so that the pack can be verified even if its folder is changed. A manifest that is
 * already kept is not kept twice. The caller holds the company's lock.
 */
export async function recordClose(
  landing: Landing,
  { company, month, manifest }: { company: string; month: string; manifest: { text: string; sha256: string } },
): Promise<void> {
  if (closedMonths(landing.receipts()).get(month)?.sha256 === manifest.sha256) return;
  const facts = newReceiptFacts({
    source: 'run',
    kind: 'close',
    company,
    batch_id: month,
    ext: 'json',
    content_type: 'application/json',
    original_name: `manifest-${month}.json`,
  });
  await landing.put(facts, { bytes: manifest.text });
}

/**
 * Completes the work of a killed `close`: a pack whose manifest is kept is put in place, and incomplete packs are removed. The caller
 * holds the company's lock.
 */
export async function finishClosing(closed: string, company: string, landing: Landing): Promise<void> {
  await landing.sweep();
  for (const [month, receipt] of closedMonths(landing.receipts())) {
    const folder = join(closed, month, company);
    if (!(await hasUnfinished(folder))) continue;
    const manifest = { text: (await landing.read(receipt)).toString('utf8'), sha256: receipt.sha256 };
    if ((await packDoubts(folder, month, manifest)).length === 0) continue;
    const unplaced = await unplacedPack(folder, month, manifest);
    if (unplaced !== undefined) await replaceFolder(unplaced, folder);
  }
  await sweepReports(closed, company);
}
