import { userInfo } from 'node:os';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/nearest.ts';
import { type Period, yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { DeclaredSpan } from '../pipeline/declared-span.ts';
import { importBooks } from '../pipeline/import-books.ts';
import { type ImportableKind, type ImportedFiles, importableKinds, importFiles } from '../pipeline/import-file.ts';
import { reportChanges } from '../pipeline/report-company.ts';
import { type RunResult, runCompany } from '../pipeline/run-company.ts';
import type { WrittenReport } from '../report/write-reports.ts';
import { noteLateChanges } from './closed-index.ts';
import { type CompanyFailure, chosenCompanies, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodText, readDay } from './days.ts';
import { shownAs } from './file-text.ts';
import { givenFiles } from './given-files.ts';
import { type CompanyImport, filesFields, filesText, importedFields, importText } from './import-text.ts';
import { knownValue, optionWrong } from './option-value.ts';
import { reportResults } from './run.ts';

export type ImportOptions = { all?: boolean; company?: string; currency?: string; covers?: string; by?: string };

function usage(code: string, message: string, remedy: string, file?: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code,
    message,
    remedy,
    ...(file === undefined ? {} : { place: { file } }),
    exitStatus: 2,
    cause,
  });
}

/** The company of a file: that of --company, or the only one. Throws IMPORT_COMPANY_MISSING. */
export function oneCompany(config: LoadedConfig, name: string | undefined): CompanyConfig {
  const companies = chosenCompanies(config, name);
  const [company] = companies;
  if (company !== undefined && companies.length === 1) return company;
  throw usage(
    'IMPORT_COMPANY_MISSING',
    'The configuration has more than one company, and --company is not given.',
    'Name the company that the file belongs to with --company.',
  );
}

/** The kind of file with a name, of a company's lists too. Throws IMPORT_KIND_UNKNOWN. */
export function importableNamed(name: string, company?: object): ImportableKind {
  const kinds = importableKinds(company);
  const names = kinds.map((kind) => kind.import.name);
  const found = kinds.find((kind) => kind.import.name === name);
  if (found !== undefined) return found;
  const near = nearest(name, names);
  throw usage(
    'IMPORT_KIND_UNKNOWN',
    `"${name}" is not a kind of file that can be imported${near === undefined ? '.' : `; did you mean "${near}"?`}`,
    `Use one of: ${names.join(', ')}.`,
  );
}

/** The days of --covers: whole days that are over. Throws OPTION_WRONG. */
export function declaredSpan(
  { covers, by }: Pick<ImportOptions, 'covers' | 'by'>,
  { zone, reading }: Pick<CompanyConfig, 'zone' | 'reading'>,
  now: Temporal.Instant,
): DeclaredSpan | null {
  const expected = `two days that are over in ${zone}, such as 2026-11-01..2026-11-20`;
  if (covers === undefined) {
    if (by === undefined) return null;
    throw usage(
      'OPTION_WRONG',
      '--by is given without --covers: it names the person who declares the days.',
      'Give --covers FIRST..LAST too, or leave --by out.',
    );
  }
  const [, first, last] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(covers) ?? [];
  if (first === undefined || last === undefined) throw optionWrong('--covers', covers, expected);
  const [firstDay, lastDay] = [readDay(first, '--covers'), readDay(last, '--covers')];
  const { compare } = Temporal.PlainDate;
  const earliest = reading.earliest_day;
  if (first < earliest)
    throw optionWrong('--covers', covers, `days from ${earliest} on (reading.earliest_day of the company)`);
  if (compare(firstDay, lastDay) > 0 || compare(lastDay, yesterday(now, zone)) > 0)
    throw optionWrong('--covers', covers, expected);
  return { firstDay: first, lastDay: last, author: by ?? userInfo().username };
}

