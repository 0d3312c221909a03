import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, rowsParameter } from '../../src/warehouse/duckdb-values.ts';

/*
 * Facts as loading would give them, for tests of rules: no file is read. This is the one place in the tests that knows the tables that
 * files become. Days are YYYY-MM-DD, instants text with a zone, money decimal text; the company is acme in Kuala Lumpur.
 */

/** A received file that covers these days, the last one included. */
export type GivenFile = { covers: [first: string, last: string]; received: string; name?: string; currency?: string };

/** Times are `YYYY-MM-DD hh:mm` in Kuala Lumpur. A payment is paid, unless it was only created. */
export type GivenPayment = {
  key: string;
  amount: string;
  paid?: string;
  created?: string;
  /** Its day of settlement. */
  settled?: string | undefined;
  status?: string;
  kind?: 'payment' | 'refund' | 'disbursement';
  fee?: string;
  reference?: string | undefined;
  relatedTo?: string;
  method?: string;
};
export type GivenOrder = { id: string; amount: string; day: string; reference?: string | undefined; refunded?: string };
export type GivenBankLine = { day: string; amount: string; text?: string | undefined; reference?: string | undefined };

const zone = '+08:00';
/** Above those of landed files. */
let lastReceipt = 500_000;

async function putReceipt(connection: DuckDBConnection, kind: string, file: GivenFile): Promise<number> {
  lastReceipt += 1;
  const [first, last] = file.covers;
  const isStatement = kind === 'statement';
  await execute(
    connection,
    `insert into raw.receipt by name
     select $id as receipt_id, $source as source, $kind as kind, 1 as page, true as is_last_page, $currency as currency,
       'Asia/Kuala_Lumpur' as zone, timezone('Asia/Kuala_Lumpur', $first::date::timestamp) as window_from,
       timezone('Asia/Kuala_Lumpur', $last::date + interval 1 day) as window_to,
       $received::timestamptz as received_at, 1 as bytes, sha256($name) as sha256, 'csv' as ext, $name as file_name,
       'loaded' as load_status, 'csv' as format, 1 as row_count`,
    {
      id: lastReceipt,
      source: isStatement ? 'gateway' : 'files',
      kind,
      first: isStatement ? first : null,
      last: isStatement ? last : null,
      received: file.received,
      currency: file.currency ?? 'MYR',
      name: file.name ?? `${kind}-${lastReceipt}.csv`,
    },
  );
  if (!isStatement)
    await execute(connection, 'insert into raw.stated_span values ($id, 1, $first::date, $last::date)', {
      id: lastReceipt,
      first,
      last,
    });
  return lastReceipt;
}

/** Inserts rows into a table, with what they share; `columns` gives the type of each field of a row. */
async function put(
  connection: DuckDBConnection,
  table: string,
  columns: Record<string, string>,
  rows: readonly object[],
  shared: string,
): Promise<void> {
  await execute(
    connection,
    `insert into ${table} by name select given.*, ${shared} from (select unnest(json_transform($rows, $columns), recursive := true)) as given`,
    { rows: rowsParameter(rows), columns: JSON.stringify([columns]) },
  );
}

const [text, money, instant] = ['text', 'decimal(18,4)', 'timestamptz'];

/** A statement of the gateway with these payments. */
export async function givenStatement(
  connection: DuckDBConnection,
  file: GivenFile,
  payments: readonly GivenPayment[],
): Promise<void> {
  const id = await putReceipt(connection, 'statement', file);
  const at = (time: string | undefined) => (time === undefined ? null : `${time}:00${zone}`);
  const rows = payments.map(({ key, kind = 'payment', fee = '0', amount, paid, created, ...rest }, line) => ({
    payment_key: key,
    kind,
    direction: kind === 'payment' ? 'incoming' : 'outgoing',
    amount,
    fee,
    created_at: at(created),
    paid_at: at(paid),
    settled_at: rest.settled === undefined ? null : `${rest.settled} 00:09:00${zone}`,
    settlement_date: rest.settled ?? null,
    status: rest.status ?? 'paid',
    reference: rest.reference ?? null,
    related_to: rest.relatedTo ?? null,
    method: rest.method ?? 'fpx',
    line_no: line + 2,
  }));
  const types = {
    ...{ payment_key: text, kind: text, direction: text, amount: money, fee: money },
    ...{ created_at: instant, paid_at: instant, settled_at: instant, settlement_date: 'date', status: text },
    ...{ reference: text, related_to: text, method: text, line_no: 'bigint' },
  };
  await put(
    connection,
    'core.payment',
    types,
    rows,
    `1 as occurrence, '${file.currency ?? 'MYR'}' as currency, given.amount - given.fee as net_amount,
     given.paid_at is not null as is_money_moved,
     cast(timezone('Asia/Kuala_Lumpur', coalesce(given.paid_at, given.created_at)) as date) as business_date, ${id} as receipt_id,
     '${file.received}'::timestamptz as known_from, false as is_net_stated`,
  );
}

