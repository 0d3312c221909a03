import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { Progress } from '../domain/progress.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';
import { derive } from '../warehouse/derive.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import { loadReceipt } from '../warehouse/load/load-receipts.ts';
import { readWith } from '../warehouse/load/read-with.ts';
import { loadOf } from './load-landing.ts';

/** A refused receipt that no other receipt has replaced, and whether a later receipt of its kind was loaded. */
type Refused = { receipt: Receipt; readWith: unknown; isDamaged: boolean; isFollowed: boolean };

async function refusedReceipts(
  connection: DuckDBConnection,
  landing: Landing,
  { name }: CompanyConfig,
): Promise<Refused[]> {
  await derive(connection);
  const rows = await readRows(
    connection,
    `select refused.receipt_id, refused.read_with, refused.load_code, exists (
         select 1 from raw.receipt as later
         where later.company = refused.company and later.kind = refused.kind and later.load_status = 'loaded'
           and later.receipt_id > refused.receipt_id
       ) as is_followed
     from core.refused_receipt as refused
     where refused.company = $company
     order by refused.receipt_id`,
    { company: name },
  );
  return rows.flatMap((row) => {
    const id = numberOf(row, 'receipt_id');
    const receipt = landing.receipts().find(({ receipt_id }) => receipt_id === id);
    // content that was removed cannot be read again
    if (receipt === undefined || receipt.removed !== undefined) return [];
    const isDamaged = String(row.load_code).startsWith('LANDING_OBJECT_');
    return [{ receipt, readWith: row.read_with, isDamaged, isFollowed: row.is_followed === true }];
  });
}

/**
 * Loads again the files that were refused under other terms of reading, for example before an alias was added, and the files that were
 * damaged in landing. Receipts are loaded in the order of arrival: where a later receipt of the kind was loaded, the refused file is
 * only tried. Returns the numbers of the tried receipts that would be accepted; for them the warehouse must be built again from landing.
 */
export async function retryRefused(
  connection: DuckDBConnection,
  landing: Landing,
  company: CompanyConfig,
  progress: Progress,
): Promise<number[]> {
  const changed = (await refusedReceipts(connection, landing, company)).filter(
    ({ receipt, readWith: before, isDamaged }) =>
      isDamaged || before !== readWith(loadOf(landing, receipt, company).instructions.reading),
  );
  if (changed.length === 0) return [];
  const step = progress.step('Loading refused files again', changed.length);
  const accepted: string[] = [];
  const early: number[] = [];
  for (const { receipt, isFollowed } of changed) {
    const { file, instructions } = loadOf(landing, receipt, company);
    const { status } = await loadReceipt(connection, file, instructions, { isTrial: isFollowed || early.length > 0 });
    if (status === 'loaded') accepted.push(receiptName(receipt));
    if (status === 'loaded' && isFollowed) early.push(receipt.receipt_id);
    step.advance();
  }
  step.done(accepted.length === 0 ? 'refused as before' : `accepted: ${accepted.join(', ')}`);
  return early;
}
