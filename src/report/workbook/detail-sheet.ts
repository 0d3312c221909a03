import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Section } from '../definition.ts';
import { groupedText } from '../shown-value.ts';
import type { ReportTable } from '../table.ts';
import type { Cell, SheetColumn, SheetSetup, SheetWriter, Validation } from '../xlsx/sheet.ts';
import type { StyleBook } from '../xlsx/styles.ts';
import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import { columnLetters, quotedSheet } from '../xlsx/xml-text.ts';
import type { WorkbookOptions } from './cells.ts';
import { cellsOf, frontTitle, isFigure, pageFooter, rowHeight } from './cells.ts';
import {
  decisionCells,
  decisionSheetColumns,
  decisionsAfter,
  decisionTitles,
  decisionValidations,
  entryStyle,
  sealSheetColumns,
  sealTitles,
} from './decision-columns.ts';

const headerRow = 4;

/** A written section: its file, and the number of its rows, in all and on its sheet. */
export type WrittenSection = Pick<ReportTable, 'section' | 'file' | 'count' | 'rowsOfView'> & { written: number };

/** The columns of a sheet: those of the view, those for decisions and the hidden ones. `before` columns precede the decision columns. */
type Layout = { titles: string[]; columns: (SheetColumn & { isFigure?: boolean })[]; before: number };

function layoutOf(section: Section): Layout {
  const before = decisionsAfter(section);
  const own = section.columns.map((column) => ({
    title: column.title,
    width: column.width,
    isHidden: column.hidden,
    isFigure: isFigure(column),
  }));
  const named = (titles: readonly string[], columns: readonly SheetColumn[]) =>
    columns.map((column, index) => ({ ...column, title: titles[index] ?? '' }));
  const all =
    before === 0
      ? own
      : [
          ...own.slice(0, before),
          ...named(decisionTitles, decisionSheetColumns),
          ...own.slice(before),
          ...named(sealTitles, sealSheetColumns),
        ];
  return { titles: all.map(({ title }) => title), columns: all, before };
}

/** The position of a column of the view in the sheet, 1-based. */
function placeOf(index: number, before: number): number {
  return index + 1 + (before > 0 && index >= before ? decisionTitles.length : 0);
}

/** The number of columns of the view that are printed. */
function printedOf({ print_through, columns }: Section): number {
  const last = columns.findIndex(({ field }) => field === print_through);
  return last < 0 ? columns.length : last + 1;
}

/** The width of A4 in landscape between the margins, in points. */
const paperWidth = 784;
/** Letters have 10 points; below 5.5 they are not legible on paper. */
const leastScale = 0.55;

const widthOnPaper = ({ width, isHidden }: SheetColumn) => (isHidden === true ? 0 : (width * 7 + 5) * 0.75);

/** What is printed of a sheet: its columns, on as many pages next to each other as legible letters need. */
function printed(section: Section, { columns, before }: Layout): Partial<SheetSetup> {
  const count = printedOf(section);
  const last = placeOf(count - 1, before);
  const width = columns.slice(0, last).reduce((sum, column) => sum + widthOnPaper(column), 0);
  const across = Math.ceil((width * leastScale) / paperWidth);
  const named = section.columns.findIndex(({ field }) => field === 'currency') + 1;
  return {
    ...(count === section.columns.length ? {} : { printedColumns: last }),
    ...(across > 1 ? { pagesAcross: across } : {}),
    ...(across > 1 && named > 0 ? { repeatedColumns: named } : {}),
  };
}

/** Makes the cells of a row and its height. */
function rowsOf(
  section: Section,
  styles: StyleBook,
  options: WorkbookOptions,
): (row: WarehouseRow) => { cells: readonly (Cell | undefined)[]; height: number } {
  const open = entryStyle(styles);
  const cells = section.columns.map((column) => {
    const cell = cellsOf(column, styles, options);
    if (section.entries?.[column.field] === undefined) return cell;
    return (row: WarehouseRow): Cell => ({ kind: 'blank', ...cell(row), style: open });
  });
  const before = decisionsAfter(section);
  const { entry, hidden } = decisionCells(styles);
  const count = printedOf(section);
  return (row) => {
    const shown = cells.map((cell) => cell(row));
    const height = rowHeight(section.columns, shown, count);
    if (before === 0) return { cells: shown, height };
    return { cells: [...shown.slice(0, before), ...entry, ...shown.slice(before), ...hidden(row, shown)], height };
  };
}

/** How many rows a section has, and where those are that its sheet does not have. */
function rowsText({ count, file }: ReportTable, { rowsPerSheet }: WorkbookOptions['limits']): string {
  if (count === 0) return 'No rows.';
  if (count === 1) return '1 row.';
  const rows = `${groupedText(String(count), 0)} rows`;
  return count <= rowsPerSheet
    ? `${rows}.`
    : `The first ${groupedText(String(rowsPerSheet), 0)} of ${rows}; all are in ${file}.`;
}

