import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf, readRows, streamRows, textOf, type WarehouseRow } from '../../../warehouse/duckdb-values.ts';
import type { Bounded } from '../bounds.ts';
import type { WeighedRecord } from './record.ts';
import { marksOf, numbersOf, wordsOf } from './text.ts';

/** The open records of one company and currency. */
export type Partition = { company: string; name: string; records: WeighedRecord[] };

const optionalText = (row: WarehouseRow, name: string): string | null =>
  row[name] === null ? null : textOf(row, name);
const optionalNumber = (row: WarehouseRow, name: string): number | null =>
  row[name] === null ? null : numberOf(row, name);

/** Gives equal texts as one, because most words and numbers are those of many records. */
function oneOfEach(): (texts: readonly string[]) => string[] {
  const known = new Map<string, string>();
  const one = (text: string): string => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
  return (texts) => texts.map(one);
}

function recordOf(row: WarehouseRow, each: ReturnType<typeof oneOfEach>): WeighedRecord {
  const reference = optionalText(row, 'reference');
  const description = optionalText(row, 'description');
  const counterparty = optionalText(row, 'counterparty');
  const side = textOf(row, 'side') === 'left' ? 'left' : 'right';
  const words = each(wordsOf(description));
  // the counterparty of a provider's line is the provider, and its text names the customer
  const names = counterparty === null ? words : each(wordsOf(counterparty, side === 'right' ? description : null));
  return {
    key: textOf(row, 'record_key'),
    side,
    amount: numberOf(row, 'scaled_amount'),
    fee: optionalNumber(row, 'scaled_fee'),
    day: numberOf(row, 'day'),
    names,
    hasCounterparty: counterparty !== null,
    words,
    numbers: each(numbersOf(reference, description)),
    own: reference === null ? [] : each(numbersOf(reference)),
    marks: each(marksOf(description)),
  };
}

/** The most open records of a company and currency that are weighed: they are all in memory, about 5 KB each with their pairs. */
const mostRecords = 400_000;
/** Amounts have four decimals, and are exact as numbers up to about this one. */
const mostAmount = 900_000_000_000;

/**
 * The open records by company and currency with records on both sides, in an order that does not depend on their arrival. Amounts are exact as numbers: an amount
 * has at most 18 digits, and amounts above 900,000,000,000 units are left out, because they would not be exact.
 * So is a company and currency with more than 400,000 open records, whose records are left to other passes (readLeftOut). known: the
 * partitions that are not read.
 */
export async function readPartitions(
  connection: DuckDBConnection,
  table: string,
  known: readonly string[] = [],
): Promise<Partition[]> {
  const batches = streamRows(
    connection,
    `select company, currency, side, record_key, (amount::decimal(38, 4) * 10000)::double as scaled_amount, (fee::decimal(38, 4) * 10000)::double as scaled_fee,
       occurred_on - date '2000-01-01' as day, reference, description, counterparty
     from ${table}
     where amount <> 0 and abs(amount) <= ${mostAmount}
       and not list_contains(from_json($known, '["varchar"]'), company || '|' || currency)
     window part as (partition by company, currency)
     qualify count(*) over part <= ${mostRecords} and min(side) over part <> max(side) over part
     order by company, currency, day, side, record_key`,
    { known: JSON.stringify(known) },
  );
  const each = oneOfEach();
  const partitions = new Map<string, Partition>();
  for await (const rows of batches)
    for (const row of rows) {
      const company = textOf(row, 'company');
      const name = `${company}|${textOf(row, 'currency')}`;
      const partition = partitions.get(name) ?? { company, name, records: [] };
      partitions.set(name, partition);
      partition.records.push(recordOf(row, each));
    }
  return [...partitions.values()];
}

const keysIn = (row: WarehouseRow, name: string): string[] | null => {
  const keys = row[name];
  return Array.isArray(keys) ? keys.map(String) : null;
};

/** The open records that readPartitions leaves out: of a company and currency that has too many, or with amounts that would not be exact. */
export async function readLeftOut(connection: DuckDBConnection, table: string): Promise<Bounded[]> {
  const rows = await readRows(
    connection,
    `select 'open_records' as bound, company, currency, null::text[] as left_keys, null::text[] as right_keys
     from ${table}
     where amount <> 0 and abs(amount) <= ${mostAmount}
     group by company, currency
     having count(*) > ${mostRecords} and min(side) <> max(side)
     union all
     select 'large_amount', company, currency, coalesce(list(record_key) filter (side = 'left'), []),
       coalesce(list(record_key) filter (side = 'right'), [])
     from ${table}
     where abs(amount) > ${mostAmount}
     group by company, currency`,
  );
  return rows.map((row) => ({
    bound: textOf(row, 'bound') === 'open_records' ? 'open_records' : 'large_amount',
    company: textOf(row, 'company'),
    currency: textOf(row, 'currency'),
    left_keys: keysIn(row, 'left_keys'),
    right_keys: keysIn(row, 'right_keys'),
  }));
}

/** The company and name (nameOf) of each record that makings matched, from one making to before another. */
export async function readTaken(
  connection: DuckDBConnection,
  { from, before }: { from: number; before: number },
): Promise<{ company: string; name: string }[]> {
  const rows = await readRows(
    connection,
    `with taken as (select * from recon.match_found where made_no >= $from and made_no < $before)
     select company, 'left:' || unnest(left_keys) as name from taken
     union all
     select company, 'right:' || unnest(right_keys) from taken`,
    { from, before },
  );
  return rows.map((row) => ({ company: textOf(row, 'company'), name: textOf(row, 'name') }));
}

/** The words that never name anybody, of sql/match and of a setting. */
export async function readStopWords(
  connection: DuckDBConnection,
  further: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readRows(connection, 'select unnest(recon.match_stop_words()) as word');
  return new Set(wordsOf(...rows.map((row) => textOf(row, 'word')), ...further));
}
