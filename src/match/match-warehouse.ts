import { noCurrency } from '../domain/currencies.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { openReadingWarehouse } from '../warehouse/reading-warehouse.ts';
import { sqlStatement, sqlStatements } from '../warehouse/sql-files.ts';
import { sideKind } from './side-kind.ts';

/** The passes that are queries, and the views of the engine that are read by name only. */
const usedByMatching = [
  ...['same_identifier', 'same_reference_and_amount', 'same_reference', 'normalised_reference', 'shared_key'],
  ...['offsetting', 'similar_description', 'amount_in_window', 'in_time_order', 'stop_words', 'member', 'evidence'],
  ...['rival', 'left_over', 'explained', 'considered', 'bounded'],
].map((name) => `recon.match_${name}`);
const boundsOfPasses = ['recon.bounded_in_time_order', 'recon.bounded_similar_description'];

/** Opens a database in memory in which files are read and matched, without a company, and nothing is kept. */
export async function openMatchWarehouse(): Promise<Warehouse> {
  const own = await sqlStatements('match_files');
  const warehouse = await openReadingWarehouse([sideKind().declaration], undefined, [
    ...usedByMatching,
    ...boundsOfPasses,
    ...own.map(({ text }) => text),
  ]);
  const { connection } = warehouse;
  try {
    await execute(
      connection,
      `insert into staging.currency values ('${noCurrency.code}', ${noCurrency.exponent}, ['$'])`,
    );
    for (const table of ['match_line_make', 'match_rejected_make'])
      await execute(connection, await sqlStatement('match_files', table));
    return warehouse;
  } catch (cause) {
    warehouse.close();
    throw cause;
  }
}