function headRows(
  sheet: SheetWriter,
  table: ReportTable,
  { titles, columns }: Layout,
  styles: StyleBook,
  options: WorkbookOptions,
) {
  const { section } = table;
  const text = (content: string, style: number): Cell => ({ kind: 'text', text: content, style, isHeading: true });
  sheet.row(1, [text(`${section.title}: ${options.scope.company}`, styles.of({ isBold: true, size: 14 }))], 22);
  const about = `${section.about} ${rowsText(table, options.limits)}`;
  sheet.row(2, [text(about, styles.of({ isItalic: true, colour: '616E7C' }))]);
  sheet.row(3, [text(frontTitle, styles.of({ isUnderlined: true, colour: '1D4ED8' }))]);
  const own = section.columns.flatMap(({ field, title }) => (section.entries?.[field] === undefined ? [] : [title]));
  const entries: readonly string[] = section.decide_after === undefined ? own : [...own, ...decisionTitles];
  const heading = (title: string, isRightAligned: boolean) =>
    styles.of({
      isBold: true,
      fill: entries.includes(title) ? 'FCEFC0' : 'E8EDF2',
      bottomLine: 'thin',
      isWrapped: true,
      vertical: 'center',
      ...(isRightAligned ? { horizontal: 'right', indent: 1 } : {}),
    });
  sheet.row(
    headerRow,
    titles.map((title, index) => text(title, heading(title, columns[index]?.isFigure === true))),
    30,
  );
}

/** The last row of the table, which has at least one row. */
const lastRow = (at: number) => Math.max(at, headerRow + 1);

/** The choices of the columns in which people write. */
function ownValidations({ columns, entries = {} }: Section, rangeOf: (index: number) => string): Validation[] {
  return columns.flatMap(({ field, title }, index): Validation[] => {
    const choices = entries[field];
    if (choices === undefined || choices.length === 0) return [];
    const message = `Write ${choices.join(' or ')}, or leave the cell empty.`;
    return [{ kind: 'list', range: rangeOf(index), formula: `"${choices.join(',')}"`, title, message }];
  });
}

async function endSheet(
  workbook: WorkbookFile,
  sheet: SheetWriter,
  section: Section,
  { titles, before }: Layout,
  at: number,
): Promise<void> {
  const range = (from: number, to: number) =>
    `${columnLetters(from)}${headerRow + 1}:${columnLetters(to)}${lastRow(at)}`;
  section.columns.forEach(({ field }, index) => {
    const letters = columnLetters(placeOf(index, before));
    workbook.name({
      name: columnName(section, field),
      refersTo: `${quotedSheet(section.title)}!$${letters}$${headerRow + 1}:$${letters}$${lastRow(at)}`,
    });
  });
  await sheet.end({
    table: {
      name: `Table_${section.name.replaceAll('-', '_')}`,
      range: `A${headerRow}:${columnLetters(titles.length)}${lastRow(at)}`,
      columns: titles,
    },
    links: [{ cell: 'A3', to: frontTitle }],
    validations:
      before === 0
        ? ownValidations(section, (index) => range(placeOf(index, before), placeOf(index, before)))
        : decisionValidations(decisionTitles.map((_, index) => range(before + 1 + index, before + 1 + index))),
  });
}

/** The range name of a column, for formulas: `unmatched_right_minus_left`. */
export function columnName({ name }: Section, field: string): string {
  return `${name.replaceAll('-', '_')}_${field}`;
}

/**
 * Whether the sheet of a section is hidden, and so not printed: it has no rows, or its rows are shown on the sheet of control totals, whose
 * formulas add them up.
 */
export const isHiddenSheet = ({ section, count }: Pick<WrittenSection, 'section' | 'count'>): boolean =>
  count === 0 || section.name === 'bridges';

/**
 * Writes the sheet of a section, with a table, range names and, where declared, columns for decisions. It has the first rows, as many as
 * the limits allow; other outputs that are written alongside have all of them.
 */
export async function writeDetails(
  workbook: WorkbookFile,
  table: ReportTable,
  options: WorkbookOptions,
  order: number,
): Promise<WrittenSection> {
  const { section, count } = table;
  const { rowsPerSheet, sizePerSheet } = options.limits;
  const layout = layoutOf(section);
  const rowOf = rowsOf(section, workbook.styles, options);
  const sheet = await workbook.sheet({
    name: section.title,
    columns: layout.columns,
    orientation: 'landscape',
    headerRow,
    ...printed(section, layout),
    isHidden: isHiddenSheet(table),
    footer: pageFooter(options.scope.company),
    order,
  });
  headRows(sheet, table, layout, workbook.styles, options);
  let written = 0;
  const other = await options.alongside?.(table);
  try {
    for await (const records of table.rows(other === undefined ? rowsPerSheet : count)) {
      await other?.write(records);
      for (const record of records) {
        if (written === rowsPerSheet || sheet.size() >= sizePerSheet) break;
        written += 1;
        const { cells, height } = rowOf(record);
        sheet.row(headerRow + written, cells, height);
      }
      await sheet.flush();
    }
  } finally {
    await other?.close();
  }
  await endSheet(workbook, sheet, section, layout, headerRow + written);
  return { ...table, written };
}
