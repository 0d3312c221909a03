import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { instructionsFor } from '../../src/company/reading-instructions.ts';
import { writeCalendar } from '../../src/company/write-calendar.ts';
import { writeCompany } from '../../src/company/write-company.ts';
import type { SecretOf } from '../../src/domain/secrets.ts';
import type { LandedFile, LoadOutcome } from '../../src/warehouse/load/landed-file.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipt.ts';

export const folder = mkdtempSync(join(tmpdir(), 'tieout-given-'));
let lastReceipt = 0;
/** The files that were loaded into each warehouse: test files share a worker, and a key of another test is not a key of this one. */
const loadedFiles = new WeakMap<DuckDBConnection, LandedFile[]>();

/** The defaults of the configuration. */
export const givenReading = {
  earliest_day: '2000-01-01',
  days_ahead: 2,
  largest_unpacked_mib: 4096,
  highest_ratio: 150,
};

/** What a payout account states of its fees and approvals. */
export const givenPayoutTerms = {
  send_fee: 1,
  send_fee_type: 'flat',
  account_verification_fee: 1,
  account_verification_fee_type: 'flat',
  settlement_convert_approvals_count: 2,
};

/** The books of the merchant: files that a person imports, of one page. */
const ownFiles = ['orders', 'bank_statement', 'callbacks', 'ledger_balances', 'opening_items', 'public_key'];
const ofGateway = ['statement', 'statement_comparison', 'statement_request', 'turnover', 'turnover_slice', 'balance'];

/** A warehouse that is emptied has loaded nothing. */
export const forgetLoaded = (connection: DuckDBConnection) => loadedFiles.delete(connection);

/** A file in the landing zone: its bytes on disk and the receipt of the company `acme` in Kuala Lumpur. */
export function landed(content: string | Buffer, facts: Partial<LandedFile> & { kind: string }): LandedFile {
  lastReceipt += 1;
  const isOwn = ownFiles.includes(facts.kind);
  const ext = facts.ext ?? (isOwn || ['statement', 'statement_comparison'].includes(facts.kind) ? 'csv' : 'json');
  const path = join(folder, `${lastReceipt}.${ext}`);
  writeFileSync(path, content);
  return {
    receipt_id: lastReceipt,
    source: isOwn ? 'files' : ofGateway.includes(facts.kind) ? 'gateway' : 'payout',
    company: 'acme',
    batch_id: null,
    page: isOwn ? null : 1,
    is_last_page: isOwn ? null : true,
    request_path: null,
    request_query: null,
    currency: null,
    window_from: null,
    window_to: null,
    received_at: '2026-11-03T00:10:00.000Z',
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    ext,
    file_name: `${facts.kind}-${lastReceipt}.${ext}`,
    zone: 'Asia/Kuala_Lumpur',
    path,
    ...facts,
  };
}

/** Loads a landed file as its connector declares, for a company with this configuration. */
export function loadLanded(
  connection: DuckDBConnection,
  file: LandedFile,
  company: object = {},
  secretOf?: SecretOf,
  { keepsLines = false } = {},
): Promise<LoadOutcome> {
  const loaded = loadedFiles.get(connection) ?? [];
  loadedFiles.set(connection, [...loaded, file]);
  const earlier = (kind: string) =>
    loaded.filter(
      (other) => other.kind === kind && other.company === file.company && other.receipt_id < file.receipt_id,
    );
  const instructions = instructionsFor(file, { reading: givenReading, ...company }, earlier, secretOf);
  return loadReceipt(connection, file, instructions, { keepsLines });
}

/** Writes the company `acme` with a gateway and optionally a payout service, as the configuration would. */
export async function givenCompany(
  connection: DuckDBConnection,
  currencies = ['MYR'],
  hasPayout = true,
  books: object = {},
  changes: object = {},
): Promise<void> {
  const secret = { env: 'TIEOUT_TEST_SECRET' };
  const company = {
    name: 'acme',
    zone: 'Asia/Kuala_Lumpur',
    currencies,
    fees: [],
    waivers: [],
    books,
    reading: givenReading,
    gateway: { base_url: 'https://gateway.example/api/v1', secret_key: secret },
    ...(hasPayout ? { payout: { base_url: 'https://payout.example/api', api_key: secret, api_secret: secret } } : {}),
    ...changes,
  };
  await writeCompany(connection, company);
  await writeCalendar(connection, { calendar: undefined, ...company }, 'tieout.yaml');
}
