import { numberOf, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText } from './shown-value.ts';

/** The changes of a closed month after its close, by currency. Amounts are in major units. */
export type LateChange = {
  company: string;
  month: string;
  version: number;
  currency: string;
  count: number;
  /** The amount now less the amount when the month was closed. */
  effect: string;
};

/** The changes of closed months that became known in a month that is still open; `condition` narrows them. */
export const lateChangesSql = (condition = 'true'): string => `
  select company, closed_month, version, currency, count(*)::integer as change_count, sum(effect)::decimal(38, 4) as effect
  from mart.late_change where is_open and ${condition}
  group by company, closed_month, version, currency order by company, closed_month, currency`;

/** Rows of `lateChangesSql`. */
export const lateChangeOf = (row: WarehouseRow): LateChange => ({
  company: textOf(row, 'company'),
  month: textOf(row, 'closed_month'),
  version: numberOf(row, 'version'),
  currency: textOf(row, 'currency'),
  count: numberOf(row, 'change_count'),
  effect: textOf(row, 'effect'),
});

/** The changes of one closed month: their number, and their effect by currency, such as `2 changes after the close, MYR 100.00, SGD 0.00`. */
export function lateChangesText(changes: readonly LateChange[]): string {
  const count = changes.reduce((sum, change) => sum + change.count, 0);
  const money = changes.map(
    ({ currency, effect }) => `${currency} ${groupedText(effect, decimalsOf(currency, effect))}`,
  );
  return [count === 1 ? '1 change after the close' : `${count} changes after the close`, ...money].join(', ');
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
