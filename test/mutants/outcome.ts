import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, textOf, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

/** What a run says of the period. */
export type Outcome = {
  /** Verdict and reason by currency and day. */
  verdicts: ReadonlyMap<string, { verdict: string; reason: string }>;
  /** Each item by its id, as a text of what it says. */
  items: ReadonlyMap<string, WarehouseRow>;
  /** The state of each control by currency, day and subject. */
  controls: ReadonlyMap<string, string>;
  rejected: number;
};

export const isGreen = (verdict: string | undefined): boolean =>
  verdict === 'reconciled' || verdict === 'reconciled_with_timing';

async function hasRegister(connection: DuckDBConnection): Promise<boolean> {
  const rows = await readRows(
    connection,
    `select 1 from duckdb_tables() where schema_name = 'recon' and table_name = 'control'`,
  );
  return rows.length > 0;
}

export async function readOutcome(connection: DuckDBConnection): Promise<Outcome> {
  const verdicts = await readRows(
    connection,
    `select currency || ' ' || business_date as day, verdict, reason from recon.verdict`,
  );
  const items = await readRows(
    connection,
    `select break_id, reconciliation, currency, business_date, item_key, outcome, reason_code, reason,
       left_amount::text as left_amount, right_amount::text as right_amount, right_minus_left::text as difference
     from recon.item`,
  );
  const controls = (await hasRegister(connection))
    ? await readRows(
        connection,
        `select concat_ws(' ', control, currency, business_date, subject) as control, state from recon.control`,
      )
    : [];
  const [rejected] = await readRows(connection, 'select count(*)::integer as n from staging.rejected_row');
  return {
    verdicts: new Map(
      verdicts.map((row) => [textOf(row, 'day'), { verdict: textOf(row, 'verdict'), reason: textOf(row, 'reason') }]),
    ),
    items: new Map(items.map((row) => [textOf(row, 'break_id'), row])),
    controls: new Map(controls.map((row) => [textOf(row, 'control'), textOf(row, 'state')])),
    rejected: Number(rejected?.n ?? 0),
  };
}

const said = (row: WarehouseRow | undefined) =>
  row === undefined
    ? 'no item'
    : [row.outcome, row.reason_code, row.left_amount, row.right_amount].map((part) => part ?? '').join(' ');

/** Items that say something else than before, in words. */
export function changedItems(before: Outcome, after: Outcome): string[] {
  const ids = new Set([...before.items.keys(), ...after.items.keys()]);
  return [...ids].flatMap((id) => {
    const [was, is] = [before.items.get(id), after.items.get(id)];
    if (said(was) === said(is)) return [];
    const one = is ?? was;
    return [
      `${one?.reconciliation} ${one?.currency} ${one?.business_date} ${one?.item_key}: ${said(was)} → ${said(is)}`,
    ];
  });
}

/** Days that were green and are not, with the verdict and its reason. */
export function lostDays(before: Outcome, after: Outcome): string[] {
  return [...new Set([...before.verdicts.keys(), ...after.verdicts.keys()])].flatMap((day) => {
    const now = after.verdicts.get(day);
    if (isGreen(now?.verdict)) return [];
    return [`${day}: ${now === undefined ? 'no verdict' : `${now.verdict}: ${now.reason}`}`];
  });
}

/** Controls in another state, in words. */
export function changedControls(before: Outcome, after: Outcome): string[] {
  const all = new Set([...before.controls.keys(), ...after.controls.keys()]);
  return [...all].flatMap((control) => {
    const [was, is] = [before.controls.get(control), after.controls.get(control)];
    return was === is ? [] : [`${control}: ${was ?? 'no control'} → ${is ?? 'no control'}`];
  });
}
