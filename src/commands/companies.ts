import { totalmem } from 'node:os';
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
 * Does a command's work for each company, `atOnce` of them at the same time; only `tieout run` sets it, other commands go through the
 * companies one after another. The error of one company is reported when it occurs and returned in the order of the companies, and does
 * not prevent the others. The error of the only company is thrown, as for any command.
 */
export async function forEachCompany(
  config: LoadedConfig,
  companies: readonly CompanyConfig[],
  context: CommandContext,
  work: (company: CompanyConfig) => Promise<void>,
  atOnce = 1,
): Promise<CompanyFailure[]> {
  const failures = new Map<CompanyConfig, CompanyFailure>();
  const rest = companies.values();
  const place = async () => {
    for (const company of rest) {
      try {
        await work(company);
      } catch (error) {
        if (companies.length === 1) throw error;
        const { keepCrash } = await import('./crash.ts');
        const known = error instanceof TieoutError ? error : await keepCrash(error, dataPaths(config.data_dir).log);
        failures.set(company, { company: company.name, error: known });
        context.reportError(known, company.name);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, place));
  return inOrder(companies, failures);
}

/** The results of companies in the order of the configuration, whichever ended first. */
export const inOrder = <T>(companies: readonly CompanyConfig[], results: ReadonlyMap<CompanyConfig, T>): T[] =>
  companies.flatMap((company) => results.get(company) ?? []);

/** How many companies are worked on at once, and the configuration for it: their databases share the memory that DuckDB gives to one. */
export function sideBySide(config: LoadedConfig, { length }: readonly CompanyConfig[]) {
  const atOnce = Math.min(config.companies_at_once, length);
  // a container may have less than the machine; 0 where that is not known
  const bytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const shared = atOnce === 1 ? {} : { memory_limit: `${Math.floor((bytes * 0.8) / atOnce / 1024 ** 2)}MiB` };
  return { config: { ...config, warehouse: { ...shared, ...config.warehouse } }, atOnce };
}
