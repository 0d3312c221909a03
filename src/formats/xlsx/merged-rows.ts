import type { TableFile } from '../table/table-spec.ts';
import type { ChosenSheet } from './choose-sheets.ts';
import { cellName } from './fit-sheet-row.ts';
import { refused } from './refused.ts';

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * Refuses a sheet in which a cell of a known column is merged over several lines: the file then shows one value for all of
 * them and holds it for the first only. Cells merged in titles, footers and within one line are layout. `refuse` throws the
 * TieoutError FILE_CELLS_MERGED.
 */
export function mergedRowsCheck(
  { sheet, header }: ChosenSheet,
  file: TableFile,
): { hasRow(line: number): void; refuse(ranges: readonly string[]): void } {
  // one bit a row: merged ranges follow the rows in the file
  let rows = new Uint8Array(1024);
  const isRow = (line: number) => ((rows[line >> 3] ?? 0) & (1 << (line & 7))) !== 0;

  function refuseRange(range: string): void {
    const parts = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(range);
    if (parts === null) return;
    const [left, right] = [columnOf(parts[1] ?? ''), columnOf(parts[3] ?? '')];
    const [top, bottom] = [Number(parts[2]), Math.min(Number(parts[4]), rows.length * 8)];
    if (bottom === top) return;
    const column = [...header.positions].find(([, position]) => position >= left && position <= right);
    if (column === undefined) return;
    const lines: number[] = [];
    for (let line = top; line <= bottom && lines.length < 2; line += 1) if (isRow(line)) lines.push(line);
    const [first, second] = lines;
    if (first === undefined || second === undefined) return;
    const cell = cellName(column[1], first);
    throw refused(
      file.fileName,
      'FILE_CELLS_MERGED',
      `The cells ${range} of the sheet "${sheet.name}" are merged: rows ${first} and ${second} share one ${column[0]}, that of ${cell}.`,
      { remedy: 'Split the merged cells, fill in the value of each row, and import the file again.', line: first },
    );
  }

  return {
    hasRow(line) {
      if (line >> 3 >= rows.length) {
        const larger = new Uint8Array(Math.max(rows.length * 2, (line >> 3) + 1));
        larger.set(rows);
        rows = larger;
      }
      rows[line >> 3] = (rows[line >> 3] ?? 0) | (1 << (line & 7));
    },
    refuse(ranges) {
      for (const range of ranges) refuseRange(range);
    },
  };
}
