import { rebuildCompany } from '../run/rebuild.ts';
import { type CompanyFailure, chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

/** `tieout rebuild`: builds the warehouse of each company, or of one, from its landing zone again. */
export async function runRebuildCommand(options: { company?: string }, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const rebuilt: { company: string; runs: number }[] = [];
  const damaged: CompanyFailure[] = [];
  const companies = chosenCompanies(config, options.company);
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const { runs, errors: missed } = await context.stage(`Rebuilding the warehouse of ${company.name}`, () =>
      rebuildCompany(config, company, context.progress),
    );
    rebuilt.push({ company: company.name, runs });
    for (const error of missed) {
      damaged.push({ company: company.name, error });
      context.reportError(error, companies.length === 1 ? undefined : company.name);
    }
  });
  const runs = rebuilt.reduce((sum, one) => sum + one.runs, 0);
  const all = [...failures, ...damaged];
  const errors = all.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ runs, companies: rebuilt, errors }, () =>
    rebuilt
      .map(
        (one) =>
          `${one.company}: the warehouse was rebuilt from the landing zone; ${one.runs} run${one.runs === 1 ? '' : 's'} repeated.\n`,
      )
      .join(''),
  );
  return worstStatus(all.map(({ error }) => error.exitStatus));
}
