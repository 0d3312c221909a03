import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import { withRunLock } from './run-lock.ts';

/** The newest record of each month that a company closed, by month (2026-10). */
export function closedMonths(receipts: readonly Receipt[]): Map<string, Receipt> {
  return new Map(
    receipts.flatMap((receipt) =>
      receipt.kind === 'close' && receipt.batch_id !== null ? [[receipt.batch_id, receipt] as const] : [],
    ),
  );
}

const patienceMs = 60_000;

/**
 * Keeps the manifest of a closed month in landing, so that the pack can be held against it whatever happens to its folder.
 * A manifest that is kept already is not kept twice.
 */
export async function recordClose(
  config: LoadedConfig,
  { company, month, manifest }: { company: string; month: string; manifest: { text: string; sha256: string } },
): Promise<void> {
  const paths = companyPaths(config.data_dir, company);
  const keep = async (landing: Landing) => {
    if (closedMonths(landing.receipts()).get(month)?.sha256 === manifest.sha256) return;
    const facts = newReceiptFacts({
      ...{ source: 'run', kind: 'close', company, batch_id: month, ext: 'json', content_type: 'application/json' },
      original_name: `manifest-${month}.json`,
    });
    await landing.put(facts, { bytes: manifest.text });
  };
  await withRunLock(paths.lock, async () => keep(await openLanding(paths.landing)), { purpose: 'close', patienceMs });
}
