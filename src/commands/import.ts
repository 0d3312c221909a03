import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { LoadedConfig } from '../config/load.ts';
import { nearest } from '../config/nearest.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Period } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type ImportableKind, importableKinds, importFile } from '../run/import-file.ts';
import { reportCompany } from '../run/report.ts';
import { runCompany } from '../run/run.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { periodText } from './days.ts';
import { knownValue } from './option-value.ts';
import { reportResults } from './run.ts';

export type ImportOptions = { company?: string; currency?: string };

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
  const request = { config, company, period, isFetching: false, refresh: false, progress: context.progress };
  return context.stage(`Reconciling ${periodText(period)}`, () => runCompany(request));
}

async function checkExists(file: string): Promise<void> {
  await stat(file).catch((cause: unknown) => {
    throw usage('IMPORT_FILE_MISSING', 'There is no such file.', 'Check the path.', file, cause);
  });
}

function chosenKind(name: string): ImportableKind {
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

const listOf = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

/** The extension under which landing keeps the file. */
function extensionOf(file: string, { import: { description, extensions } }: ImportableKind): string {
  const extension = extensions[extname(file).slice(1).toLowerCase()];
  if (extension !== undefined) return extension;
  const accepted = Object.keys(extensions).map((name) => `.${name}`);
  throw usage(
    'IMPORT_FORMAT_UNKNOWN',
    `${basename(file)} cannot be imported: ${description} must be ${listOf(accepted)}.`,
    'Save it in one of these formats and import that file.',
    file,
  );
}

/** `tieout import KIND FILE`: imports a file and reconciles the days that it changes. */
export async function runImportCommand(
  kind: string,
  file: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const importable = chosenKind(kind);
  const company = oneCompany(config, options.company);
  await checkExists(file);
  const extension = extensionOf(file, importable);
  if (options.currency !== undefined) knownValue('--currency', options.currency, company.currencies);
  const only = company.currencies.length === 1 ? (company.currencies[0] ?? null) : null;
  const { progress } = context;
  const currency = options.currency ?? only;
  const period = await importFile({ config, company, importable, file, extension, currency, progress });
  if (period === undefined) {
    context.out.answer(
      { stored: file, verdicts: [] },
      () => `${file} was imported. The next run reconciles its days.\n`,
    );
    return 0;
  }
  const result = await reconcilePeriod(config, company, period, context);
  return reportResults([result], [await reportCompany(config, company, period)], context);
}
