import { TieoutError } from '../domain/tieout-error.ts';
import { type Forgotten, forgetPerson } from '../run/forget/forget.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type ForgetOptions = { customer: string[]; by: string; note: string; company?: string; dryRun?: boolean };

const shortest = 4;
const fewestDigits = 6;

/** A value that is in files for other reasons too would change figures, or what files are. */
function checkValue(value: string): void {
  const characters = [...value.trim()].length;
  const isShortNumber = /^[\d\s.,+-]*$/.test(value) && value.replaceAll(/\D/g, '').length < fewestDigits;
  if (characters >= shortest && !isShortNumber) return;
  throw new TieoutError({
    code: 'FORGET_VALUE_WRONG',
    message: `--customer is too short to be found for certain: it has ${characters} characters.`,
    remedy: `Give an e-mail address, a name of ${shortest} characters or more, or a number of ${fewestDigits} digits or more.`,
    exitStatus: 2,
  });
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What a command did, or would do, for one company. */
export function forgottenText(one: Forgotten, isDryRun: boolean): string {
  const files = counted(one.files, 'received file');
  const lines = [
    `${one.company}: ${isDryRun ? `${files} would be replaced` : `${files} replaced by ${one.files === 1 ? 'a redacted copy' : 'redacted copies'}`}, ${counted(one.values, 'value')} of personal data.`,
    ...(one.shared === 0
      ? []
      : [
          `  shared   ${counted(one.shared, 'further value')}, which others have too: give them with --customer to replace them for all`,
        ]),
    ...(isDryRun ? [] : [`  reports  ${one.reports} written again`]),
    ...one.removed.map((path) => `  removed  ${path}`),
    ...one.places.map((place) => `  ${isDryRun ? 'found in' : 'still in'} ${place}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * `tieout forget`: replaces the personal data of one person by keyed hashes in everything that is kept. 4 when a place remains,
 * which the answer names.
 */
export async function runForgetCommand(options: ForgetOptions, context: CommandContext): Promise<ExitStatus> {
  for (const value of options.customer) checkValue(value);
  const config = await context.loadConfig();
  const isDryRun = options.dryRun === true;
  const forgotten: Forgotten[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const { customer: values, by: author, note: reason } = options;
    const request = { config, company, values, author, reason, isDryRun, progress: context.progress };
    forgotten.push(await context.stage('Forgetting', () => forgetPerson(request)));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ companies: forgotten, is_dry_run: isDryRun, errors }, () =>
    forgotten.map((one) => forgottenText(one, isDryRun)).join(''),
  );
  const isLeft = !isDryRun && forgotten.some(({ places }) => places.length > 0);
  return worstStatus([isLeft ? 4 : 0, ...failures.map(({ error }) => error.exitStatus)]);
}
