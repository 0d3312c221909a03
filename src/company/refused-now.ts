import { existsSync } from 'node:fs';
import type { CompanyPaths } from '../config/data-paths.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Bound, readRows, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { withReader } from '../warehouse/open.ts';
import { buildingPath } from './swap-warehouse.ts';

type Paths = Pick<CompanyPaths, 'warehouse' | 'published'>;

/** Queries data of any version, without a check. */
const query = (path: string, sql: string, bound?: Bound) =>
  withReader(path, ({ connection }) => readRows(connection, sql, bound), { isPublished: false, ofAnyVersion: true });

/** The first and last day of the lines of receipts, as the data in use has them; no row for a receipt that it has not loaded. */
async function loadedBefore({ warehouse, published }: Paths, receipts: string): Promise<WarehouseRow[]> {
  const path = [warehouse, published].find(existsSync);
  if (path === undefined) return [];
  const rows = query(
    path,
    `select receipt.receipt_id, min(span.first_day)::text as first_day, max(span.last_day)::text as last_day
     from raw.receipt as receipt
     left join raw.file_span as span on span.receipt_id = receipt.receipt_id
     where receipt.load_status = 'loaded'
       and receipt.receipt_id in (select unnest(from_json($receipts, '["integer"]')))
     group by receipt.receipt_id`,
    { receipts },
  );
  // whatever is missing in the data is not compared
  return rows.catch(() => []);
}

const daysText = (row: WarehouseRow) =>
  row.first_day === null ? 'It has no days.' : `Its days: ${textOf(row, 'first_day')} to ${textOf(row, 'last_day')}.`;

/**
 * The receipts that the data in use has loaded and that the warehouse which is about to replace it refuses, each with its days: another
 * version of the program, or other terms, do not read them.
 */
export async function refusedNow(paths: Paths): Promise<TieoutError[]> {
  const refused = await query(
    buildingPath(paths.warehouse),
    `select receipt_id, file_name, load_message, load_line from raw.receipt
     where load_status = 'refused' and is_failed is not true and is_removed is not true order by receipt_id`,
  );
  if (refused.length === 0) return [];
  const before = await loadedBefore(paths, JSON.stringify(refused.map((row) => row.receipt_id)));
  return refused.flatMap((row) => {
    const loaded = before.find(({ receipt_id: id }) => id === row.receipt_id);
    if (loaded === undefined) return [];
    const line = row.load_line === null ? {} : { line: Number(row.load_line) };
    return new TieoutError({
      code: 'FILE_REFUSED_NOW',
      message: `A file that was read before is refused now. ${textOf(row, 'load_message')} ${daysText(loaded)}`,
      remedy:
        'Correct the file, or export it again, and import it. Until then its lines do not count, and its days are not proven.',
      place: { file: textOf(row, 'file_name'), ...line },
      exitStatus: 4,
    });
  });
}
