import { lineNumber } from '../paged-line.ts';
import { columnOf } from '../table/header.ts';
import type { TableFile, TableRow } from '../table/table-spec.ts';
import { likelyHead } from './likely-head.ts';
import { overlap, type PdfLine, phrasesOf } from './page-lines.ts';
import { readPages } from './read-pages.ts';
import type { HeadCell } from './table-head.ts';

/** The cell under which a phrase stands: the one that it overlaps, otherwise the last one that begins before it. */
function positionOf(place: { left: number; right: number }, cells: readonly HeadCell[]): number {
  const shares = cells.map((cell) => overlap(cell, place));
  const most = Math.max(...shares);
  if (most > 0) return shares.indexOf(most);
  return Math.max(
    0,
    cells.findLastIndex(({ left }) => left <= place.left + 3),
  );
}

function rowBelow(line: PdfLine, cells: readonly HeadCell[]): TableRow {
  const row = cells.map(() => '');
  for (const phrase of phrasesOf(line.words)) {
    const position = positionOf(phrase, cells);
    row[position] = `${row[position] ?? ''} ${phrase.text}`.trim();
  }
  return { line: lineNumber(line), cells: row };
}

/**
 * The likely head of a document whose head is not known, and the lines below it, for a proposal of column names. A known head is given
 * under its first known name.
 */
export async function previewPdf(file: TableFile): Promise<TableRow[]> {
  const best = likelyHead(await readPages(file), file);
  if (best === undefined) return [];
  const head = best.cells.map(({ column, name }) =>
    column === undefined || columnOf(name, file) === column ? name : (file.spec.columns[column]?.[0] ?? name),
  );
  return [{ line: lineNumber(best.line), cells: head }, ...best.below.map((line) => rowBelow(line, best.cells))];
}
