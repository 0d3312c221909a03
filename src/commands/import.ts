import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { TieoutError } from '../errors/tieout-error.ts';
import { importStatement } from '../pipeline/import-statement.ts';
import { reportCompany } from '../pipeline/report.ts';
import { run } from '../pipeline/run.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { tellResult } from './run.ts';

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

/** `tieout import statement FILE`: the main job on a file that a person downloaded by hand. */
export async function runImportStatementCommand(
  file: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const [company] = companies;
  if (company === undefined || companies.length > 1) {
    throw usage(
      'IMPORT_COMPANY_MISSING',
      'The configuration has more than one company.',
      'Say whose statement it is with --company.',
    );
  }
  const format = formats[extname(file).toLowerCase()];
  if (format === undefined) {
    throw usage(
      'IMPORT_FORMAT_UNKNOWN',
      'A statement is a .csv or .xlsx file.',
      'Save it as one of the two, and import that.',
      file,
    );
  }
  await stat(file).catch((cause: unknown) => {
    throw usage('IMPORT_FILE_MISSING', 'There is no such file.', 'Check the path.', file, cause);
  });
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const { progress } = context;
  const period = await importStatement({ config, company, file, format, currency: options.currency ?? only, progress });
  const result = await run({ config, companies, periodOf: () => period, isFetching: false, refresh: false, progress });
  return tellResult(result, [await reportCompany(config, company, period)], context);
}
