import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { ReconciliationTitles } from '../code-text.ts';
import type { ReportScope, ReportTable } from '../table.ts';

/** The size of a workbook: further rows are on further sheets, then in the CSV file only. */
export type WorkbookLimits = {
  rowsPerSheet: number;
  sheetsPerSection: number;
  /** Characters of XML in one sheet: a part of a workbook must be smaller than 4 GiB. */
  sizePerSheet: number;
};

/** A worksheet holds 1,048,576 rows, and a workbook with more than a few million takes minutes to open. */
export const workbookLimits: WorkbookLimits = { rowsPerSheet: 1_000_000, sheetsPerSection: 4, sizePerSheet: 2 ** 31 };

export type WorkbookOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  /** Whether the statements are of test mode: not real money. */
  isTest: boolean;
  titles: ReconciliationTitles;
  /** The reasons that a decision can name. */
  reasons: readonly string[];
  limits: WorkbookLimits;
  /** A further output for the rows of a section, written while they are read, so that they are read only once. */
  alongside?: (table: ReportTable) => Promise<RowsWriter>;
};

/** Gets all rows of a section, in their order. */
export type RowsWriter = { write: (rows: readonly WarehouseRow[]) => Promise<void>; close: () => Promise<void> };
