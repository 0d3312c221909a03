import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, textOf, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

/** What a run says of the period. */
export type Outcome = {
  /** Verdict and reason by currency and day. */
  verdicts: ReadonlyMap<string, { verdict: string; reason: string }>;
  /** Each item by its id, as a text of what it says. */
  items: ReadonlyMap<string, WarehouseRow>;
  /** The state of each control by currency, day and subject, and the inputs that it needs. */
  controls: ReadonlyMap<string, Control>;
  /** Fields and values that no specification has, as a run shows them. */
  unexpected: ReadonlySet<string>;
  /**
   * Everything that the run computed, a line for each row: items with their times and references, bridges, controls, causes,
   * money.
   */
  results: readonly string[];
};

export const isGreen = (verdict: string | undefined): boolean =>
  verdict === 'reconciled' || verdict === 'reconciled_with_timing';

export type Control = { control: string; currency: string; day: string; state: string; needs: readonly string[] };

async function readControls(connection: DuckDBConnection): Promise<ReadonlyMap<string, Control>> {
  const rows = await readRows(
    connection,
    `select control.control, control.currency, control.business_date, control.subject, control.state, head.needs
     from recon.control as control
     left join recon.reconciliation as head on head.reconciliation = control.control`,
  );
  return new Map(
    rows.map((row) => {
      const [control, currency, day] = [textOf(row, 'control'), textOf(row, 'currency'), String(row.business_date)];
      const needs = Array.isArray(row.needs) ? row.needs.map(String) : [];
      return [
        `${control} ${currency} ${day} ${textOf(row, 'subject')}`,
        { control, currency, day, state: textOf(row, 'state'), needs },
      ];
    }),
  );
}

const resultTables = [
  ...['recon.item', 'recon.bridge_line', 'recon.control', 'recon.verdict', 'recon.cause'],
  ...['mart.money_flow', 'mart.fee', 'mart.reserve'],
];

const ofTheFile = /\b[0-9a-f]{20}(?:[0-9a-f]{12})?\b|'(?:left|right)_line_no': \d+/g;

/** Each row of the result as a text, without digests of a row's content, by which it is known, and without its line in a file. */
async function readResults(connection: DuckDBConnection): Promise<string[]> {
  const lines = resultTables.map((table) => `select '${table} ' || one::text as line from ${table} as one`);
  const rows = await readRows(connection, lines.join(' union all '));
  return rows.map((row) => textOf(row, 'line').replaceAll(ofTheFile, '…')).sort();
}

const nothing: Omit<Outcome, 'verdicts'> = {
  items: new Map(),
  controls: new Map(),
  unexpected: new Set(),
  results: [],
};

/** What a run says. Of a day that is not green nothing more is asked, unless `isWhole`. */
export async function readOutcome(connection: DuckDBConnection, isWhole: boolean): Promise<Outcome> {
  const rows = await readRows(
    connection,
    `select currency || ' ' || business_date as day, verdict, reason from recon.verdict`,
  );
  const verdicts = new Map(
    rows.map((row) => [textOf(row, 'day'), { verdict: textOf(row, 'verdict'), reason: textOf(row, 'reason') }]),
  );
  if (!isWhole && rows.some((row) => !isGreen(textOf(row, 'verdict')))) return { verdicts, ...nothing };
  const items = await readRows(
    connection,
    `select break_id, reconciliation, currency, business_date, item_key, outcome, reason_code, reason, match_pass,
       left_amount::text as left_amount, right_amount::text as right_amount, right_minus_left::text as difference
     from recon.item`,
  );
  const unexpected = await readRows(
    connection,
    `select distinct record || '.' || field || coalesce(' "' || value || '"', '') as what from raw.unexpected`,
  );
  return {
    verdicts,
    items: new Map(items.map((row) => [textOf(row, 'break_id'), row])),
    controls: await readControls(connection),
    unexpected: new Set(unexpected.map((row) => textOf(row, 'what'))),
    results: await readResults(connection),
  };
}

const said = (row: WarehouseRow | undefined) =>
  row === undefined
    ? 'no item'
    : [
        row.outcome,
        row.reason_code,
        row.left_amount,
        row.right_amount,
        ...(row.outcome === 'matched' ? [row.reason, row.match_pass] : []),
      ]
        .map((part) => part ?? '')
        .join(' ');

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
    const [was, is] = [before.controls.get(control)?.state, after.controls.get(control)?.state];
    return was === is ? [] : [`${control}: ${was ?? 'no control'} → ${is ?? 'no control'}`];
  });
}

/** Fields and values that a run shows as not in the specification, in words. */
export const newlyUnexpected = (before: Outcome, after: Outcome): string[] =>
  [...after.unexpected]
    .filter((what) => !before.unexpected.has(what))
    .map((what) => `shown as not in the specification: ${what}`);
