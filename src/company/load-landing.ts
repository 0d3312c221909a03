import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import { landingExtensions } from '../domain/landing-extensions.ts';
import type { Progress } from '../domain/progress.ts';
import { type Receipt, receiptName } from '../domain/receipt.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { Landing } from '../landing/landing.ts';
import { derive } from '../warehouse/derive.ts';
import { execute, numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { LandedFile, LoadOutcome } from '../warehouse/load/landed-file.ts';
import { readWith } from '../warehouse/load/landed-file.ts';
import { loadedReceiptIds, loadReceipt } from '../warehouse/load/load-receipt.ts';
import { loadReceipts } from '../warehouse/load/load-receipts.ts';
import { instructionsFor } from './reading-instructions.ts';

/**
 * A receipt that may be read better now. refused: a receipt that was refused and that no other receipt has replaced; whether it may be
 * readable under the same terms, and whether a later receipt of its kind was loaded. loaded: a file of the merchant that no later file of
 * its name replaced, with the number of its rejected rows that should have been records.
 */
type Candidate = { receipt: Receipt; readWith: unknown } & (
  | { status: 'refused'; isMended: boolean; isFollowed: boolean }
  | { status: 'loaded'; rejected: number }
);

async function receiptsToTry(connection: DuckDBConnection, landing: Landing): Promise<Candidate[]> {
  const rows = await readRows(
    connection,
    `select refused.receipt_id, refused.read_with, refused.load_code, null as rejected, exists (
         select 1 from raw.receipt as later
         where later.kind = refused.kind and later.load_status = 'loaded'
           and later.receipt_id > refused.receipt_id
       ) as is_followed
     from core.refused_receipt as refused
     union all
     select receipt.receipt_id, receipt.read_with, null, count(*), true
     from raw.receipt as receipt
     inner join staging.rejected_row as rejected
       on rejected.receipt_id = receipt.receipt_id and staging.is_record(rejected.reason_code)
     where receipt.load_status = 'loaded' and receipt.rejected_count > 0
       and receipt.window_from is null and not exists (
         select 1 from raw.receipt as later
         where later.kind = receipt.kind and later.file_name = receipt.file_name
           and later.load_status = 'loaded' and later.receipt_id > receipt.receipt_id
       ) and not exists (
         -- what was closed does not change by a correction of the configuration
         select 1 from raw.file_span as span
         inner join core.closed_month as closed
           on span.first_day < closed.day_after and span.last_day >= closed.first_day
         where span.receipt_id = receipt.receipt_id
       )
     group by receipt.receipt_id, receipt.read_with
     order by 1`,
  );
  return rows.flatMap((row): Candidate[] => {
    const id = numberOf(row, 'receipt_id');
    const receipt = landing.receipts().find(({ receipt_id }) => receipt_id === id);
    // content that was removed cannot be read again
    if (receipt === undefined || receipt.removed !== undefined) return [];
    const readBefore = { receipt, readWith: row.read_with };
    if (row.rejected !== null) return [{ ...readBefore, status: 'loaded', rejected: numberOf(row, 'rejected') }];
    // the place of a password is a term of reading, the password itself is not
    const isLocked = row.load_code === 'FILE_ENCRYPTED' && receipt.ext === landingExtensions.pdf;
    const isMended = isLocked || String(row.load_code).startsWith('LANDING_OBJECT_');
    return [{ ...readBefore, status: 'refused', isMended, isFollowed: row.is_followed === true }];
  });
}

/** Whether fewer rows of a loaded file would be rejected by the terms of now. If not, it is not tried again until they change. */
async function isReadBetter(
  connection: DuckDBConnection,
  { file, instructions }: ReturnType<typeof loadOf>,
  rejected: number,
): Promise<boolean> {
  // a number that no receipt has, so that the rows of the loaded file are not counted with those of the trial
  const trial = { ...file, receipt_id: -file.receipt_id };
  const { lacking, error } = await loadReceipt(connection, trial, instructions, { isTrial: true });
  if (lacking !== undefined && lacking < rejected) return true;
  // bytes that cannot be read prove nothing about the terms
  if (error?.code.startsWith('LANDING_OBJECT_') === true) return false;
  await execute(connection, 'update raw.receipt set read_with = $now where receipt_id = $receipt_id', {
    now: readWith(instructions.reading),
    receipt_id: file.receipt_id,
  });
  return false;
}

/**
 * Loads again the files that were refused under other terms of reading, for example before an alias was added, the files that were damaged
 * in landing, and the PDF files whose password was missing. Receipts are loaded in the order of arrival: where a later receipt of the kind
 * was loaded, the refused file is only tried, and so is a loaded file whose rows were rejected under other terms. Returns the numbers of the
 * tried receipts that the terms of now read better: refused files that they accept, and loaded files with fewer rejected rows. For them the
 * warehouse must be built again from landing.
 */
export async function retryRefused(
  connection: DuckDBConnection,
  landing: Landing,
  company: CompanyConfig,
  progress: Progress,
): Promise<number[]> {
  const candidates = (await receiptsToTry(connection, landing)).filter((candidate) => {
    const { plan, reading } = loadOf(landing, candidate.receipt, company).instructions;
    const isChanged = candidate.readWith !== readWith(reading);
    return candidate.status === 'refused' ? candidate.isMended || isChanged : isChanged && plan.format === 'table';
  });
  if (candidates.length === 0) return [];
  const step = progress.step('Loading refused files and rows again', candidates.length);
  const accepted: string[] = [];
  const early: number[] = [];
  const guard = guardOf(landing);
  for (const candidate of candidates) {
    const { receipt } = candidate;
    const { file: landed, instructions } = loadOf(landing, receipt, company);
    const isEarly = candidate.status === 'loaded' || candidate.isFollowed;
    const isAccepted = await guard(landed, async (file) =>
      candidate.status === 'loaded'
        ? isReadBetter(connection, { file, instructions }, candidate.rejected)
        : (await loadReceipt(connection, file, instructions, { isTrial: isEarly || early.length > 0 })).status ===
          'loaded',
    );
    if (isAccepted) accepted.push(receiptName(receipt));
    if (isAccepted && isEarly) early.push(receipt.receipt_id);
    step.advance();
  }
  await derive(connection);
  step.done(accepted.length === 0 ? 'nothing changed' : `accepted: ${accepted.join(', ')}`);
  return early;
}

/** Whether the warehouse still has the lines of a file that was withdrawn, so that it must be built again from landing. */
export async function hasWithdrawn(connection: DuckDBConnection, landing: Landing): Promise<boolean> {
  const withdrawn = landing.receipts().filter((receipt) => receipt.withdrawn !== undefined);
  if (withdrawn.length === 0) return false;
  const rows = await readRows(
    connection,
    `select 1 from raw.receipt
     where load_status <> 'withdrawn' and receipt_id in (select unnest(from_json($receipts, '["INTEGER"]'))) limit 1`,
    { receipts: JSON.stringify(withdrawn.map(({ receipt_id: id }) => id)) },
  );
  return rows.length > 0;
}

type ReadLanding = Pick<Landing, 'receipts' | 'objectPath' | 'secretOf'>;

/** A receipt as the warehouse loads it. */
export function landedFile(landing: ReadLanding, receipt: Receipt, company: CompanyConfig): LandedFile {
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
function earlierReceipts(landing: ReadLanding, { company, receipt_id }: Receipt) {
  return (kind: string): ReceivedFile[] =>
    landing
      .receipts()
      .filter(
        (other) =>
          other.company === company &&
          other.kind === kind &&
          other.receipt_id < receipt_id &&
          other.failure === undefined &&
          other.removed === undefined &&
          other.withdrawn === undefined,
      )
      .map((other) => ({ path: landing.objectPath(other), file_name: receiptName(other), sha256: other.sha256 }));
}

/** What the warehouse needs to load a receipt. */
export function loadOf(landing: ReadLanding, receipt: Receipt, company: CompanyConfig) {
  return {
    file: landedFile(landing, receipt, company),
    instructions: instructionsFor(receipt, company, earlierReceipts(landing, receipt), landing.secretOf),
  };
}

/** Refuses a file whose reading ended several processes. */
const guardOf =
  ({ readings }: Landing) =>
  <T>(file: LandedFile, load: (file: LandedFile) => Promise<T>): Promise<T> =>
    readings.of(file.sha256, (failure = file.failure) => load({ ...file, failure }));

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
  const outcomes = await loadReceipts(connection, loads, () => step.advance(), guardOf(landing));
  await derive(connection);
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
