import type { TableFile, TableHeader } from './table-spec.ts';

const monthOrZone =
  /\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|am|pm|z|utc|gmt|myt|sgt)\b/gi;

/** Whether a text has the shape of a day or time: no word, and the digits of a date. The date need not exist. */
export function isTimeShaped(text: string): boolean {
  const figures = text
    .trim()
    .replace(/(?<=\d)[TZ]/gi, ' ')
    .replaceAll(monthOrZone, '')
    .trim();
  return /^[\d\s:./+\-,年月日]+$/.test(figures) && (figures.match(/\d/g)?.length ?? 0) >= 4;
}

/** Whether a text has the shape of an amount: digits with their marks, and a sign, brackets or a currency around them. */
function isAmountShaped(text: string): boolean {
  return /^[(\s+-]*([^\d\s.,()+-]{1,4}[\s+-]*)?\d[\d.,'\s]*[\s-]*([^\d\s.,()+-]{1,4})?[)\s-]*$/.test(text.trim());
}

/** The columns that identify a line of text as a line of this table. */
function figureColumns(header: TableHeader, { spec }: TableFile): { position: number; isTime: boolean }[] {
  const positioned = (columns: readonly string[] = [], isTime: boolean) =>
    columns.flatMap((column) => {
      const position = header.positions.get(column);
      return position === undefined ? [] : [{ position, isTime }];
    });
  return [...positioned(spec.dates, true), ...positioned(spec.amounts, false)];
}

/** Cells without the surplus blank cells at the end. */
export function trimmedToWidth(cells: readonly string[], width: number): readonly string[] {
  let end = cells.length;
  while (end > width && (cells[end - 1] ?? '').trim() === '') end -= 1;
  return cells.slice(0, end);
}

/** Whether a line of the table's width has days and amounts, and nothing else in their columns. */
export function hasOnlyFigures(cells: readonly string[], header: TableHeader, file: TableFile): boolean {
  const filled = figureColumns(header, file).filter(({ position }) => (cells[position] ?? '').trim() !== '');
  const isShaped = ({ position, isTime }: { position: number; isTime: boolean }) =>
    (isTime ? isTimeShaped : isAmountShaped)(cells[position] ?? '');
  return filled.some(({ isTime }) => isTime) && filled.some(({ isTime }) => !isTime) && filled.every(isShaped);
}

/** The positions of the days and amounts of a line with the width of the table; undefined when it is not a line of the table. */
export function figuresOf(cells: readonly string[], header: TableHeader, file: TableFile): number[] | undefined {
  const trimmed = trimmedToWidth(cells, header.width);
  if (trimmed.length !== header.width) return undefined;
  const filled = figureColumns(header, file).filter(({ position }) => (trimmed[position] ?? '').trim() !== '');
  const shaped = filled.filter(({ position, isTime }) =>
    (isTime ? isTimeShaped : isAmountShaped)(trimmed[position] ?? ''),
  );
  return shaped.length > 0 && shaped.length * 2 >= filled.length ? shaped.map(({ position }) => position) : undefined;
}
