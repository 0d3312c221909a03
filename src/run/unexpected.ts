import { type Unexpected, unexpectedText } from '../connectors/record-schema.ts';
import type { Progress } from '../domain/progress.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** The unexpected fields and values in the receipts of a run: those after a number of the index. */
export async function unexpectedSince(
  { connection }: Warehouse,
  after: number,
  progress: Progress,
): Promise<Unexpected[]> {
  const rows = await readRows(
    connection,
    `select record, field, value, sum(seen_count)::bigint as seen_count
     from raw.unexpected where file_id > $after
     group by record, field, value order by record, field, value`,
    { after },
  );
  const found = rows.map((row) => ({
    ...{ record: textOf(row, 'record'), field: textOf(row, 'field') },
    ...{ value: row.value === null ? null : textOf(row, 'value'), count: numberOf(row, 'seen_count') },
  }));
  if (found.length > 0) progress.step('Unexpected fields and values (kept)').done(unexpectedText(found));
  return found;
}
