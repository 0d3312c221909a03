import { resolve } from 'node:path';
import { TieoutError } from '../../domain/tieout-error.ts';
import { readSheets } from './read-sheets.ts';
import { columnsOf, decisionOfRow, type SheetColumns, type SheetDecision } from './sheet-decision.ts';

/** The headings of a sheet are among its first rows. */
const headingRows = 10;

function wrong(code: string, path: string, message: string): TieoutError {
  return new TieoutError({
    code,
    message,
    remedy: 'Use a workbook as `tieout run` wrote it and keep its columns. No decision of this one was recorded.',
    place: { file: path },
    exitStatus: 2,
  });
}

/** Refuses an item with decisions in several rows, because it is ambiguous. */
function withoutDuplicates(decisions: readonly SheetDecision[]): SheetDecision[] {
  const rows = new Map<string, number>();
  for (const decision of decisions)
    if ('seen' in decision) rows.set(decision.seen.breakId, (rows.get(decision.seen.breakId) ?? 0) + 1);
  return decisions.map((decision) => {
    if (!('seen' in decision) || rows.get(decision.seen.breakId) === 1) return decision;
    const { place, entered } = decision;
    const sentence = `Item ${decision.seen.breakId} is decided in ${rows.get(decision.seen.breakId)} rows of the workbook.`;
    return { place, entered, refusal: { code: 'ROW_TWICE', sentence } };
  });
}

/** The decisions in the workbook of a report, row by row; its path is relative to `cwd`. Nothing else in it is trusted. */
export async function readWorkbookDecisions(path: string, cwd = '.'): Promise<SheetDecision[]> {
  const decisions: SheetDecision[] = [];
  let columns: SheetColumns | undefined;
  let sheet: string | undefined;
  let sheets = 0;
  for await (const row of readSheets(resolve(cwd, path), path)) {
    if (row.sheet !== sheet) {
      sheet = row.sheet;
      columns = undefined;
    }
    if (columns === undefined) {
      const found = row.row <= headingRows ? columnsOf(row) : undefined;
      if (found !== undefined && 'missing' in found)
        throw wrong('WORKBOOK_COLUMNS', path, `The sheet ${row.sheet} lacks ${found.missing.join(', ')}.`);
      if (found !== undefined) sheets += 1;
      columns = found;
    } else {
      const decision = decisionOfRow(row, columns);
      if (decision !== undefined) decisions.push(decision);
    }
  }
  if (sheets === 0) throw wrong('WORKBOOK_FOREIGN', path, 'No sheet of this workbook has the columns for decisions.');
  return withoutDuplicates(decisions);
}
