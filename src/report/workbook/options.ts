import type { ReportScope } from '../table.ts';

/** How far a workbook goes: what is more goes on on a further sheet, and at last only to the CSV. */
export type WorkbookLimits = {
  rowsPerSheet: number;
  sheetsPerSection: number;
  /** Characters of XML in one sheet: a part of a workbook has to stay below 4 GiB. */
  sizePerSheet: number;
};

/** A worksheet holds 1,048,576 rows, and who opens a workbook of more than some millions waits for minutes. */
export const workbookLimits: WorkbookLimits = { rowsPerSheet: 1_000_000, sheetsPerSection: 4, sizePerSheet: 2 ** 31 };

export type WorkbookOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  language: string;
  /** The reasons among which a person chooses who decides. */
  reasons: readonly string[];
  limits: WorkbookLimits;
};
