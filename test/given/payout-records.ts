import type { DuckDBConnection } from '@duckdb/node-api';
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
