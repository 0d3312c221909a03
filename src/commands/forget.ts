import { counted } from '../domain/counted.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Forgotten, forgetPerson } from '../evidence/forget/forget-person.ts';
import { findableRule, isFindable } from '../privacy/find-values.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type ForgetOptions = { customer: string[]; by: string; note: string; company?: string; dryRun?: boolean };

/** Refuses a value that is too short: it occurs in files for other reasons too, and replacing it would change figures or file formats. */
function checkValue(value: string): void {
  if (isFindable(value)) return;
  throw new TieoutError({
    code: 'FORGET_VALUE_WRONG',
    message: `--customer is too short to be found for certain: it has ${[...value.trim()].length} characters.`,
    remedy: `Give ${findableRule}.`,
    exitStatus: 2,
  });
}

/** The result of a command for one company; of a dry run, the expected result. */
export function forgottenText(one: Forgotten, isDryRun: boolean): string {
  const files = counted(one.files, 'received file');
  const lines = [
    `${one.company}: ${isDryRun ? `${files} would be replaced` : `${files} replaced by ${one.files === 1 ? 'a redacted copy' : 'redacted copies'}`}, ${counted(one.values, 'value')} of personal data.`,
    ...(one.shared === 0
      ? []
      : [
          `  shared   ${counted(one.shared, 'further value')}, which others have too: give them with --customer to replace them for all`,
        ]),
    ...(one.left_out === 0
      ? []
      : [
          `  left     ${counted(one.left_out, 'value')} of one word or few digits, which files may have for other reasons: give them with --customer`,
        ]),
    ...one.signed.map((id) => `  signed   decision ${id} has a value, and is left as it was signed`),
    ...(isDryRun ? [] : [`  reports  ${one.reports} written again`]),
    ...one.removed.map((path) => `  removed  ${path}`),
    ...one.places.map((place) => `  ${isDryRun ? 'found in' : 'still in'} ${place}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * `tieout forget`: replaces the personal data of one person by keyed hashes in all kept data. 4 when a place remains, which the answer
 * lists.
 */
export async function run(context: CommandContext, options: ForgetOptions): Promise<ExitStatus> {
  for (const value of options.customer) checkValue(value);
  const config = await context.loadConfig();
  const isDryRun = options.dryRun === true;
  const forgotten: Forgotten[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const { customer: values, by: author, note: reason } = options;
    const valuesOf = async () => ({ values, leftOut: 0 });
    const request = { config, company, valuesOf, author, reason, isDryRun, progress: context.progress };
    forgotten.push(await context.stage('Forgetting', () => forgetPerson(request)));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ companies: forgotten, is_dry_run: isDryRun, errors }, () =>
    forgotten.map((one) => forgottenText(one, isDryRun)).join(''),
  );
  const isLeft = !isDryRun && forgotten.some(({ places }) => places.length > 0);
  return worstStatus([isLeft ? 4 : 0, ...failures.map(({ error }) => error.exitStatus)]);
}
