import { access, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/nearest.ts';
import { type Period, yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { DeclaredSpan } from '../pipeline/import-file.ts';
import { type ImportableKind, type ImportedFile, importableKinds, importFile } from '../pipeline/import-file.ts';
import { reportCompany } from '../pipeline/report-company.ts';
import { type RunResult, runCompany } from '../pipeline/run-company.ts';
import type { WrittenReport } from '../report/write-reports.ts';
import { chosenCompanies, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodText, readDay } from './days.ts';
import { counted, linesText, spanText, totalsTable } from './file-text.ts';
import { type Shown, shownAs } from './inspect-text.ts';
import { knownValue, optionWrong } from './option-value.ts';
import { reportResults } from './run.ts';

/** The fields of an import for --json. */
function importedFields(
  file: string,
  { status, receivedAt, format, notes, figures, covered, periods }: ImportedFile,
  shown: Shown,
) {
  const { lines, loaded, rejected, noRecord, totals, firstDay, lastDay, reasons, rejectedLines } = figures;
  return {
    file,
    status,
    received_at: receivedAt,
    format,
    notes: notes.map((note) => shown(note)),
    lines,
    loaded,
    rejected,
    no_record: noRecord,
    first_day: firstDay,
    last_day: lastDay,
    totals,
    covers: covered.map((span) => ({
      from: span.firstDay,
      through: span.lastDay,
      basis: span.basis,
      is_declared: span.isDeclared,
    })),
    reasons: reasons.map((reason) => ({ ...reason, example: shown(reason.example) })),
    rejected_rows: rejectedLines.map((row) => ({ ...row, reason: shown(row.reason) })),
    reconciled: periods.map(periodText),
  };
}

/** The kinds of proof that a file covers its days. */
const proofs: Readonly<Record<string, string>> = {
  stated_span: 'as the file states',
  balance: 'by its running balance',
  later_line: 'by a later line',
  declared: 'as declared',
  rule: 'as the configuration declares',
};

/** The days that a file covers, each span with its proof. */
function coveredText(covered: ImportedFile['covered']): string {
  if (covered.length === 0)
    return '  It covers no day: it states no period and has no running balance. If it is whole, say so with --covers FIRST..LAST.';
  const spans = covered.map(
    ({ firstDay, lastDay, basis }) =>
      `${firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`} (${proofs[basis] ?? basis})`,
  );
  return `  Covers ${spans.join('; ')}.`;
}

const shownReasons = 3;

/** The result of an import in short; `tieout inspect` shows it completely. */
function importText(
  file: string,
  { status, receivedAt, format, notes, figures, covered, periods }: ImportedFile,
  { out, command }: Pick<CommandContext, 'out' | 'command'>,
  shown: Shown,
  { provesDays = true }: ImportableKind['import'],
): string {
  const { rejected, noRecord, reasons, totals } = figures;
  const found = `${linesText(figures)}; ${spanText(figures)}`;
  const first =
    status === 'repeated'
      ? `${file} was received before, at ${receivedAt}. Nothing was loaded again. ${found}.`
      : `${file}${format === null ? '' : ` (${format})`}: ${found}.`;
  const why = reasons
    .slice(0, shownReasons)
    .map(({ code, count, example }) => `  ${counted(count, 'row')} rejected (${code}): ${shown(example)}`);
  const more = reasons.length > shownReasons ? [`  and ${counted(reasons.length - shownReasons, 'other reason')}`] : [];
  const next = rejected + noRecord === 0 ? [] : [`  All of them, and what to do: ${command} inspect ${file}`];
  const table = totals.length === 0 ? [] : ['', totalsTable(totals, out.columns)];
  const days =
    periods.length === 0 ? ['', 'No day of the file was reconciled before. The next run reconciles its days.'] : [];
  const covers = provesDays ? [coveredText(covered)] : [];
  return `${[first, ...covers, ...notes.map((note) => `  ${shown(note)}`), ...why, ...more, ...next, ...table, ...days].join('\n')}\n`;
}

export type ImportOptions = { company?: string; currency?: string; covers?: string; by?: string };

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

function oneCompany(config: LoadedConfig, name: string | undefined): CompanyConfig {
  const companies = chosenCompanies(config, name);
  const [company] = companies;
  if (company !== undefined && companies.length === 1) return company;
  throw usage(
    'IMPORT_COMPANY_MISSING',
    'The configuration has more than one company, and --company is not given.',
    'Name the company that the file belongs to with --company.',
  );
}

function reconcilePeriod(config: LoadedConfig, company: CompanyConfig, period: Period, context: CommandContext) {
  const request = { config, company, period, isFetching: false, refresh: false, progress: context.progress };
  return context.stage(`Reconciling ${periodText(period)}`, () => runCompany(request));
}

/** Throws IMPORT_FILE_MISSING unless a readable file is at a path; `file` is the path that the user gave. */
export async function requireFile(file: string, path: string): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw usage('IMPORT_FILE_MISSING', 'There is no such file.', 'Check the path.', file, cause);
  });
  if (!found.isFile()) throw usage('IMPORT_FILE_MISSING', 'This is not a file.', 'Name one file.', file);
  await access(path, constants.R_OK).catch((cause: unknown) => {
    const remedy = 'Check that this user may read it.';
    throw usage('IMPORT_FILE_MISSING', 'The file cannot be read.', remedy, file, cause);
  });
}

/** The kind of file with a name. Throws IMPORT_KIND_UNKNOWN. */
export function importableNamed(name: string): ImportableKind {
  const kinds = importableKinds();
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

/** `tieout import KIND FILE`: imports a file and reconciles the days that it changes. */
export async function runImportCommand(
  kind: string,
  file: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const importable = importableNamed(kind);
  const company = oneCompany(config, options.company);
  const path = resolve(context.cwd, file);
  await requireFile(file, path);
  if (options.currency !== undefined) knownValue('--currency', options.currency, company.currencies);
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const { progress } = context;
  const currency = options.currency ?? only;
  const covers = declaredSpan(options, company, context.clock());
  const imported = await importFile({ config, company, importable, file, path, currency, covers, progress });
  const results: RunResult[] = [];
  const reports: WrittenReport[] = [];
  for (const period of imported.periods) {
    results.push(await reconcilePeriod(config, company, period, context));
    reports.push(await reportCompany(config, company, period));
  }
  const shown = shownAs(config.report.show_personal_data);
  const status = reportResults(results, reports, context, [], {
    fields: { imported: importedFields(file, imported, shown) },
    text: () => importText(file, imported, context, shown, importable.import),
  });
  return worstStatus([status, ...(imported.figures.rejected > 0 ? [4 as const] : [])]);
}
