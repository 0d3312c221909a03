import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../../warehouse/duckdb-values.ts';

/** A match that a search found, as a row of recon.match_found. */
export type FoundMatch = {
  left_keys: string[];
  right_keys: string[];
  runners_up: string[] | null;
  is_exhausted: boolean | null;
  /** What keeps a suggested pair from being sure (recon.doubt_text). */
  doubts?: readonly string[] | null;
};

/** Writes the matches of one making of a search, and returns their number. */
export async function writeFound(
  connection: DuckDBConnection,
  madeNo: number,
  rows: readonly FoundMatch[],
): Promise<number> {
  if (rows.length === 0) return 0;
  return execute(
    connection,
    `insert into recon.match_found (made_no, left_keys, right_keys, runners_up, is_exhausted, doubts)
     select $made_no, left_keys, right_keys, runners_up, is_exhausted, doubts
     from (select unnest(from_json($rows,
       '[{"left_keys":["text"],"right_keys":["text"],"runners_up":["text"],"is_exhausted":"boolean","doubts":["text"]}]'
     ), recursive := true))`,
    { made_no: madeNo, rows: JSON.stringify(rows) },
  );
}
