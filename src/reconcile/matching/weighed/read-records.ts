import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf, readRows, textOf, type WarehouseRow } from '../../../warehouse/duckdb-values.ts';
import type { WeighedRecord } from './record.ts';
import { marksOf, numbersOf, wordsOf } from './text.ts';

/** The open records of one company and currency. */
export type Partition = { company: string; name: string; records: WeighedRecord[] };

const optionalText = (row: WarehouseRow, name: string): string | null =>
  row[name] === null ? null : textOf(row, name);
const optionalNumber = (row: WarehouseRow, name: string): number | null =>
  row[name] === null ? null : numberOf(row, name);

function recordOf(row: WarehouseRow): WeighedRecord {
  const reference = optionalText(row, 'reference');
  const description = optionalText(row, 'description');
  const counterparty = optionalText(row, 'counterparty');
  const side = textOf(row, 'side') === 'left' ? 'left' : 'right';
  return {
    key: textOf(row, 'record_key'),
    side,
    amount: numberOf(row, 'scaled_amount'),
    fee: optionalNumber(row, 'scaled_fee'),
    day: numberOf(row, 'day'),
    // the counterparty of a provider's line is the provider, and its text names the customer
    names: side === 'right' ? wordsOf(counterparty, description) : wordsOf(counterparty ?? description),
    words: wordsOf(description),
    numbers: numbersOf(reference, description),
    own: numbersOf(reference),
    marks: marksOf(description),
  };
}

/** The most open records of a company and currency that are weighed: they are all in memory, about 5 KB each with their pairs. */
const mostRecords = 400_000;

/**
 * The open records by company and currency, in an order that does not depend on their arrival. Amounts are exact as numbers: an amount
 * has at most 18 digits, and amounts above 900,000,000,000 units are left out, because they would not be exact.
 * So is a company and currency with more than 400,000 open records, whose records are left to other passes.
 */
export async function readPartitions(connection: DuckDBConnection, table: string): Promise<Partition[]> {
  const rows = await readRows(
    connection,
    `select company, currency, side, record_key, (amount * 10000)::double as scaled_amount, (fee * 10000)::double as scaled_fee,
       occurred_on - date '2000-01-01' as day, reference, description, counterparty
     from ${table}
     where amount <> 0 and abs(amount) <= 900000000000
     qualify count(*) over (partition by company, currency) <= ${mostRecords}
     order by company, currency, day, side, record_key`,
  );
  const partitions = new Map<string, Partition>();
  for (const row of rows) {
    const company = textOf(row, 'company');
    const name = `${company}|${textOf(row, 'currency')}`;
    const partition = partitions.get(name) ?? { company, name, records: [] };
    partitions.set(name, partition);
    partition.records.push(recordOf(row));
  }
  // a pair or sum needs both sides
  return [...partitions.values()].filter(({ records }) => new Set(records.map(({ side }) => side)).size === 2);
}

/** The words that never name anybody, of sql/match and of a setting. */
export async function readStopWords(
  connection: DuckDBConnection,
  further: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readRows(connection, 'select unnest(recon.match_stop_words()) as word');
  return new Set(wordsOf(...rows.map((row) => textOf(row, 'word')), ...further));
}
