import type { DuckDBConnection } from '@duckdb/node-api';
import type { GivenRecord } from 'tieout-matching';
import { numberOf, readRows, streamRows, textOf, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Bounded } from './bounds.ts';

/** An open record, and its currency. */
type OpenRecord = { currency: string; record: GivenRecord };

const optionalText = (row: WarehouseRow, name: string): string | null =>
  row[name] === null ? null : textOf(row, name);
const optionalNumber = (row: WarehouseRow, name: string): number | null =>
  row[name] === null ? null : numberOf(row, name);

function recordOf(row: WarehouseRow): GivenRecord {
  return {
    key: textOf(row, 'record_key'),
    side: textOf(row, 'side') === 'left' ? 'left' : 'right',
    amount: numberOf(row, 'scaled_amount'),
    fee: optionalNumber(row, 'scaled_fee'),
    day: numberOf(row, 'day'),
    reference: optionalText(row, 'reference'),
    description: optionalText(row, 'description'),
    counterparty: optionalText(row, 'counterparty'),
  };
}

/** The most open records of a currency that are weighed: they are all in memory, about 5 KB each with their pairs. */
const mostRecords = 400_000;
/** Amounts have four decimals, and are exact as numbers up to about this one. */
const mostAmount = 900_000_000_000;

/**
 * The open records of each currency with records on both sides, some at a time, in an order that does not depend on their
 * arrival. Amounts are exact as numbers: an amount has at most 18 digits, and amounts above 900,000,000,000 units are left out, because
 * they would not be exact. So is a currency with more than 400,000 open records, whose records are left to other passes
 * (readLeftOut). known: the currencies that are not read.
 */
export async function* readRecords(
  connection: DuckDBConnection,
  table: string,
  known: readonly string[] = [],
): AsyncGenerator<OpenRecord[]> {
  const batches = streamRows(
    connection,
    `select currency, side, record_key, (amount::decimal(38, 4) * 10000)::double as scaled_amount,
       (fee::decimal(38, 4) * 10000)::double as scaled_fee, occurred_on - date '2000-01-01' as day, reference, description, counterparty
     from ${table}
     where amount <> 0 and abs(amount) <= ${mostAmount}
       and not list_contains(from_json($known, '["varchar"]'), currency)
     window part as (partition by currency)
     qualify count(*) over part <= ${mostRecords} and min(side) over part <> max(side) over part
     order by currency, day, side, record_key`,
    { known: JSON.stringify(known) },
  );
  for await (const rows of batches)
    yield rows.map((row) => ({
      currency: textOf(row, 'currency'),
      record: recordOf(row),
    }));
}

const keysIn = (row: WarehouseRow, name: string): string[] | null => {
  const keys = row[name];
  return Array.isArray(keys) ? keys.map(String) : null;
};

/** The open records that readRecords leaves out: of a currency that has too many, or with amounts that would not be exact. */
export async function readLeftOut(connection: DuckDBConnection, table: string): Promise<Bounded[]> {
  const rows = await readRows(
    connection,
    `select 'open_records' as bound, currency, null::text[] as left_keys, null::text[] as right_keys
     from ${table}
     where amount <> 0 and abs(amount) <= ${mostAmount}
     group by currency
     having count(*) > ${mostRecords} and min(side) <> max(side)
     union all
     select 'large_amount', currency, coalesce(list(record_key) filter (side = 'left'), []),
       coalesce(list(record_key) filter (side = 'right'), [])
     from ${table}
     where abs(amount) > ${mostAmount}
     group by currency`,
  );
  return rows.map((row) => ({
    bound: textOf(row, 'bound') === 'open_records' ? 'open_records' : 'large_amount',
    currency: textOf(row, 'currency'),
    left_keys: keysIn(row, 'left_keys'),
    right_keys: keysIn(row, 'right_keys'),
  }));
}

/** The names (`left:KEY`) of the records that makings matched, from one making to before another. */
export async function readTaken(
  connection: DuckDBConnection,
  { from, before }: { from: number; before: number },
): Promise<string[]> {
  const rows = await readRows(
    connection,
    `with taken as (select * from recon.match_found where made_no >= $from and made_no < $before)
     select 'left:' || unnest(left_keys) as name from taken
     union all
     select 'right:' || unnest(right_keys) from taken`,
    { from, before },
  );
  return rows.map((row) => textOf(row, 'name'));
}

/** The words that never name anybody, of sql/core/text.sql. */
export async function readStopWords(connection: DuckDBConnection): Promise<string[]> {
  const rows = await readRows(connection, 'select unnest(recon.match_stop_words()) as word');
  return rows.map((row) => textOf(row, 'word'));
}
