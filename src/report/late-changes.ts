import { numberOf, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText } from './shown-value.ts';

/** What became known of a closed month after it was closed, by currency. Amounts are in major units. */
export type LateChange = {
  company: string;
  month: string;
  version: number;
  currency: string;
  count: number;
  /** The amount now less the amount when the month was closed. */
  effect: string;
};

/** The changes of closed months that are not in a closed month themselves; `condition` narrows them. */
export const lateChangesSql = (condition = 'true'): string => `
  select company, closed_month, version, currency, count(*)::integer as change_count, sum(effect)::decimal(38, 4) as effect
  from mart.late_change where is_open and ${condition}
  group by company, closed_month, version, currency order by company, closed_month, currency`;

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
  currency: textOf(row, 'currency'),
  count: numberOf(row, 'change_count'),
  effect: textOf(row, 'effect'),
});

/** The changes of one closed month: their number, and their effect by currency, such as `2 later changes, MYR 100.00, SGD 0.00`. */
export function lateChangesText(changes: readonly LateChange[]): string {
  const count = changes.reduce((sum, change) => sum + change.count, 0);
  const money = changes.map(
    ({ currency, effect }) => `${currency} ${groupedText(effect, decimalsOf(currency, effect))}`,
  );
  return [count === 1 ? '1 later change' : `${count} later changes`, ...money].join(', ');
}

/** Changes by company and month. */
export function byClosedMonth(changes: readonly LateChange[]): LateChange[][] {
  const groups = new Map<string, LateChange[]>();
  for (const change of changes) {
    const key = `${change.company} ${change.month}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}
