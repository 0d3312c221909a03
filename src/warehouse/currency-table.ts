import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { currencies } from '../domain/currencies.ts';
import { execute } from './duckdb-values.ts';

const rows = JSON.stringify(currencies);

/** Identifies what the table would be filled with. */
export const currencyFingerprint = createHash('sha256').update(rows).digest('hex');

/** Fills staging.currency from the one table of currencies, so that SQL has no list of its own. */
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