/** Refuses to declare fewer days than the configuration does for each file: the file would end lines of the other days all the same. */
function refuseFewerDays(
  covers: DeclaredSpan | null,
  { connector, kind }: ImportableKind,
  company: CompanyConfig,
  now: Temporal.Instant,
): void {
  const rule = connector.requires(company).find((input) => input.kind === kind)?.covers;
  const through = yesterday(now, company.zone).toString();
  if (covers === null || rule === undefined || covers.lastDay >= through) return;
  throw usage(
    'OPTION_WRONG',
    `--covers ends on ${covers.lastDay}, but the configuration declares that each file is whole through ${through} (covers: ${rule}).`,
    'If the file is whole through that day, leave --covers out. If not, take covers out of the configuration before you import it: lines of the later days that the file does not have would count as removed.',
  );
}

type Done = { results: RunResult[]; reports: WrittenReport[] };

/**
 * Reconciles the days of imported or withdrawn files once, reports each of their periods, and notes changes of closed months.
 */
export async function reconcilePeriods(
  config: LoadedConfig,
  company: CompanyConfig,
  periods: readonly Period[],
  context: CommandContext,
): Promise<Done> {
  const [period, earlier] = [periods.at(-1), periods.slice(0, -1)];
  if (period === undefined) return { results: [], reports: [] };
  const { progress, stage } = context;
  const request = { config, company, period, earlier, isFetching: false, refresh: false, progress };
  const result = await stage(`Reconciling ${periods.map(periodText).join(', ')}`, () => runCompany(request));
  const reports = await reportChanges(config, { company, periods });
  for (const error of await noteLateChanges(config, [result])) context.reportError(error);
  return { results: [result], reports };
}

/** The results of an import without errors that were reported with the files. */
const withoutRefused = (results: readonly RunResult[], files: ImportedFiles['files']): RunResult[] => {
  const known = new Set(files.flatMap((one) => ('error' in one ? [`${one.error.code} ${one.error.message}`] : [])));
  const isKnown = (error: unknown) => error instanceof TieoutError && known.has(`${error.code} ${error.message}`);
  return results.map((result) => ({ ...result, errors: result.errors.filter((error) => !isKnown(error)) }));
};

/** The exit status of imported files on their own: that of a refusal, or incomplete where a row was rejected. */
const statusOfFiles = (files: ImportedFiles['files']): ExitStatus =>
  worstStatus(files.map((one) => ('error' in one ? one.error.exitStatus : one.figures.rejected > 0 ? 4 : 0)));

/** Reports imported files and the verdicts of their days. Returns the exit status. */
function reportFiles(
  config: LoadedConfig,
  imports: readonly CompanyImport[],
  { results, reports }: Done,
  failures: readonly CompanyFailure[],
  context: CommandContext,
): ExitStatus {
  const shown = shownAs(config.report.show_personal_data);
  const files = imports.flatMap((one) => one.files);
  const refused = imports.flatMap(({ company, files: own }) =>
    own.flatMap((one) => ('error' in one ? [{ company, error: one.error }] : [])),
  );
  for (const { error } of refused) context.reportError(error);
  const text = (one: CompanyImport) =>
    `${config.companies.length > 1 ? `${one.company}: ` : ''}${filesText(one, context, shown)}`;
  const before = { fields: filesFields(imports, shown), text: () => imports.map(text).join('\n') };
  const status = reportResults(withoutRefused(results, files), reports, context, [...refused, ...failures], before);
  return worstStatus([status, statusOfFiles(files)]);
}

const bookFiles = z.object({ books: z.record(z.string(), z.object({ file: z.unknown() }).optional()) });

/** The companies whose configuration names files. Throws IMPORT_FILE_MISSING where none does. */
function companiesWithFiles(config: LoadedConfig, name: string | undefined): CompanyConfig[] {
  const having = chosenCompanies(config, name).filter((company) =>
    Object.values(bookFiles.parse(company).books).some((book) => book?.file !== undefined),
  );
  if (having.length > 0) return having;
  throw usage(
    'IMPORT_FILE_MISSING',
    'The configuration names no files of your own.',
    'Name files under books, such as books.orders.file, or give a kind and files: tieout import orders FILE.',
    config.path,
  );
}

