import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { replaceFolder, sha256OfFile, unfinishedFolder } from '../disk/files.ts';
import { english } from '../messages/words.ts';
import { type Bound, readWritten } from '../warehouse/duckdb-values.ts';
import { useZone, type Warehouse, withReader } from '../warehouse/open.ts';
import { saidInScope, titlesOf, withSentences } from './code-text.ts';
import { beginCsv } from './csv.ts';
import { keptReports } from './kept-reports.ts';
import { defaultReport, loadDefinition } from './load-definition.ts';
import type { Rates } from './page/causes.ts';
import { readPageData } from './page/page-data.ts';
import { writePage } from './page.ts';
import { positionsOf } from './position.ts';
import { proofParts } from './proof.ts';
import { daysKey, readContents } from './report-content.ts';
import { writeParquetFiles } from './section-parquet.ts';
import { markable, markSuperseded } from './superseded.ts';
import { type Materiality, type ReportScope, readTables } from './table.ts';
import { writeVerdicts } from './verdicts-file.ts';
import { wordsOf } from './words.ts';
import { type WorkbookLimits, type WorkbookOptions, workbookLimits } from './workbook/cells.ts';
import { writeWorkbook } from './workbook/write-workbook.ts';

type ReportOptions = {
  csvDelimiter: string;
  decimalMark: '.' | ',';
  hasByteOrderMark: boolean;
  isPersonalShown: boolean;
  language: string;
  /** The exchange rates for ranking causes of other currencies. */
  rates?: Rates;
  /** The change of an amount above which it is marked. */
  materiality?: Materiality;
  /** The reasons that a decision can name. */
  reasons: readonly string[];
  limits?: WorkbookLimits;
};

/** Called with the complete files of a report, in the folder that replaces the previous one. */
export type CompleteReport = (folder: string, files: readonly ReportFile[]) => Promise<void>;

/** Which report to write: its name, and the folders that hold its definition. */
export type ReportChoice = {
  name?: string;
  /** The name of the workbook and the page; that of the folder by default. */
  title?: string | undefined;
  folders?: readonly string[];
  /** Called with the open snapshot before anything is written; a check of it throws. */
  opened?: ((snapshot: Warehouse) => Promise<void>) | undefined;
  complete?: CompleteReport | undefined;
  /**
   * The time of writing in the zone of the company (`2026-11-24 09:00`), with which the other reports of the company that this one
   * supersedes are marked. Without it no report is marked, as for sealed packs.
   */
  supersedesAt?: string | undefined;
};

export type ReportFile = { name: string; path: string; sha256: string };
export type WrittenReport = { folder: string; workbook: string; page: string; files: ReportFile[] };

/**
 * Writes a report of one company and period from a published snapshot: workbook, page, a CSV file for each section (Parquet for one of
 * many rows) and the verdicts as JSON. `companyFolder` is the folder of the default report; any other report has its own folder beside
 * it, `<company>.<report>`, and its files carry that name. A report is written to a temporary folder that then replaces the earlier one
 * as a whole. After `complete` has ended, the temporary folder is kept if it cannot replace the other.
 */
export async function writeReports(
  snapshotPath: string,
  scope: ReportScope,
  companyFolder: string,
  options: ReportOptions,
  { name = defaultReport, title: given, folders, opened, complete, supersedesAt }: ReportChoice = {},
): Promise<WrittenReport> {
  const definition = await loadDefinition(name, folders);
  const folder = name === defaultReport ? companyFolder : `${companyFolder}.${name}`;
  const temporary = unfinishedFolder(folder);
  let isKept = false;
  const title = given ?? basename(folder);
  const write = async (snapshot: Warehouse): Promise<WrittenReport> => {
    await useZone(snapshot.connection, scope.zone);
    await opened?.(snapshot);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const { isPersonalShown, language, csvDelimiter, decimalMark, hasByteOrderMark, reasons, materiality } = options;
    const { limits = workbookLimits } = options;
    const terms = { materiality, rowsAsText: limits.rowsPerSheet };
    const tables = await readTables(snapshot.connection, definition, scope, terms);
    const data = await readPageData(snapshot.connection, scope, options.rates ?? { currency: undefined, rates: {} });
    const csv = { delimiter: csvDelimiter, decimalMark, hasByteOrderMark, scope, isPersonalShown };
    // before the workbook, whose cells need memory of their own
    await writeParquetFiles(snapshot.connection, tables, temporary, csv);
    const workbook: WorkbookOptions = {
      scope,
      isPersonalShown,
      isTest: data.isTest,
      titles: titlesOf(data.reconciliations),
      reasons,
      limits,
      alongside: ({ section, file }) =>
        file.endsWith('.csv') ? beginCsv(section, join(temporary, file), csv) : undefined,
    };
    const verdicts = data.verdicts.filter(({ is_in_scope }) => is_in_scope === true);
    const inputs = data.inputs.filter(({ is_in_scope }) => is_in_scope === true);
    const proof = proofParts(data.register, inputs, english());
    await writeWorkbook(
      definition,
      tables,
      { verdicts, proof, statements: data.statements, actions: data.actions, open: data.open, register: data.register },
      join(temporary, `${title}.xlsx`),
      workbook,
    );
    const { company, from, to } = scope;
    const readSnapshot = (sql: string, bound: Bound) => readWritten(snapshot.connection, sql, bound);
    const words = await withSentences(await wordsOf(language), readSnapshot, saidInScope, { company, from, to });
    // a pack is a folder deeper than a report
    const toIndex = given === undefined ? undefined : '../../../index.html';
    const pageOptions = { scope, isPersonalShown, words, toIndex };
    await writePage(definition, tables, data, join(temporary, `${title}.html`), pageOptions);
    const reports = dirname(dirname(folder));
    const kept = supersedesAt === undefined ? [] : markable(await keptReports(reports, company));
    const contents = await readContents(snapshot.connection, company, [scope, ...kept]);
    const headed = {
      ...definition,
      isTest: data.isTest,
      content: contents.get(daysKey(scope)),
      positions: positionsOf(data),
      inputs,
    };
    await writeVerdicts(snapshot.connection, scope, headed, join(temporary, 'verdicts.json'));
    const files: ReportFile[] = [];
    for (const file of (await readdir(temporary)).sort()) {
      await chmod(join(temporary, file), 0o600);
      files.push({ name: file, path: join(folder, file), sha256: await sha256OfFile(join(temporary, file)) });
    }
    if (complete !== undefined) {
      await complete(temporary, files);
      isKept = true;
    }
    await replaceFolder(temporary, folder);
    if (supersedesAt !== undefined) {
      const own = { from, to, report: definition.name, path: folder };
      await markSuperseded(kept, { reports, written: own, contents, at: supersedesAt, words });
    }
    return { folder, workbook: join(folder, `${title}.xlsx`), page: join(folder, `${title}.html`), files };
  };
  return withReader(snapshotPath, write, { outputs: temporary }).finally(async () => {
    if (!isKept) await rm(temporary, { recursive: true, force: true });
  });
}
