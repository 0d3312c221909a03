import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openSnapshot } from '../warehouse/open.ts';
import { writeCsv } from './csv.ts';
import { loadDefinition } from './definition.ts';
import { readPageFacts } from './page/facts.ts';
import { writePage } from './page.ts';
import { type ReportScope, readTables } from './table.ts';
import { wordsOf } from './words/words.ts';
import { type WorkbookLimits, workbookLimits } from './workbook/options.ts';
import { writeWorkbook } from './workbook/write-workbook.ts';

export type ReportOptions = {
  csvDelimiter: string;
  decimalMark: '.' | ',';
  hasByteOrderMark: boolean;
  isPersonalShown: boolean;
  language: string;
  /** The reasons among which a person chooses who decides. */
  reasons: readonly string[];
  limits?: WorkbookLimits;
};

export type ReportFile = { name: string; path: string; sha256: string };
export type WrittenReport = { folder: string; workbook: string; page: string; files: ReportFile[] };

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Writes the reports of one company and period from a published snapshot: workbook, page, a CSV for every section and
 * the verdicts as JSON. They are made in a folder beside the old one and take its place whole.
 */
export async function writeReports(
  snapshotPath: string,
  scope: ReportScope,
  folder: string,
  options: ReportOptions,
  report = 'daily',
): Promise<WrittenReport> {
  const definition = await loadDefinition(report);
  const snapshot = await openSnapshot(snapshotPath);
  const temporary = `${folder}.${randomBytes(4).toString('hex')}.tmp`;
  const title = basename(folder);
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const tables = await readTables(snapshot.connection, definition.sections, scope);
    const { isPersonalShown, language, csvDelimiter, decimalMark, hasByteOrderMark, reasons } = options;
    const { limits = workbookLimits } = options;
    const workbook = { scope, isPersonalShown, language, reasons, limits };
    await writeWorkbook(definition, tables, join(temporary, `${title}.xlsx`), workbook);
    const facts = await readPageFacts(snapshot.connection, scope);
    const pageOptions = { scope, isPersonalShown, words: wordsOf(language) };
    await writePage(definition, tables, facts, join(temporary, `${title}.html`), pageOptions);
    for (const table of tables) {
      await writeCsv(table, join(temporary, `${table.section.name}.csv`), {
        delimiter: csvDelimiter,
        decimalMark,
        hasByteOrderMark,
        zone: scope.zone,
        isPersonalShown,
      });
    }
    const verdicts = [];
    const verdictTable = tables.find(({ section }) => section.name === 'verdicts');
    if (verdictTable !== undefined) for await (const rows of verdictTable.rows()) verdicts.push(...rows);
    const json = JSON.stringify(
      { ...scope, verdicts },
      (_key, value) => (typeof value === 'bigint' ? Number(value) : value),
      2,
    );
    await writeFile(join(temporary, 'verdicts.json'), `${json}\n`, { mode: 0o600 });
    const files: ReportFile[] = [];
    for (const name of (await readdir(temporary)).sort()) {
      await chmod(join(temporary, name), 0o600);
      files.push({ name, path: join(folder, name), sha256: await sha256Of(join(temporary, name)) });
    }
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
    return { folder, workbook: join(folder, `${title}.xlsx`), page: join(folder, `${title}.html`), files };
  } finally {
    snapshot.close();
    await rm(temporary, { recursive: true, force: true });
  }
}
