import { join } from 'node:path';
import { sweepReports } from '../company/left-overs.ts';
import { replaceFolder } from '../disk/replace-folder.ts';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import { readKeptLanding } from '../landing/kept-landing.ts';
import type { Landing } from '../landing/landing.ts';
import { hasUnfinished, packDoubts, unplacedPack } from './verify-pack.ts';

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
    ...{ source: 'run', kind: 'close', company, batch_id: month, ext: 'json', content_type: 'application/json' },
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
