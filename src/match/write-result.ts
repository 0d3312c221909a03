import { chmod, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFolder, unfinishedFolder } from '../disk/files.ts';
import { beginCsv } from '../report/csv.ts';
import type { Column } from '../report/definition.ts';
import { shownText } from '../report/shown-value.ts';
import type { ReportTable } from '../report/table.ts';
import { workbookLimits } from '../report/workbook/cells.ts';
import type { WarehouseValue } from '../warehouse/duckdb-values.ts';
import { decisionsFile, type MatchDecision } from './decisions.ts';
import { outcomeSentence } from './outcome-sentence.ts';
import type { MatchResult } from './result.ts';
import { resultSections } from './result-sections.ts';
import { statementLines } from './statement-lines.ts';
import { writeMatchPage } from './write-match-page.ts';
import { writeMatchWorkbook } from './write-match-workbook.ts';

/** The result as data: the state, the statements, the files and the passes. Amounts are exact text. */
export function resultFields(result: MatchResult) {
  return {
    outcome: result.outcome,
    sentence: outcomeSentence(result),
    left: result.leftTitle,
    right: result.rightTitle,
    totals: result.totals.map((total) => ({
      ...total,
      statement: statementLines(result, total).map(({ title, amount }) => ({ title, amount })),
    })),
    files: result.files.map(({ side, name, lines, rejected, currency, columns, proposal, notes }) => ({
      side,
      file: name,
      records: lines,
      rejected,
      currency,
      columns: Object.fromEntries(columns),
      proposed: proposal.terms,
      notes,
    })),
    passes: result.passes,
    notes: result.notes,
  };
}

/** Writes every record to a CSV file and as JSON lines, in one reading. */
async function writeRecords(
  table: ReportTable,
  folder: string,
  options: Parameters<typeof beginCsv>[2],
): Promise<void> {
  const csv = await beginCsv(table.section, join(folder, table.file), options);
  const json = await open(join(folder, `${table.section.name}.jsonl`), 'w', 0o600);
  const cellOf = (value: WarehouseValue | undefined, format: Column['format']): string | null => {
    if (value === null || value === undefined) return null;
    return typeof value === 'string' ? shownText(value, format, options.isPersonalShown) : String(value);
  };
  try {
    for await (const rows of table.rows()) {
      await csv.write(rows);
      const lines = rows.map((row) =>
        JSON.stringify(
          Object.fromEntries(table.section.columns.map(({ field, format }) => [field, cellOf(row[field], format)])),
        ),
      );
      await json.writeFile(`${lines.join('\n')}\n`);
    }
  } finally {
    await csv.close();
    await json.close();
  }
}

export const workbookFile = 'match.xlsx';

/** People decide in the workbook and do not look through more rows than this. The CSV file of a section has all of them. */
const limits = { ...workbookLimits, rowsPerSheet: 200_000 };

/** The names of all files of a result: a folder with any other is not replaced. */
export const resultFiles: readonly string[] = [
  ...[workbookFile, 'index.html', 'match.json', 'records.csv', 'records.jsonl', decisionsFile],
  ...resultSections.map(({ section }) => `${section.name}.csv`),
];

export type WrittenMatch = { folder: string; workbook: string; page: string };

/**
 * Writes the result to a folder that replaces an earlier one as a whole: workbook, page, a CSV file for each section, every record as CSV
 * and as JSON lines, the figures as JSON, and the
 * decisions.
 */
export async function writeResult(
  result: MatchResult,
  folder: string,
  { isPersonalShown, decisions }: { isPersonalShown: boolean; decisions: readonly MatchDecision[] },
): Promise<WrittenMatch> {
  const temporary = unfinishedFolder(folder);
  const scope = { company: result.title, zone: 'UTC', from: '1970-01-01', to: '1970-01-02' };
  const csv = { delimiter: ',', decimalMark: '.' as const, hasByteOrderMark: true, scope, isPersonalShown };
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    await writeMatchWorkbook(result, result.tables, join(temporary, workbookFile), {
      scope,
      isPersonalShown,
      isTest: false,
      titles: new Map(),
      reasons: [],
      limits,
      alongside: ({ section, file }) => beginCsv(section, join(temporary, file), csv),
    });
    await writeMatchPage(result, join(temporary, 'index.html'), { scope, isPersonalShown });
    await writeRecords(result.records, temporary, csv);
    const fields = `${JSON.stringify(resultFields(result), null, 2)}\n`;
    await writeFile(join(temporary, 'match.json'), fields, { mode: 0o600 });
    if (decisions.length > 0)
      await writeFile(join(temporary, decisionsFile), `${JSON.stringify(decisions, null, 2)}\n`, { mode: 0o600 });
    for (const file of await readdir(temporary)) await chmod(join(temporary, file), 0o600);
    await replaceFolder(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return { folder, workbook: join(folder, workbookFile), page: join(folder, 'index.html') };
}
