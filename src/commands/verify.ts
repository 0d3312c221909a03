import type { Verification } from '../landing/verify-landing.ts';
import { verifyCompany } from '../run/verify-company.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type VerifyOptions = { company?: string; quick?: boolean };

/**
 * `tieout verify`: proves that what is kept is what was written, and says what that does not prove. 4 when something is not as it
 * was written.
 */
export async function runVerifyCommand(options: VerifyOptions, context: CommandContext): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const found: (Verification & { company: string })[] = [];
  const failures = await forEachCompany(config, companies, context, async (company) => {
    const whose = companies.length === 1 ? '' : ` of ${company.name}`;
    const one = await context.stage(`Verifying what is kept${whose}`, () =>
      verifyCompany(config, company, { isQuick: options.quick === true }),
    );
    for (const doubt of one.doubts) context.reportError(doubt, companies.length === 1 ? undefined : company.name);
    found.push({ company: company.name, ...one });
  });
  const answer = found.map(({ company, proven, notProven, doubts }) => ({
    ...{ company, is_proven: doubts.length === 0, proven, not_proven: notProven },
    doubts: doubts.map((doubt) => errorFields(company, doubt)),
  }));
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ companies: answer, errors }, () =>
    found
      .map(
        ({ company, proven, notProven, doubts }) =>
          `${company}: ${doubts.length === 0 ? 'as it was written' : `${doubts.length} not as written`}\n${[
            ...proven.map((line) => `  proven      ${line}\n`),
            ...notProven.map((line) => `  not proven  ${line}\n`),
          ].join('')}`,
      )
      .join('\n'),
  );
  const statuses = found.map(({ doubts }): ExitStatus => (doubts.length === 0 ? 0 : 4));
  return worstStatus([...statuses, ...failures.map(({ error }) => error.exitStatus)]);
}