/** An orders file with these orders, each of them paid. */
export async function givenOrders(
  connection: DuckDBConnection,
  file: GivenFile,
  orders: readonly GivenOrder[],
): Promise<void> {
  const id = await putReceipt(connection, 'orders', file);
  const rows = orders.map(({ id: order_id, amount, day, reference = null, refunded = '0' }, at) => ({
    ...{ order_id, amount, reference, refunded, business_date: day, line_no: at + 2 },
  }));
  await put(
    connection,
    'core.merchant_order',
    { order_id: text, amount: money, reference: text, refunded: money, business_date: 'date', line_no: 'bigint' },
    rows,
    `'MYR' as currency, true as is_paid, 'paid' as status, given.business_date::timestamp::timestamptz as placed_at,
     ${id} as receipt_id, md5(given.order_id) as content_hash, '${file.received}'::timestamptz as known_from, true as has_refunded,
     false as is_refund_missing`,
  );
}

/** A bank statement with these lines. */
export async function givenBankLines(
  connection: DuckDBConnection,
  file: GivenFile,
  lines: readonly GivenBankLine[],
): Promise<void> {
  const id = await putReceipt(connection, 'bank_statement', file);
  const rows = lines.map(({ day, amount, text: description = null, reference = null }, at) => ({
    ...{ bank_line_key: `line-${id}-${at}`, booked_on: day, amount, description, reference, line_no: at + 2 },
  }));
  await put(
    connection,
    'core.bank_line',
    { bank_line_key: text, booked_on: 'date', amount: money, description: text, reference: text, line_no: 'bigint' },
    rows,
    `given.booked_on as value_on, '${file.currency ?? 'MYR'}' as currency, ${id} as receipt_id,
     '${file.received}'::timestamptz as known_from, false as is_reversal`,
  );
}

/** A difference between the balance of the payout account and its ledger, as it is when the account is read on a day at 9:00. */
export type GivenReading = { day: string; ledger: string; difference: string };

/** Readings of payout account 31, and a ledger with a movement on the day before each that gives its balance. */
export async function givenPayoutReadings(
  connection: DuckDBConnection,
  readings: readonly GivenReading[],
): Promise<void> {
  lastReceipt += 1;
  const receipts = lastReceipt;
  lastReceipt += readings.length;
  const rows = readings.map((reading, at) => ({ ...reading, receipt_id: receipts + at, no: at + 1 }));
  const columns = { day: 'date', ledger: money, difference: money, receipt_id: 'integer', no: 'integer' };
  const bound = { rows: rowsParameter(rows), columns: JSON.stringify([columns]) };
  const given = 'from (select unnest(json_transform($rows, $columns), recursive := true)) as given';
  const read = `(given.day::timestamp || '${zone}')::timestamptz + interval 9 hour`;
  await execute(
    connection,
    `insert into raw.receipt by name
     select given.receipt_id, 'payout' as source, 'accounts' as kind, 1 as page, true as is_last_page,
       'Asia/Kuala_Lumpur' as zone, ${read} as received_at, 1 as bytes, sha256(given.receipt_id::text) as sha256, 'json' as ext, 'accounts.json' as file_name, 'loaded' as load_status ${given}`,
    bound,
  );
  await execute(
    connection,
    `insert into core.payout_account by name
     select 31 as account_id, 'MYR' as currency, 'active' as status, given.ledger + given.difference as current_balance,
       ${read} as observed_at, given.receipt_id, 1 as record_no ${given}`,
    bound,
  );
  await execute(
    connection,
    `insert into core.payout_movement by name
     select given.no as movement_id, 'allocation' as ledger_kind, 'MYR' as currency, 'approved' as status,
       given.ledger - lag(given.ledger, 1, 0) over (order by given.day) as amount, 0 as fee, amount as net_amount,
       ${read} - interval 12 hour as created_at, ${read} - interval 12 hour as updated_at, given.day - 1 as business_date, given.receipt_id,
       given.no as line_no, given.no::text as content_hash, ${read} as known_from ${given}`,
    bound,
  );
}

/** Readings of the gateway's balance at the beginning of a day; without an amount, the answer does not name the currency. */
export async function givenBalances(
  connection: DuckDBConnection,
  readings: readonly { day: string; balance: string | undefined }[],
): Promise<void> {
  for (const { day, balance } of readings) {
    lastReceipt += 1;
    const bound = { id: lastReceipt, at: `${day} 00:00:00${zone}` };
    await execute(
      connection,
      `insert into raw.receipt by name
       select $id as receipt_id, 'gateway' as source, 'balance' as kind, 'Asia/Kuala_Lumpur' as zone,
         $at::timestamptz as window_from, $at::timestamptz as window_to, $at::timestamptz + interval 1 minute as received_at, 1 as bytes,
         sha256($id::text) as sha256, 'json' as ext, 'balance.json' as file_name, 'loaded' as load_status`,
      bound,
    );
    if (balance !== undefined)
      await execute(
        connection,
        `insert into core.gateway_balance by name
         select 'MYR' as currency, $at::timestamptz as balance_at, $balance::decimal(38, 4) as balance, 0 as fee,
           0 as reserved, balance as gross_balance, 0 as pending_outgoing, balance as available_balance, $id as receipt_id,
           $at::timestamptz + interval 1 minute as known_from, false as is_reserved_stated`,
        { ...bound, balance },
      );
  }
}