/** `tieout import --all`: imports the files that the configuration names and that have changed, and reconciles their days. */
async function importAll(options: ImportOptions, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = companiesWithFiles(config, options.company);
  const done: Done = { results: [], reports: [] };
  const imports: CompanyImport[] = [];
  const unread: CompanyFailure[] = [];
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const { name } = company;
    const { result, errors, ...imported } = await context.stage(`Importing the files of ${name}`, () =>
      importBooks(config, company, context.progress),
    );
    if (result !== undefined) done.results.push(result);
    done.reports.push(...(await reportChanges(config, { company, periods: imported.periods })));
    imports.push({ ...imported, company: name, ignored: [] });
    for (const error of errors) {
      if (!(error instanceof TieoutError)) throw error;
      unread.push({ company: name, error });
    }
  });
  for (const { error, company } of unread) context.reportError(error, company);
  for (const error of await noteLateChanges(config, done.results)) context.reportError(error);
  return reportFiles(config, imports, done, [...failures, ...unread], context);
}

/** Throws OPTION_WRONG where options that concern one file are given with several. */
function requireOneFile({ covers, by }: ImportOptions): void {
  if (covers === undefined && by === undefined) return;
  throw usage(
    'OPTION_WRONG',
    `${covers === undefined ? '--by' : '--covers'} is given with several files: a declaration says of one file that it is whole.`,
    'Import each file that needs a declaration in a command of its own, with --covers.',
  );
}

function refuseAllWithKind(kind: string | undefined, { all }: ImportOptions): void {
  if (kind === undefined || all !== true) return;
  throw usage(
    'OPTION_WRONG',
    '--all is given with a kind or a file: it imports the files that the configuration names.',
    'Leave one of them out.',
  );
}

function requireFiles(kind: string, files: readonly string[]): void {
  if (files.length > 0) return;
  throw usage(
    'IMPORT_FILE_MISSING',
    `No file of ${kind} is given.`,
    `Name files or a folder: tieout import ${kind} FILE. The files that the configuration names: tieout import --all.`,
  );
}

/**
 * `tieout import KIND FILE…`: imports files, or the files of folders, and reconciles the days that they change once. Without a kind, or
 * with --all, the files that the configuration names are imported.
 */
export async function run(
  context: CommandContext,
  kind: string | undefined,
  files: readonly string[],
  options: ImportOptions,
): Promise<ExitStatus> {
  refuseAllWithKind(kind, options);
  if (kind === undefined) {
    requireOneFile(options);
    return importAll(options, context);
  }
  const config = await context.loadConfig();
  const company = oneCompany(config, options.company);
  const importable = importableNamed(kind, company);
  requireFiles(kind, files);
  const given = await givenFiles(files, importable, context.cwd);
  if (given.isSeveral) requireOneFile(options);
  if (options.currency !== undefined) knownValue('--currency', options.currency, company.currencies);
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const { progress } = context;
  const currency = options.currency ?? importable.declaration.currency ?? only;
  const covers = declaredSpan(options, company, context.clock());
  refuseFewerDays(covers, importable, company, context.clock());
  const request = { config, company, importable, currency, covers, progress };
  const { files: done, periods } = await importFiles({ ...request, files: given.files });
  const [one] = done;
  if (!given.isSeveral && one !== undefined && 'error' in one) throw one.error;
  const reconciled = await reconcilePeriods(config, company, periods, context);
  if (given.isSeveral || one === undefined || 'error' in one)
    return reportFiles(
      config,
      [{ files: done, periods, ignored: given.ignored, company: company.name }],
      reconciled,
      [],
      context,
    );
  const shown = shownAs(config.report.show_personal_data);
  const status = reportResults(reconciled.results, reconciled.reports, context, [], {
    fields: { imported: { ...importedFields(one, shown), reconciled: periods.map(periodText) } },
    text: () => importText(one, periods, context, shown),
  });
  return worstStatus([status, statusOfFiles(done)]);
}
