import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { ReportDefinition } from '../definition.ts';
import type { ReportTable } from '../table.ts';
import { createWorkbook, type WorkbookFile } from '../xlsx/workbook-file.ts';
import { readBridges } from './bridges.ts';
import { writeControls } from './controls-sheet.ts';
import { type WrittenSection, writeDetails } from './detail-sheet.ts';
import { writeFront } from './front-sheet.ts';
import { writeLists } from './lists-sheet.ts';
import type { WorkbookOptions } from './options.ts';

/** The verdicts of the period, and what it proves. */
export type Findings = { verdicts: readonly WarehouseRow[]; proof: readonly string[] };

/** The distance between sections in the order of sheets, for their further sheets. */
const step = 1000;

async function writeSheets(
  workbook: WorkbookFile,
  title: string,
  tables: readonly ReportTable[],
  { verdicts, proof }: Findings,
  options: WorkbookOptions,
): Promise<void> {
  const written = new Map<string, WrittenSection>();
  for (const [index, table] of tables.entries())
    written.set(table.section.name, await writeDetails(workbook, table, options, (index + 1) * step));
  const bridgesAt = tables.findIndex(({ section }) => section.name === 'bridges');
  const bridgeSheet = written.get('bridges');
  const bridges = await readBridges(tables[bridgesAt], options);
  if (bridgeSheet !== undefined)
    await writeControls(workbook, bridges, bridgeSheet, options, (bridgesAt + 1) * step - 1);
  await writeLists(workbook, options.reasons, (tables.length + 1) * step);
  await writeFront(workbook, title, { tables, written, bridges, verdicts, proof }, options);
}

/**
 * Writes the workbook, row by row: the front sheet with its formulas, and the sheets behind it. The same content gives the same bytes.
 */
export async function writeWorkbook(
  { title }: ReportDefinition,
  tables: readonly ReportTable[],
  findings: Findings,
  path: string,
  options: WorkbookOptions,
): Promise<void> {
  const workbook = await createWorkbook(path);
  try {
    await writeSheets(workbook, title, tables, findings, options);
  } catch (error) {
    await workbook.discard();
    throw error;
  }
  await workbook.close(`${title}: ${options.scope.company}`);
}
