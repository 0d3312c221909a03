import { TieoutError } from '../domain/tieout-error.ts';
import { expiredIn, firstKeptDay } from '../evidence/forget/expired.ts';
import { type Forgotten, forgetPerson } from '../evidence/forget/forget-person.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { forgottenText } from './forget.ts';

export type RetentionOptions = { by: string; company?: string; dryRun?: boolean };

/**
 * `tieout retention`: forgets the personal data of everybody whose last record is older than retention.personal_data. 4 when a place
 * remains, which the answer lists.
 */
export async function run(context: CommandContext, options: RetentionOptions): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const { personal_data: period } = config.retention;
  if (period === undefined)
    throw new TieoutError({
      code: 'RETENTION_NOT_SET',
      message: 'The configuration does not say how long personal data is kept.',
      remedy: 'Set retention.personal_data, for example to "24 months".',
      place: { file: config.path },
      exitStatus: 2,
    });
  const isDryRun = options.dryRun === true;
  const forgotten: (Forgotten & { first_kept: string })[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const firstKept = firstKeptDay(period, context.clock().toZonedDateTimeISO(company.zone).toPlainDate());
    const one = await context.stage('Forgetting', () =>
      forgetPerson({
        config,
        company,
        author: options.by,
        isDryRun,
        progress: context.progress,
        reason: `older than ${period}: before ${firstKept.toString()}`,
        valuesOf: (isReplacement) => expiredIn(config, company, firstKept, isReplacement),
      }),
    );
    forgotten.push({ ...one, first_kept: firstKept.toString() });
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ companies: forgotten, is_dry_run: isDryRun, errors }, () =>
    forgotten.map((one) => `${forgottenText(one, isDryRun)}  kept     records from ${one.first_kept} on\n`).join(''),
  );
  const isLeft = !isDryRun && forgotten.some(({ places }) => places.length > 0);
  return worstStatus([isLeft ? 4 : 0, ...failures.map(({ error }) => error.exitStatus)]);
}
