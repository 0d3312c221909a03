import { existsSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { withReader } from '../warehouse/open.ts';

/**
 * The records of decisions that could not be used and whose items are still open, each as an error that names the record. A record
 * without an item is included where it was loaded after the receipt `after`, because no later decision can replace it.
 */
export async function unusableDecisions(connection: DuckDBConnection, after: number): Promise<TieoutError[]> {
  const rows = await readRows(
    connection,
    `select file_name, reason, substr(break_id, 1, 12) as break_id from core.unusable_decision
     where is_in_force and (break_id is not null or receipt_id > $after) order by receipt_id`,
    { after },
  );
  return rows.map(
    ({ break_id, ...row }) =>
      new TieoutError({
        code: 'DECISION_UNUSABLE',
        message: `A decision in landing does not count: ${textOf(row, 'reason')}`,
        remedy:
          typeof break_id === 'string'
            ? `Item ${break_id} is open: decide it again.`
            : 'Find out where the record came from. The items that it concerned are open: decide them again.',
        place: { file: textOf(row, 'file_name') },
        exitStatus: 4,
      }),
  );
}

/** The number of the last receipt that a warehouse has loaded; 0 without receipts. */
export async function lastLoaded(connection: DuckDBConnection): Promise<number> {
  const [row] = await readRows(connection, 'select coalesce(max(receipt_id), 0)::integer as last from raw.receipt');
  return Number(row?.last ?? 0);
}

/** The unusable decisions in a company's published snapshot, after a rebuild that has loaded every record again. */
export async function publishedUnusableDecisions(config: LoadedConfig, company: CompanyConfig): Promise<TieoutError[]> {
  const { published } = companyPaths(config.data_dir, company.name);
  if (!existsSync(published)) return [];
  return withReader(published, ({ connection }) => unusableDecisions(connection, 0));
}
