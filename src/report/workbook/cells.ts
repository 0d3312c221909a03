import { english } from '../../messages/words.ts';
import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import { codeText, type ReconciliationTitles } from '../code-text.ts';
import { type Column, figureFormats } from '../definition.ts';
import { lastDay } from '../page/figures.ts';
import { figureOf, localTime, moneyText, shownInCell } from '../shown-value.ts';
import { stateMarks, stateOf } from '../states.ts';
import type { ReportScope, ReportTable } from '../table.ts';
import type { Cell } from '../xlsx/sheet.ts';
import type { StyleBook } from '../xlsx/styles.ts';

/** The size of the sheet of a section: further rows are in the file of the section only. */
export type WorkbookLimits = {
  rowsPerSheet: number;
  /** Characters of XML in one sheet: a part of a workbook must be smaller than 4 GiB. */
  sizePerSheet: number;
};

/** Nobody looks through more rows on a sheet. */
export const workbookLimits: WorkbookLimits = { rowsPerSheet: 50_000, sizePerSheet: 2 ** 31 };

export type WorkbookOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  /** Whether the statements are of test mode: not real money. */
  isTest: boolean;
  titles: ReconciliationTitles;
  /** The reasons that a decision can name. */
  reasons: readonly string[];
  limits: WorkbookLimits;
  /** A further output for all rows of a section, written while they are read, so that they are read only once. */
  alongside?: (table: ReportTable) => Promise<RowsWriter> | undefined;
};

/** Gets all rows of a section, in their order. */
export type RowsWriter = { write: (rows: readonly WarehouseRow[]) => Promise<void>; close: () => Promise<void> };

/** The title of the first sheet; every other sheet links back to it. */
export const frontTitle = 'Summary';

/** The footer of each printed page: company, sheet, and page of pages. */
export function pageFooter(company: string): string {
  return `&L${company.replaceAll('&', '&&')}: &A&C&P of &N&Rtieout`;
}

/** The title of the sheet with the bridges of the controls. */
export const controlsTitle = 'Control totals';

/** The line of a balance for days between those with a known balance. */
export const gapTitle = 'Movement between days with a known balance';

/** The remark next to the unexplained difference of a control. */
export function differenceRemark(daysNotZero: number, isZeroInAll: boolean): string {
  if (daysNotZero === 0) return 'In balance on every day.';
  const days = daysNotZero === 1 ? '1 day' : `${daysNotZero} days`;
  return `Out of balance on ${days}${isZeroInAll ? '; the differences cancel out' : ''}: see Unmatched.`;
}

/** The days of a report; `to` is the day after the last. */
export function periodWords({ from, to, zone }: { from: string; to: string; zone: string }): string {
  const last = lastDay({ to });
  return from === last ? `Business day ${last} (${zone})` : `Business days ${from} to ${last} (${zone})`;
}

/** A spreadsheet's number is exact up to this many digits; a longer figure is written as text. */
const exactDigits = 15;

const lineHeight = 13.5;
const mostLines = 12;

/** Texts are wrapped; identifiers and JSON stay on one line. */
const isWrapped = ({ format }: Pick<Column, 'format'>) => format !== 'code' && format !== 'facts';

/** Whether a column holds figures: they and their heading are aligned right. */
export const isFigure = ({ format }: Pick<Column, 'format'>) => figureFormats.includes(format);

/** The number of lines of a text in a column so many characters wide. */
export function linesOf(text: string, width: number): number {
  if (text.length <= width && !text.includes('\n')) return 1;
  // widths count digits, and most letters are narrower; but lines break between words
  return text.split('\n').reduce((lines, part) => lines + Math.max(1, Math.ceil((part.length * 1.02) / width)), 0);
}

/** The height of a row with so many lines, in points; not every spreadsheet program works it out. */
export const heightOf = (lines: number) => lineHeight * Math.min(mostLines, Math.max(1, lines)) + 1.5;

/** The height of a row for the wrapped texts in its first columns. */
export function rowHeight(columns: readonly Column[], cells: readonly (Cell | undefined)[], upTo: number): number {
  let most = 1;
  for (let index = 0; index < upTo; index += 1) {
    const [column, cell] = [columns[index], cells[index]];
    if (column === undefined || cell?.kind !== 'text' || column.hidden || !isWrapped(column)) continue;
    most = Math.max(most, linesOf(cell.text, column.width));
  }
  return heightOf(most);
}

