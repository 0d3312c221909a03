import type { Row, stream, Worksheet } from 'exceljs';
import type { WarehouseRow } from '../warehouse/border.ts';
import { decimalsOf, localTime, moneyText, neutralised, shownText } from './cell.ts';
import type { Column, ReportDefinition } from './definition.ts';
import type { ReportScope, ReportTable } from './table.ts';
import { writeFront } from './workbook-front.ts';
import { moneyCell, moneyFormat } from './workbook-money.ts';
import { fixZipTimes } from './zip-times.ts';

export type WorkbookOptions = { scope: ReportScope; isPersonalShown: boolean; language: string };
export type StreamedWorkbook = stream.xlsx.WorkbookWriter;

/** A worksheet holds 1,048,576 rows; what is more goes on on a further sheet. */
const rowsOnSheet = 1_000_000;
const headerRow = 4;
const colours = { ink: 'FF1F2933', line: 'FFCBD2D9', head: 'FFE8EDF2', muted: 'FF616E7C' };
const verdictColours: Record<string, string> = {
  reconciled: 'FFD9F2E3',
  reconciled_with_timing: 'FFE4F0FA',
  breaks: 'FFFDE8D7',
  incomplete: 'FFFADADA',
};
/** A date or wall-clock time as the date value of a spreadsheet, which knows no zones. */
function dateCell(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`);
}

function fillCell(row: Row, index: number, record: WarehouseRow, column: Column, options: WorkbookOptions): void {
  const value = record[column.field];
  if (value === null || value === undefined) return;
  const cell = row.getCell(index);
  switch (column.format) {
    case 'money':
    case 'signed': {
      const decimals = record.measure === 'count' ? 0 : decimalsOf(record.currency ?? null);
      cell.value = moneyCell(moneyText(String(value), decimals));
      cell.numFmt = moneyFormat(decimals);
      cell.alignment = { horizontal: 'right', vertical: 'top' };
      break;
    }
    case 'count':
      cell.value = Number(value);
      cell.numFmt = '#,##0';
      break;
    case 'date':
      cell.value = dateCell(String(value));
      cell.numFmt = 'dd mmm yyyy';
      break;
    case 'instant':
      cell.value = dateCell(localTime(String(value), options.scope.zone));
      cell.numFmt = 'dd mmm yyyy hh:mm:ss';
      break;
    case 'verdict':
      cell.value = String(value).replaceAll('_', ' ');
      cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: verdictColours[String(value)] ?? 'FFFFFFFF' } };
      break;
    default: {
      cell.value = neutralised(shownText(String(value), column.format, options.isPersonalShown));
      cell.alignment = { vertical: 'top', wrapText: column.width >= 40 };
    }
  }
}

function openSheet(workbook: StreamedWorkbook, table: ReportTable, part: number, options: WorkbookOptions): Worksheet {
  const { section } = table;
  const name = part === 1 ? section.title : `${section.title} ${part}`;
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: headerRow, xSplit: 0, activeCell: 'A5' }],
    pageSetup: {
      orientation: 'landscape',
      paperSize: 9,
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `${headerRow}:${headerRow}`,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.2, footer: 0.3 },
    },
    headerFooter: { oddFooter: '&L&A&C&P of &N&Rtieout' },
  });
  sheet.columns = section.columns.map(({ width }) => ({ width }));
  const title = sheet.getRow(1);
  title.getCell(1).value = `${section.title}: ${options.scope.company}`;
  title.getCell(1).font = { bold: true, size: 14, color: { argb: colours.ink } };
  title.commit();
  const about = sheet.getRow(2);
  about.getCell(1).value =
    `${section.about} ${table.count === 0 ? 'There is nothing here.' : `${table.count.toLocaleString('en')} rows.`}`;
  about.getCell(1).font = { italic: true, color: { argb: colours.muted } };
  about.commit();
  const header = sheet.getRow(headerRow);
  section.columns.forEach((column, index) => {
    const cell = header.getCell(index + 1);
    cell.value = column.title;
    cell.font = { bold: true, color: { argb: colours.ink } };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: colours.head } };
    cell.border = { bottom: { style: 'thin', color: { argb: colours.line } } };
    cell.alignment = { vertical: 'middle', wrapText: true };
  });
  header.commit();
  sheet.autoFilter = { from: { row: headerRow, column: 1 }, to: { row: headerRow, column: section.columns.length } };
  return sheet;
}

async function writeSection(workbook: StreamedWorkbook, table: ReportTable, options: WorkbookOptions): Promise<void> {
  let part = 1;
  let sheet = openSheet(workbook, table, part, options);
  let at = headerRow;
  for await (const records of table.rows()) {
    for (const record of records) {
      if (at - headerRow >= rowsOnSheet) {
        sheet.commit();
        part += 1;
        sheet = openSheet(workbook, table, part, options);
        at = headerRow;
      }
      at += 1;
      const row = sheet.getRow(at);
      table.section.columns.forEach((column, index) => {
        fillCell(row, index + 1, record, column, options);
      });
      row.commit();
    }
  }
  sheet.commit();
}

/**
 * Writes the workbook, row by row: the front sheet first, whose formulas lead to the sheets behind it. The same
 * content gives the same bytes.
 */
export async function writeWorkbook(
  definition: ReportDefinition,
  tables: readonly ReportTable[],
  path: string,
  options: WorkbookOptions,
): Promise<void> {
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: false });
  const fixed = new Date(0);
  workbook.created = fixed;
  workbook.modified = fixed;
  workbook.creator = 'tieout';
  workbook.lastModifiedBy = 'tieout';
  await writeFront(workbook, definition, tables, options);
  for (const table of tables) await writeSection(workbook, table, options);
  await workbook.commit();
  await fixZipTimes(path);
}
