import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { Progress } from '../domain/progress.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { Landing } from '../landing/landing.ts';
import type { LandedFile, LoadOutcome } from '../warehouse/load/landed-file.ts';
import { loadedReceiptIds } from '../warehouse/load/load-receipts.ts';
import { loadReceipts } from '../warehouse/load/load-together.ts';
import { instructionsFor } from './reading-instructions.ts';

/** A receipt as the warehouse loads it. */
export function landedFile(landing: Landing, receipt: Receipt, company: CompanyConfig): LandedFile {
  return {
    ...receipt,
    request_path: receipt.request?.path ?? null,
    request_query: receipt.request?.query ?? null,
    file_name: receiptName(receipt),
    zone: company.zone,
    path: landing.objectPath(receipt),
  };
}

/** The company's receipts of a kind that arrived before another receipt. */
function earlierReceipts(landing: Landing, { company, receipt_id }: Receipt) {
  return (kind: string): ReceivedFile[] =>
    landing
      .receipts()
      .filter(
        (other) =>
          other.company === company &&
          other.kind === kind &&
          other.receipt_id < receipt_id &&
          other.failure === undefined &&
          other.removed === undefined,
      )
      .map((other) => ({ path: landing.objectPath(other), file_name: receiptName(other), sha256: other.sha256 }));
}

/** What the warehouse needs to load a receipt. */
export function loadOf(landing: Landing, receipt: Receipt, company: CompanyConfig) {
  return {
    file: landedFile(landing, receipt, company),
    instructions: instructionsFor(receipt, company, earlierReceipts(landing, receipt)),
  };
}

/** Loads the receipts of a company that the warehouse does not have, up to the receipt `through`, in the order of arrival. */
export async function loadNewReceipts(
  connection: DuckDBConnection,
  landing: Landing,
  company: CompanyConfig,
  through: number,
  progress: Progress,
): Promise<LoadOutcome[]> {
  const known = await loadedReceiptIds(connection);
  const fresh = landing
    .receipts()
    .filter(
      ({ receipt_id, company: owner }) => owner === company.name && receipt_id <= through && !known.has(receipt_id),
    );
  if (fresh.length === 0) return [];
  const step = progress.step('Loading receipts', fresh.length);
  const loads = fresh.map((receipt) => loadOf(landing, receipt, company));
  const outcomes = await loadReceipts(connection, loads, () => step.advance());
  // a failed answer was reported at the time of its request
  const refused = fresh
    .filter((receipt, at) => outcomes[at]?.status === 'refused' && (receipt.failure ?? null) === null)
    .map(receiptName);
  const rows = `${outcomes.reduce((sum, one) => sum + one.rows, 0)} rows`;
  step.done(refused.length === 0 ? rows : `${rows}; refused: ${refused.join(', ')}`);
  return outcomes;
}

/** Loads the records of requests to services, on which no verdict depends, including those of a run that failed after its requests. */
export async function loadRequestBooks(
  connection: DuckDBConnection,
  landing: Landing,
  company: CompanyConfig,
): Promise<void> {
  const known = await loadedReceiptIds(connection);
  const books = landing
    .receipts()
    .filter(
      ({ receipt_id, kind, company: owner }) => kind === 'requests' && owner === company.name && !known.has(receipt_id),
    );
  await loadReceipts(
    connection,
    books.map((receipt) => loadOf(landing, receipt, company)),
  );
}
