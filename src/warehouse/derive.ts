import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, readRows, textOf } from './duckdb-values.ts';
import { inTransaction } from './in-transaction.ts';
import { noteMadeWith } from './prepare.ts';
import { madeWith } from './warehouse-version.ts';

/** The derived tables of core, in the order of their dependencies. The view of the same name in the schema derive computes the rows. */
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
 * A text that changes with the receipts and the configuration, the only sources of derived tables. A refused receipt can be loaded
 * later, or be refused for another reason. Our own records of runs and requests are no source.
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
    -- the alias is no column name, so that it means the whole row
    (select sum(hash(given)) from core.company as given),
    (select sum(hash(given)) from core.company_setting as given),
    (select sum(hash(given)) from core.company_input as given)
  ) as source`;

/** Refills the derived tables (coverage, refusals, deposits), within a transaction of the caller. */
export async function deriveWithin(connection: DuckDBConnection): Promise<void> {
  for (const table of derivedTables) {
    await execute(connection, `delete from core.${table}`);
    await execute(connection, `insert into core.${table} from derive.${table}`);
  }
}

/** A text that identifies the receipts and the configuration in a warehouse. */
export async function receivedAs(connection: DuckDBConnection): Promise<string> {
  const [row] = await readRows(connection, sourceText);
  return row === undefined ? '' : textOf(row, 'source');
}

/** Refills the derived tables in a transaction of its own, if receipts or configuration have changed since the last time. */
export async function derive(connection: DuckDBConnection): Promise<void> {
  const source = await receivedAs(connection);
  if ((await madeWith(connection))?.get('derived') === source) return;
  await inTransaction(connection, async () => {
    await deriveWithin(connection);
    await noteMadeWith(connection, 'derived', source);
  });
}
