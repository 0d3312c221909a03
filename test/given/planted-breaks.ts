import type { PlantedTruth } from '../../packages/sandbox/src/merchant/planted-truth.ts';
import type { WarehouseRow } from '../../src/warehouse/duckdb-values.ts';

// Compares reported with planted breaks: a planted break is found if its reconciliation, outcome, reason,
// currency, record and amount are reported; a reported break that was not planted is a false positive.

const size = (amount: unknown) =>
  String(amount ?? '')
    .replace(/^-/, '')
    // JPY has no decimals: its trailing zeros are significant
    .replace(/(?<=\.\d*)0+$/, '')
    .replace(/\.$/, '');

function isOf(truth: PlantedTruth, item: WarehouseRow): boolean {
  const keys = [item.item_key, item.left_key, item.right_key, String(item.left_key).replace('account ', '')];
  // a bank line has no id: day and reference identify it
  keys.push(`${item.business_date} ${item.left_reference}`);
  return (
    item.reconciliation === truth.reconciliation &&
    item.outcome === truth.outcome &&
    item.reason_code === truth.reason_code &&
    item.currency === truth.currency &&
    item.business_date === truth.business_date &&
    keys.includes(truth.key) &&
    size(item.right_minus_left) === size(truth.amount)
  );
}

/** The planted breaks that were missed, and the reported items that were not planted. */
export function compare(truth: readonly PlantedTruth[], items: readonly WarehouseRow[]) {
  const missed = truth.filter((planted) => !items.some((item) => isOf(planted, item)));
  const invented = items.filter((item) => !truth.some((planted) => isOf(planted, item)));
  return { missed, invented };
}

/** The reported breaks, as `compare` reads them. */
export const itemsQuery = `select reconciliation, outcome, reason_code, currency, business_date::text as business_date, item_key,
    left_key, right_key, left_reference, right_minus_left
  from mart.item
  where outcome not in ('matched', 'matched_with_tolerance')
    -- payments of the last days that are not due to settle yet are in every scenario and not planted
    and not (reconciliation = 'payments_to_settlement' and outcome = 'timing')
  order by all`;