/** A verdict as the workbook shows it. */
export const verdictText = (code: string) => english().find(`verdict-${code}`) ?? code;

export const verdictColours: Record<string, string> = {
  reconciled: 'D9F2E3',
  reconciled_with_timing: 'E4F0FA',
  breaks: 'FDE8D7',
  incomplete: 'FADADA',
};

/** The background of a state of a control or an input. */
const toneColours: Record<string, string> = { ...verdictColours, aside: 'F0F2F4' };

/** The number format of a currency with so many decimals; negative figures are red with a minus. */
export function moneyFormat(decimals: number): string {
  const places = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  return `#,##0${places};[Red]-#,##0${places};0${places}`;
}

export const countFormat = '#,##0';
/** In per cent, as the titles of these columns say, so that a cell is the figure of the files. */
const percentFormat = '0.0###;[Red]-0.0###';
const dateFormat = 'dd mmm yyyy';

const isDecimal = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** A figure as a number where that is exact, else as text. `amount` is exact decimal text. */
export function figureCell(amount: string, decimals: number, style: number): Cell {
  const text = moneyText(amount, decimals);
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;
  return digits > exactDigits ? { kind: 'text', text, style } : { kind: 'number', text, style };
}

const firstDay = Date.UTC(1899, 11, 30);

/** A date or wall-clock time in a spreadsheet's count of days, without a zone. */
export function serialDay(text: string): string {
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`) - firstDay;
  if (text.length === 10) return String(day / 86_400_000);
  const second = Date.parse(`1970-01-01T${text.slice(11)}Z`) / 1000;
  return String(day / 86_400_000 + second / 86_400);
}

/** Makes the cells of one column; their styles are registered once. */
export function cellsOf(
  column: Column,
  styles: StyleBook,
  options: WorkbookOptions,
): (row: WarehouseRow) => Cell | undefined {
  const { field, format } = column;
  const isOfFigures = isFigure(column);
  const byDecimals = new Map<number, number>();
  const moneyStyle = (decimals: number): number => {
    const known = byDecimals.get(decimals);
    const style = known ?? styles.of({ format: moneyFormat(decimals), horizontal: 'right', indent: 1 });
    byDecimals.set(decimals, style);
    return style;
  };
  const count = styles.of({ format: countFormat, horizontal: 'right', indent: 1 });
  const percent = styles.of({ format: percentFormat, horizontal: 'right', indent: 1 });
  const date = styles.of({ format: dateFormat, horizontal: 'left' });
  const instant = styles.of({ format: 'dd mmm yyyy hh:mm:ss', horizontal: 'left' });
  const text = styles.of({ isWrapped: isWrapped(column) });
  const textCell = (value: WarehouseValue): Cell => {
    return { kind: 'text', text: shownInCell(String(value), format, options), style: text };
  };
  const shown = (value: WarehouseValue, row: WarehouseRow): Cell => {
    switch (format) {
      case 'money':
      case 'signed': {
        const { amount, decimals } = figureOf(row, field);
        return figureCell(amount, decimals, moneyStyle(decimals));
      }
      case 'count':
        return { kind: 'number', text: String(value), style: count };
      case 'percent':
        return { kind: 'number', text: String(value), style: percent };
      case 'date':
        return { kind: 'number', text: serialDay(String(value)), style: date };
      case 'instant':
        return { kind: 'number', text: serialDay(localTime(String(value), options.scope.zone)), style: instant };
      case 'verdict':
        return {
          kind: 'text',
          text: verdictText(String(value)),
          style: styles.of({ fill: verdictColours[String(value)] ?? 'FFFFFF', isWrapped: true }),
        };
      case 'state': {
        const state = stateOf(row);
        return {
          kind: 'text',
          text: english().find(`state-${state}`) ?? state,
          style: styles.of({ fill: toneColours[stateMarks[state].tone] ?? 'FFFFFF', isWrapped: true }),
        };
      }
      case 'word':
        return {
          kind: 'text',
          text: shownInCell(codeText(row, field, options.titles, english()), format, options),
          style: text,
        };
      default:
        return textCell(value);
    }
  };
  return (row) => {
    const value = row[field];
    if (value === null || value === undefined) return undefined;
    // a view of the user can have any value in a column of figures
    return isOfFigures && !isDecimal(String(value)) ? textCell(value) : shown(value, row);
  };
}
