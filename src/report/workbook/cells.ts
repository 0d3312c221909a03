import type { WarehouseRow, WarehouseValue } from '../../warehouse/border.ts';
import { decimalsOf, localTime, moneyText, neutralised, shownText } from '../cell.ts';
import type { Column } from '../definition.ts';
import type { Cell } from '../xlsx/sheet.ts';
import type { StyleBook } from '../xlsx/styles.ts';
import type { WorkbookOptions } from './options.ts';

/** Beyond this many digits a spreadsheet's number is not exact: then the figure is written as text. */
const exactDigits = 15;

/** From this width on a column's text is wrapped. */
const wrappedFrom = 40;
const lineHeight = 13.5;
const mostLines = 12;

/** How high a row has to be for its wrapped texts, in points; spreadsheet programs do not all find out by themselves. */
export function rowHeight(columns: readonly Column[], cells: readonly (Cell | undefined)[]): number {
  const lines = columns.map(({ width, hidden }, index) => {
    const cell = cells[index];
    if (width < wrappedFrom || hidden || cell?.kind !== 'text') return 1;
    return Math.ceil((cell.text.length * 1.05) / width) + (cell.text.match(/\n/g)?.length ?? 0);
  });
  return lineHeight * Math.min(mostLines, Math.max(1, ...lines)) + 1.5;
}

const verdictColours: Record<string, string> = {
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

export const decimalsOfRow = (row: WarehouseRow) => (row.measure === 'count' ? 0 : decimalsOf(row.currency ?? null));

/** Gives the cells of one column, with their styles registered once. */
export function cellsOf(
  column: Column,
  styles: StyleBook,
  { scope, isPersonalShown }: WorkbookOptions,
): (row: WarehouseRow) => Cell | undefined {
  const { field, format, width } = column;
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
  const text = styles.of({ isWrapped: width >= wrappedFrom });
  const shown = (value: WarehouseValue, row: WarehouseRow): Cell => {
    switch (format) {
      case 'money':
      case 'signed': {
        const decimals = decimalsOfRow(row);
        return figureCell(String(value), decimals, moneyStyle(decimals));
      }
      case 'count':
        return { kind: 'number', text: String(value), style: count };
      case 'date':
        return { kind: 'number', text: dayNumber(String(value)), style: date };
      case 'instant':
        return { kind: 'number', text: dayNumber(localTime(String(value), scope.zone)), style: instant };
      case 'verdict':
        return {
          kind: 'text',
          text: String(value).replaceAll('_', ' '),
          style: styles.of({ fill: verdictColours[String(value)] ?? 'FFFFFF' }),
        };
      case 'word':
        return { kind: 'text', text: String(value).replaceAll('_', ' '), style: text };
      default:
        return { kind: 'text', text: neutralised(shownText(String(value), format, isPersonalShown)), style: text };
    }
  };
  return (row) => {
    const value = row[field];
    return value === null || value === undefined ? undefined : shown(value, row);
  };
}
