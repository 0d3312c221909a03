import type { ReportDefinition } from '../definition.ts';
import type { ReportTable } from '../table.ts';
import type { Cell } from '../xlsx/sheet.ts';
import { createWorkbook, type WorkbookFile } from '../xlsx/workbook-file.ts';
import { quotedSheet } from '../xlsx/xml-text.ts';
import { readBridges } from './bridges.ts';
import type { WorkbookOptions } from './cells.ts';
import { writeControls } from './controls-sheet.ts';
import { decisionListName, decisionWords, reasonListName } from './decision-columns.ts';
import { type WrittenSection, writeDetails } from './detail-sheet.ts';
import { type Findings, writeFront } from './front-sheet.ts';

const name = 'Lists';

/** The choices of the decision columns, on a hidden sheet. */
async function writeLists(workbook: WorkbookFile, reasons: readonly string[], order: number): Promise<void> {
  const sheet = await workbook.sheet({
    name,
    columns: [{ width: 20 }, { width: 24 }],
    orientation: 'portrait',
    footer: '',
    isHidden: true,
    order,
  });
  const style = workbook.styles.of({});
  const cell = (text: string | undefined): Cell | undefined =>
    text === undefined ? undefined : { kind: 'text', text, style };
  for (let at = 0; at < Math.max(decisionWords.length, reasons.length); at += 1)
    sheet.row(at + 1, [cell(decisionWords[at]), cell(reasons[at])]);
  workbook.name({ name: decisionListName, refersTo: `${quotedSheet(name)}!$A$1:$A$${decisionWords.length}` });
  workbook.name({ name: reasonListName, refersTo: `${quotedSheet(name)}!$B$1:$B$${reasons.length}` });
  await sheet.end();
}

async function writeSheets(
  workbook: WorkbookFile,
  title: string,
  tables: readonly ReportTable[],
  findings: Findings,
  options: WorkbookOptions,
): Promise<void> {
  const written = new Map<string, WrittenSection>();
  for (const [index, table] of tables.entries())
    written.set(table.section.name, await writeDetails(workbook, table, options, (index + 1) * 2));
  const bridgesAt = tables.findIndex(({ section }) => section.name === 'bridges');
  const bridgeSheet = written.get('bridges');
  const bridges = await readBridges(tables[bridgesAt], options);
  if (bridgeSheet !== undefined && bridges.length > 0)
    await writeControls(workbook, bridges, bridgeSheet, options, (bridgesAt + 1) * 2 - 1);
  await writeLists(workbook, options.reasons, (tables.length + 1) * 2);
  await writeFront(workbook, title, { tables, written, bridges, ...findings }, options);
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
