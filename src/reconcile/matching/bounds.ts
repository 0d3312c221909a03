import type { DuckDBConnection } from '@duckdb/node-api';
import type { Bound } from 'tieout-matching';
import { execute } from '../../warehouse/duckdb-values.ts';

/** Why a pass did not look at everything that a record may belong to. The sentences are in sql/match/bounded.sql. */
export type SearchBound = 'open_records' | 'large_amount' | 'equal_amounts' | Bound['bound'];

/** Records whose search by a pass was bounded. Without keys: all of the currency. */
export type Bounded = {
  bound: SearchBound;
  currency: string | null;
  left_keys: string[] | null;
  right_keys: string[] | null;
};

/** Keeps the bounds of one making of a pass; most makings have none. */
export async function writeBounds(
  connection: DuckDBConnection,
  madeNo: number,
  bounded: readonly Bounded[],
): Promise<void> {
  if (bounded.length === 0) return;
  await execute(
    connection,
    `update recon.match_made set bounds = from_json($bounds,
       '[{"bound":"text","currency":"text","left_keys":["text"],"right_keys":["text"]}]')
     where made_no = $made_no`,
    { made_no: madeNo, bounds: JSON.stringify(bounded) },
  );
}
