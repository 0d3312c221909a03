import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import { decimalsOf, localTime, moneyText, neutralised, shownText } from '../cell.ts';
import type { Column } from '../definition.ts';
import type { Cell } from '../xlsx/sheet.ts';
import type { StyleBook } from '../xlsx/styles.ts';
import type { WorkbookOptions } from './options.ts';

/** Beyond this many digits a spreadsheet's number is not exact: then the figure is written as text. */
const exactDigits = 15;

const lineHeight = 13.5;
const mostLines = 12;

/** Identifiers and what a program looked at stand in one line, however long; words and sentences go on on the next. */
export const isWrapped = ({ format }: Pick<Column, 'format'>) => format !== 'code' && format !== 'facts';

/** Whether a column holds figures, which stand on the right, as their heading does. */
export const isFigure = ({ format }: Pick<Column, 'format'>) =>
  format === 'money' || format === 'signed' || format === 'count';

/** In how many lines a text stands in a column so many characters wide. */
export function linesOf(text: string, width: number): number {
  if (text.length <= width && !text.includes('\n')) return 1;
  // most letters are narrower than the digits that a width is counted in; but a line ends between words
  return text.split('\n').reduce((lines, part) => lines + Math.max(1, Math.ceil((part.length * 1.02) / width)), 0);
}

/** How high a row has to be for so many lines, in points; spreadsheet programs do not all find out by themselves. */
export const heightOf = (lines: number) => lineHeight * Math.min(mostLines, Math.max(1, lines)) + 1.5;

/** How high a row has to be for its wrapped texts, of the first so many columns. */
export function rowHeight(columns: readonly Column[], cells: readonly (Cell | undefined)[], upTo: number): number {
  let most = 1;
  for (let index = 0; index < upTo; index += 1) {
    const [column, cell] = [columns[index], cells[index]];
    if (column === undefined || cell?.kind !== 'text' || column.hidden || !isWrapped(column)) continue;
    most = Math.max(most, linesOf(cell.text, column.width));
  }
  return heightOf(most);
}

export const verdictColours: Record<string, string> = {
  reconciled: 'D9F2E3',
  reconciled_with_timing: 'E4F0FA',
  breaks: 'FDE8D7',
  incomplete: 'FADADA',
};

/** The number format of a currency with so many decimals; negative figures in red with a minus. */
export function moneyFormat(decimals: number): string {
  const places = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  return `#,##0${places};[Red]-#,##0${places};0${places}`;
}

export const countFormat = '#,##0';
export const dateFormat = 'dd mmm yyyy';

/** A figure as the number of a spreadsheet, where that is exact, else as its text. `amount` is exact decimal text. */
export function figureCell(amount: string, decimals: number, style: number): Cell {
  const text = moneyText(amount, decimals);
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;
  return digits > exactDigits ? { kind: 'text', text, style } : { kind: 'number', text, style };
}

const firstDay = Date.UTC(1899, 11, 30);

/** A date or wall-clock time as a spreadsheet counts it: in days, without zones. */
export function dayNumber(text: string): string {
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`) - firstDay;
  if (text.length === 10) return String(day / 86_400_000);
  const second = Date.parse(`1970-01-01T${text.slice(11)}Z`) / 1000;
  return String(day / 86_400_000 + second / 86_400);
}

/** A text that may come from outside as a cell shows it. */
export function shownInCell(text: string, format: string, { isPersonalShown }: WorkbookOptions): string {
  return neutralised(shownText(text, format, isPersonalShown));
}

/** Gives the cells of one column, with their styles registered once. */
export function cellsOf(
  column: Column,
  styles: StyleBook,
  options: WorkbookOptions,
): (row: WarehouseRow) => Cell | undefined {
  const { field, format } = column;
  const byDecimals = new Map<number, number>();
  const moneyStyle = (decimals: number): number => {
    const known = byDecimals.get(decimals);
    const style = known ?? styles.of({ format: moneyFormat(decimals), horizontal: 'right', indent: 1 });
    byDecimals.set(decimals, style);
    return style;
  };
  const count = styles.of({ format: countFormat, horizontal: 'right', indent: 1 });
  const date = styles.of({ format: dateFormat, horizontal: 'left' });
  const instant = styles.of({ format: 'dd mmm yyyy hh:mm:ss', horizontal: 'left' });
  const text = styles.of({ isWrapped: isWrapped(column) });
  const shown = (value: WarehouseValue, row: WarehouseRow): Cell => {
    switch (format) {
      case 'money':
      case 'signed': {
        const amount = String(value);
        const decimals = row.measure === 'count' ? 0 : decimalsOf(row.currency, amount);
        return figureCell(amount, decimals, moneyStyle(decimals));
      }
      case 'count':
        return { kind: 'number', text: String(value), style: count };
      case 'date':
        return { kind: 'number', text: dayNumber(String(value)), style: date };
      case 'instant':
        return { kind: 'number', text: dayNumber(localTime(String(value), options.scope.zone)), style: instant };
      case 'verdict':
        return {
          kind: 'text',
          text: String(value).replaceAll('_', ' '),
          style: styles.of({ fill: verdictColours[String(value)] ?? 'FFFFFF', isWrapped: true }),
        };
      case 'word':
        return { kind: 'text', text: shownInCell(String(value).replaceAll('_', ' '), format, options), style: text };
      default:
        return { kind: 'text', text: shownInCell(String(value), format, options), style: text };
    }
  };
  return (row) => {
    const value = row[field];
    return value === null || value === undefined ? undefined : shown(value, row);
  };
}
