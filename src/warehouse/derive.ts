import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, readRows, textOf } from './duckdb-values.ts';
import { inTransaction } from './in-transaction.ts';
import { noteMadeWith } from './prepare.ts';
import { madeWith } from './warehouse-version.ts';

/** The tables of core that a view of the same name in the schema derive gives, in the order in which they build on one another. */
const derivedTables = [
  'refused_receipt',
  'statement_requested',
  'balance_lost',
  'unusable_answer',
  'rejected_answer',
  'rejected_day',
  'gateway_deposit',
  'bank_reversal',
  'bank_deposit',
  'bank_gap',
  'coverage',
  'covered_span',
  'last_own_file',
];

/**
 * What a company received and configures, as one text: what is derived changes with it alone. What was received and refused may be
 * loaded later, or refused for another reason. Nothing is derived from our own records of runs and requests.
 */
const sourceText = `
  select concat_ws(
    ' ',
    (
      select concat_ws(' ', count(*), max(file_id), sum(hash(file_id, load_status, load_code, load_message, load_line, read_with,
        rejected_count, row_count, is_removed)))
      from raw.receipt
      where kind not in ('run', 'requests')
    ),
    -- no column has the name of the alias: the whole row is meant
    (select sum(hash(given)) from core.company as given),
    (select sum(hash(given)) from core.company_setting as given),
    (select sum(hash(given)) from core.company_input as given)
  ) as source`;

/** Derives from what a company received which days it covers, what is unusable, and which deposits there are. Within a transaction of the caller. */
export async function deriveWithin(connection: DuckDBConnection): Promise<void> {
  for (const table of derivedTables) {
    await execute(connection, `delete from core.${table}`);
    await execute(connection, `insert into core.${table} from derive.${table}`);
  }
}

/** What a company received and configures, as one text. */
export async function receivedAs(connection: DuckDBConnection): Promise<string> {
  const [row] = await readRows(connection, sourceText);
  return row === undefined ? '' : textOf(row, 'source');
}

/** The same in a transaction of its own, where anything was received or configured since it was last done. */
export async function derive(connection: DuckDBConnection): Promise<void> {
  const source = await receivedAs(connection);
  if ((await madeWith(connection))?.get('derived') === source) return;
  await inTransaction(connection, async () => {
    await deriveWithin(connection);
    await noteMadeWith(connection, 'derived', source);
  });
}
