import type { DuckDBConnection } from '@duckdb/node-api';
import { chainLine, hashOf } from '../../src/disk/chain.ts';
import { textOf } from '../../src/warehouse/duckdb-values.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { readDerived } from './derived.ts';
import { givenPayoutTerms, landed, loadLanded } from './landed.ts';

export const page = (results: object[]) => JSON.stringify({ results, meta: {} });

/** Loads one page of a list of the payout service. */
export function loadList(connection: DuckDBConnection, kind: string, results: object[], facts: Partial<LandedFile>) {
  return loadLanded(connection, landed(page(results), { ...facts, kind }));
}

/** That the payout service does not know a recipient, as a run keeps it. */
export function loadUnknownRecipient(connection: DuckDBConnection, id: number, received_at: string) {
  const failure = {
    code: 'RECIPIENT_UNKNOWN',
    message: `The payout service does not know recipient ${id}.`,
    remedy: '',
  };
  const request = { request_path: `/send/bank_accounts/${id}`, page: null, is_last_page: null };
  return loadLanded(connection, landed('', { kind: 'bank_accounts', received_at, ...request, failure }));
}

/** The items of the first days of November 2026: key, day, reason and difference. */
export async function reasonsOf(connection: DuckDBConnection, reconciliation: string): Promise<string[]> {
  const rows = await readDerived(
    connection,
    `select item_key, business_date::text as day, reason_code, right_minus_left::text as difference
     from recon.${reconciliation}(date '2026-11-02', date '2026-11-06') order by item_key`,
  );
  return rows.map((row) => `${row.item_key} ${textOf(row, 'day').slice(5)} ${row.reason_code} ${row.difference}`);
}

// requested on 3 November at 13:00 in Malaysia, approved at 14:00, for the settlement of the next day
const requested = '2026-11-03T05:00:00.000Z';
const approved = '2026-11-03T06:00:00.000Z';
export const approvals = (count: number, at = approved, status: string | null = 'approved') =>
  Array.from({ length: count }, () => ({ status, approved_at: at }));
export const allocation = (id: number, more = {}) => ({
  id,
  currency: 'MYR',
  transaction_type: 'in',
  status: 'approved',
  amount: 100,
  fee: 0,
  net_amount: 100,
  from_settlement: '2026-11-04',
  approvals_required: 2,
  approvals_received: 2,
  approvals_details: approvals(2),
  created_at: requested,
  updated_at: approved,
  ...more,
});

export const paidAt = '2026-11-03T02:00:00.000Z';
export const charge = (id: number, more = {}) => ({
  id,
  currency: 'MYR',
  transaction_type: 'out',
  status: 'success',
  amount: -25,
  fee: 1,
  net_amount: -26,
  send_instruction_id: id,
  bank_account_id: 1,
  created_at: paidAt,
  updated_at: paidAt,
  ...more,
});
export const verification = (id: number, recipient: number | null, more = {}) =>
  charge(id, { amount: 0, net_amount: -1, send_instruction_id: null, bank_account_id: recipient, ...more });
export const payeeAccount = { name: 'Payee', bank_code: 'MBBEMYKL', account_number: '100-1' };
export const instruction = (id: number, more = {}) => ({
  id,
  bank_account_id: 1,
  amount: '25.00',
  state: 'completed',
  reference: `R${id}`,
  description: `Invoice ${id}`,
  bank_account_details: payeeAccount,
  created_at: paidAt,
  updated_at: '2026-11-03T02:20:00.000Z',
  ...more,
});
export const recipient = (id: number, more = {}) => ({
  id,
  status: 'verified',
  ...payeeAccount,
  account_number: `100-${id}`,
  created_at: '2026-11-02T01:00:00.000Z',
  updated_at: '2026-11-03T01:00:00.000Z',
  ...more,
});
export const payoutAccount = (id = 7, more = {}) => ({
  id,
  currency: 'MYR',
  status: 'active',
  current_balance: 0,
  updated_at: paidAt,
  ...givenPayoutTerms,
  ...more,
});

/** A delivery of a webhook as the receiver writes it; it arrives a second after its event. */
export function webhook(event_type: string | null, body: object | string, received_at?: string) {
  const { updated_at } =
    typeof body === 'object' && 'updated_at' in body ? body : { updated_at: '2026-11-05T00:00:00.000Z' };
  const at = new Date(Date.parse(String(updated_at)) + 1000).toISOString();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { received_at: received_at ?? at, signed_by: '0123456789ab', signature: 'c2ln', event_type, body: text };
}

/** A segment of the receiver with these lines. */
export function segment(lines: readonly object[]): string {
  let [text, last] = ['', hashOf('')];
  for (const content of [{ company: 'acme', kind: 'payout_events', listening_from: requested, keys: [] }, ...lines]) {
    const { line, hash } = chainLine(content, last);
    text += line;
    last = hash;
  }
  return text;
}

/** Loads webhooks that the receiver wrote. */
export function loadWebhooks(connection: DuckDBConnection, lines: readonly object[], facts: Partial<LandedFile> = {}) {
  const ofReceiver = { source: 'receiver', ext: 'jsonl', page: null, is_last_page: null };
  return loadLanded(connection, landed(segment(lines), { kind: 'payout_events', ...ofReceiver, ...facts }));
}
