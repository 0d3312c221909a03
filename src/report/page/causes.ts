import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { countOf, isZero, unitsOf } from './figures.ts';

/** What has, as far as the figures tell, one cause: one point of what is wrong. */
export type Cause = {
  /** The findings of the very same amount, the first in the order of the work at its head. */
  rows: WarehouseRow[];
  /** The findings of the amount less the fees on it. */
  lessFees: WarehouseRow[];
  /** Those fees, exact decimal text. */
  fees: string;
};

const size = (units: bigint) => (units < 0n ? -units : units);

/** The fees that turnover counts more or less than the statement, by currency and direction. */
function feeRemainders(controls: readonly WarehouseRow[], reconciliation: string, currency: string): WarehouseRow[] {
  return controls.filter(
    (row) =>
      row.reconciliation === reconciliation &&
      row.currency === currency &&
      row.measure === 'fee' &&
      !isZero(row.residual),
  );
}

/**
 * One cause often shows in several reconciliations, by the very same amount, or, where balances are rolled forward, by the
 * amount less its fees: a payment that the statement lacks is missing from the balance by its net. On the page of one day
 * such findings are one point; over more days equal amounts say too little.
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
      for (const { residual } of feeRemainders(controls, String(row.reconciliation), String(row.currency))) {
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
  // the point stands where the first of what belongs to it stood
  const place = (cause: Cause) => {
    const rows = [...cause.rows, ...cause.lessFees];
    return Math.min(...rows.map((row) => findings.indexOf(row)));
  };
  return causes.filter((cause) => !absorbed.has(cause)).sort((a, b) => place(a) - place(b));
}
