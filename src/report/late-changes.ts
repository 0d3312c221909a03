import { groupedBy } from '../domain/grouped-by.ts';
import { numberOf, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText } from './shown-value.ts';

/** The changes of a closed month after its close, by kind of record and currency. Amounts are in major units. */
export type LateChange = {
  company: string;
  month: string;
  version: number;
  record: string;
  currency: string;
  count: number;
  /** The amount now less the amount when the month was closed. */
  effect: string;
};

/** The changes of closed months that became known in a month that is still open; `condition` narrows them. */
export const lateChangesSql = (condition = 'true'): string => `
  select company, closed_month, version, record, currency, count(*)::integer as change_count, sum(effect)::decimal(38, 4) as effect
  from mart.late_change where is_open and ${condition}
  group by company, closed_month, version, record, currency order by company, closed_month, record, currency`;

/** The changes of closed months of all companies; snapshots of a version without them have none. */
export async function readLateChanges(read: (sql: string) => Promise<WarehouseRow[]>): Promise<LateChange[]> {
  try {
    return (await read(lateChangesSql())).map(lateChangeOf);
  } catch (error) {
    if (error instanceof Error && /^Catalog Error: .*\blate_change\b/.test(error.message)) return [];
    throw error;
  }
}

/** Rows of `lateChangesSql`. */
export const lateChangeOf = (row: WarehouseRow): LateChange => ({
  company: textOf(row, 'company'),
  month: textOf(row, 'closed_month'),
  version: numberOf(row, 'version'),
  record: textOf(row, 'record'),
  currency: textOf(row, 'currency'),
  count: numberOf(row, 'change_count'),
  effect: textOf(row, 'effect'),
});

/** The kinds of the records of a month, as people name them. */
export const recordNames: Readonly<Record<string, string>> = {
  statement_line: 'Gateway statement lines',
  order: 'Orders',
  bank_line: 'Bank lines',
  list_line: 'Lines of lists',
  payout: 'Payouts',
  payout_movement: 'Payout account movements',
  ledger_balance: 'Ledger balances',
};

/**
 * The effect of changes by kind of record, such as `orders MYR 100.00; bank lines MYR 98.00, SGD 0.00`. Kinds are not added up: an order
 * and its payment are the same money.
 */
export function effectText(changes: readonly LateChange[]): string {
  const moneyOf = ({ currency, effect }: LateChange) =>
    `${currency} ${groupedText(effect, decimalsOf(currency, effect))}`;
  const nameOf = (record: string) => (recordNames[record] ?? record).replace(/^./, (first) => first.toLowerCase());
  return [...groupedBy(changes, ({ record }) => record)]
    .map(([record, own]) => `${nameOf(record)} ${own.map(moneyOf).join(', ')}`)
    .join('; ');
}

/** The changes of one closed month: their number and their effect, such as `2 changes after the close (orders MYR 100.00)`. */
export function lateChangesText(changes: readonly LateChange[]): string {
  const count = changes.reduce((sum, change) => sum + change.count, 0);
  return `${count === 1 ? '1 change' : `${count} changes`} after the close (${effectText(changes)})`;
}

/** Changes by company and month. */
export const byClosedMonth = (changes: readonly LateChange[]): LateChange[][] => [
  ...groupedBy(changes, ({ company, month }) => `${company} ${month}`).values(),
];
