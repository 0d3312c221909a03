import type { LoadedConfig } from '../config/load.ts';
import { nearest } from '../config/nearest.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The companies of a command: all, or the one that --company names (COMPANY_UNKNOWN). */
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
