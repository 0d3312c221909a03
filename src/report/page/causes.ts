import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { isZero, unitsOf } from '../amounts.ts';
import { countOf } from './figures.ts';

/** Findings that seem to have the same cause, shown as one. */
export type Cause = {
  /** The findings with the same amount, in the order of the reconciliations. */
  rows: WarehouseRow[];
  /** The findings with that amount less its fees. */
  lessFees: WarehouseRow[];
  /** Those fees, exact decimal text. */
  fees: string;
};

const size = (units: bigint) => (units < 0n ? -units : units);

/** The differences in fees between turnover and statement, by currency and direction. */
function feeDifferences(controls: readonly WarehouseRow[], reconciliation: string, currency: string): WarehouseRow[] {
  return controls.filter(
    (row) =>
      row.reconciliation === reconciliation &&
      row.currency === currency &&
      row.measure === 'fee' &&
      !isZero(row.residual),
  );
}

/**
 * Groups findings by cause. One cause often appears in several reconciliations with the same amount, and in a roll-forward
 * with the amount less its fees: a payment that is missing in the statement is missing in the balance by its net amount.
 * Only the findings of one day are grouped; over several days, equal amounts are no evidence of a common cause.
 */
export function causesOf(
  findings: readonly WarehouseRow[],
  controls: readonly WarehouseRow[],
  isOneDay: boolean,
): Cause[] {
  const groups = new Map<string, WarehouseRow[]>();
  findings.forEach((row, index) => {
    const isAlone = !isOneDay || countOf(row, 'item_count') !== 1 || isZero(row.amount ?? null);
    const key = isAlone ? String(index) : `${row.currency} ${row.amount}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  });
  const causes: Cause[] = [...groups.values()].map((rows) => ({
    rows: rows.sort((a, b) => countOf(a, 'list_order') - countOf(b, 'list_order')),
    lessFees: [],
    fees: '0',
  }));
  if (!isOneDay) return causes;
  const absorbed = new Set<Cause>();
  for (const cause of causes) {
    for (const row of cause.rows) {
      for (const { residual } of feeDifferences(controls, String(row.reconciliation), String(row.currency))) {
        const net = size(unitsOf(row.amount)) - size(unitsOf(residual));
        const same = causes.find(
          ({ rows: [other] }) =>
            other?.outcome === 'control_breach' &&
            other.currency === row.currency &&
            size(unitsOf(other.amount)) === net,
        );
        if (net === 0n || same === undefined || same === cause || absorbed.has(same)) continue;
        absorbed.add(same);
        cause.lessFees.push(...same.rows);
        cause.fees = String(residual);
      }
    }
  }
  // a group has the position of its first finding
  const position = (cause: Cause) => {
    const rows = [...cause.rows, ...cause.lessFees];
    return Math.min(...rows.map((row) => findings.indexOf(row)));
  };
  return causes.filter((cause) => !absorbed.has(cause)).sort((a, b) => position(a) - position(b));
}
