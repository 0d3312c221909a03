import type { CompanyConfig } from '../config/company-schema.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/nearest.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** The companies of a command: all, or that of --company (COMPANY_UNKNOWN). */
export function chosenCompanies(config: LoadedConfig, name: string | undefined): CompanyConfig[] {
  if (name === undefined) return config.companies;
  const found = config.companies.find((company) => company.name === name);
  if (found !== undefined) return [found];
  const names = config.companies.map((company) => company.name);
  const near = nearest(name, names);
  throw new TieoutError({
    code: 'COMPANY_UNKNOWN',
    message:
      near === undefined ? `There is no company "${name}".` : `There is no company "${name}"; did you mean "${near}"?`,
    remedy: `Give one of ${names.join(', ')}.`,
    place: { file: config.path },
    exitStatus: 2,
  });
}

/** The worst of several exit statuses: a failure before wrong usage, then incomplete, breaks, reconciled. */
export function worstStatus(statuses: readonly ExitStatus[]): ExitStatus {
  const worstFirst: ExitStatus[] = [1, 2, 4, 3];
  return worstFirst.find((status) => statuses.includes(status)) ?? 0;
}

export type CompanyFailure = { company: string; error: TieoutError };

/** The fields of an error for --json. */
export const errorFields = (company: string, { code, message, remedy, place }: TieoutError) => ({
  company,
  code,
  message,
  remedy,
  place,
});

/**
 * Does a command's work for each company. The error of one company is reported and returned, and does not prevent the others. The error
 * of the only company is thrown, as for any command.
 */
export async function forEachCompany(
  config: LoadedConfig,
  companies: readonly CompanyConfig[],
  context: CommandContext,
  work: (company: CompanyConfig) => Promise<void>,
): Promise<CompanyFailure[]> {
  const failures: CompanyFailure[] = [];
  for (const company of companies) {
    try {
      await work(company);
    } catch (error) {
      if (companies.length === 1) throw error;
      const { keepCrash } = await import('./crash.ts');
      const known = error instanceof TieoutError ? error : await keepCrash(error, dataPaths(config.data_dir).log);
      failures.push({ company: company.name, error: known });
      context.reportError(known, company.name);
    }
  }
  return failures;
}
