import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Period } from '../domain/period.ts';
import { readRows, sqlText, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { databaseOptions, openDatabase, type WarehouseLimits } from '../warehouse/open.ts';
import { exactly } from '../warehouse/write-parquet.ts';

/** The folder of the tables in a pack. */
export const tablesFolder = 'tables';

/** Tables of `mart` that are left out of a pack: parts of mart.item, and records about the work of the program. */
const notPacked = new Set([
  ...['matched', 'suggested', 'timing', 'unmatched'],
  ...['lag', 'quarantine', 'request', 'run', 'run_day', 'source_file', 'unexpected'],
]);

/** The rows of a table that belong to a period, by the columns that the table has. The first that applies is used. */
const scopes: readonly { columns: readonly string[]; of: string }[] = [
  { columns: ['since_on', 'ended_on'], of: 'since_on < $to and (ended_on is null or ended_on >= $from)' },
  { columns: ['changed_on'], of: 'changed_on >= $from and changed_on < $to' },
  { columns: ['business_date'], of: 'business_date >= $from and business_date < $to' },
  { columns: ['settlement_date'], of: 'settlement_date >= $from and settlement_date < $to' },
  { columns: ['month'], of: 'month >= $from and month < $to' },
];

function selectOf(row: WarehouseRow, company: string, { from, to }: Period): string {
  const columns = Array.isArray(row.columns) ? row.columns.map(String) : [];
  const types = Array.isArray(row.types) ? row.types.map(String) : [];
  const names = columns.map((name) => `"${name}"`);
  const selected = names.map((name, index) => `${exactly(name, types[index] ?? '')} as ${name}`).join(', ');
  const scope = scopes.find((one) => one.columns.every((column) => columns.includes(column)))?.of;
  const days = scope?.replaceAll('$from', `date '${from}'`).replaceAll('$to', `date '${to}'`);
  const conditions = [columns.includes('company') ? `company = ${sqlText(company)}` : 'true', days ?? 'true'];
  return `select ${selected} from pack.mart."${String(row.name)}" where ${conditions.join(' and ')} order by all`;
}

/**
 * Writes the tables of `mart` for a company and period as Parquet files into a folder of a pack: money as decimals, instants in UTC.
 * Returns their names below the folder of the pack. `snapshot` is a copy of the published snapshot.
 */
export async function writeTables(
  snapshot: string,
  company: string,
  period: Period,
  folder: string,
  limits: WarehouseLimits,
): Promise<string[]> {
  await mkdir(join(folder, tablesFolder), { recursive: true, mode: 0o700 });
  const { connection, close } = await openDatabase(':memory:', databaseOptions(limits, `${snapshot}.spill`));
  try {
    await connection.run(`attach ${sqlText(snapshot)} as pack (read_only)`);
    const found = await readRows(
      connection,
      `select table_name as name, list(column_name order by column_index) as columns, list(data_type order by column_index) as types
       from duckdb_columns() where database_name = 'pack' and schema_name = 'mart' group by table_name order by table_name`,
    );
    const files: string[] = [];
    for (const row of found.filter(({ name }) => !notPacked.has(String(name)))) {
      const file = `${tablesFolder}/${String(row.name)}.parquet`;
      await connection.run(
        `copy (${selectOf(row, company, period)}) to ${sqlText(join(folder, file))} (format parquet)`,
      );
      files.push(file);
    }
    return files;
  } finally {
    close();
  }
}
