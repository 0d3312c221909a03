import type { PlantedTruth } from '../../../sandbox/src/merchant/planted-truth.ts';
import type { WarehouseRow } from '../../../src/warehouse/duckdb-values.ts';

export function compare(
  truth: readonly PlantedTruth[],
  items: readonly WarehouseRow[],
): { missed: PlantedTruth[]; invented: WarehouseRow[] };

export const itemsQuery: string;
