import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { currencies } from '../domain/currencies.ts';
import { execute, sqlText } from './duckdb-values.ts';
import type { SqlStatement } from './sql-files.ts';

const rows = JSON.stringify(currencies);

/** Identifies the content with which the table would be filled. */
export const currencyFingerprint = createHash('sha256').update(rows).digest('hex');

const usualExponent = 2;

const exponentCases = [...new Set(currencies.map(({ exponent }) => exponent))]
  .filter((exponent) => exponent !== usualExponent)
  .map((exponent) => {
    const codes = currencies.filter((one) => one.exponent === exponent).map(({ code }) => code);
    return `when contains(${sqlText(codes.join(' '))}, the_currency) then ${exponent}`;
  });

/**
 * The decimals of a currency without a look-up. Every amount in a text needs them, and DuckDB plans a subquery in an expression as six
 * operators.
 */
export const currencyExponent: SqlStatement = {
  name: 'currency_exponent',
  path: 'src/warehouse/currency-table.ts',
  text: `create or replace macro staging.currency_exponent(the_currency) as (
  case ${exponentCases.join(' ')} else ${usualExponent} end
)`,
};

/** Fills staging.currency from the program's table of currencies, so that SQL has no list of its own. */
export async function fillCurrencies(connection: DuckDBConnection): Promise<void> {
  await execute(connection, 'delete from staging.currency');
  await execute(
    connection,
    `insert into staging.currency
     select code, exponent, symbols
     from (select unnest(from_json($rows, '[{"code":"text","exponent":"integer","symbols":["text"]}]'), recursive := true))`,
    { rows },
  );
}
