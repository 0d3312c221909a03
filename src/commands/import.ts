import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { BookKind } from '../connectors/files/columns.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { importBook } from '../run/books.ts';
import { importStatement } from '../run/import-statement.ts';
import { reportCompany } from '../run/report.ts';
import { run } from '../run/run.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { knownValue } from './option-value.ts';
import { periodText, reportResult } from './run.ts';

export type ImportOptions = { company?: string; currency?: string };

const formats: Record<string, 'csv' | 'xlsx'> = { '.csv': 'csv', '.txt': 'csv', '.xlsx': 'xlsx' };

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
    'The configuration has more than one company, and the file belongs to one.',
    'Name the company with --company.',
  );
}

function reconcilePeriod(config: LoadedConfig, company: CompanyConfig, period: Period, context: CommandContext) {
  const request = { config, companies: [company], isFetching: false, refresh: false, progress: context.progress };
  return context.stage(`Reconciling ${periodText([period])}`, () => run({ ...request, periodOf: () => period }));
}

async function checkExists(file: string): Promise<void> {
  await stat(file).catch((cause: unknown) => {
    throw usage('IMPORT_FILE_MISSING', 'There is no such file.', 'Check the path.', file, cause);
  });
}

/** `tieout import orders|bank|callbacks FILE`: the merchant's own records, and the days that they change. */
export async function runImportBookCommand(
  kind: BookKind,
  file: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const company = oneCompany(config, options.company);
  await checkExists(file);
  const { progress } = context;
  const period = await importBook({ config, company, kind, file, progress });
  if (period === undefined) {
    context.out.answer({ stored: file, verdicts: [] }, () => `${file} is stored. The next run reconciles its days.\n`);
    return 0;
  }
  const result = await reconcilePeriod(config, company, period, context);
  return reportResult(result, [await reportCompany(config, company, period)], context);
}

/** `tieout import statement FILE`: a company statement that a person downloaded. */
export async function runImportStatementCommand(
  file: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const company = oneCompany(config, options.company);
  const format = formats[extname(file).toLowerCase()];
  if (format === undefined) {
    throw usage(
      'IMPORT_FORMAT_UNKNOWN',
      'A statement is a .csv or .xlsx file.',
      'Save it as one of the two, and import that.',
      file,
    );
  }
  await checkExists(file);
  if (options.currency !== undefined) knownValue('--currency', options.currency, company.currencies);
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const { progress } = context;
  const period = await importStatement({ config, company, file, format, currency: options.currency ?? only, progress });
  const result = await reconcilePeriod(config, company, period, context);
  return reportResult(result, [await reportCompany(config, company, period)], context);
}
