import { hostname } from 'node:os';
import {
  checkApproval,
  isVerified,
  keepReopening,
  packToReopen,
  type ReopeningRecord,
  reopeningOf,
  signedReopening,
} from '../close/reopening.ts';
import { packName } from '../close/sealed-pack.ts';
import { withRunLock } from '../company/run-lock.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { systemUser } from '../decisions/complete-decisions.ts';
import { openSigner, requireAuthor } from '../decisions/signed-decisions.ts';
import { timestamp } from '../domain/clock.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openLanding } from '../landing/landing.ts';
import { chosenCompanies, errorFields, forEachCompany, worstStatus } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { lastMonth, monthOf, monthPeriod } from './days.ts';

export type ReopenOptions = {
  company?: string;
  reason?: string;
  approve?: boolean;
  author?: string;
  signKey?: string;
};

type Reopened = {
  company: string;
  month: string;
  version: number | null;
  action: 'request' | 'approve';
  author: string;
  identity: 'verified' | 'asserted';
  reason: string;
};

function wrongOptions({ reason, approve = false }: ReopenOptions): TieoutError | undefined {
  const hasReason = (reason ?? '').trim() !== '';
  if (approve !== hasReason) return undefined;
  return new TieoutError({
    code: 'REOPENING_REFUSED',
    message: approve ? '--approve cannot be combined with --reason.' : 'The request for a reopening needs a reason.',
    remedy: 'Give --reason TEXT to request the reopening, or --approve to approve the request of another person.',
    exitStatus: 2,
  });
}

type Person = { author: string; sign: (text: string) => Promise<string | null> };

/** The person who requests or approves: the owner of the key, or a name that is only asserted. */
async function personOf(config: LoadedConfig, { author, signKey }: ReopenOptions, cwd: string): Promise<Person> {
  if (signKey === undefined) {
    if (config.decision.second_approval_verified)
      throw new TieoutError({
        code: 'REOPENING_REFUSED',
        message: 'The configuration requires signatures (decision.second_approval_verified).',
        remedy: 'Give --sign-key the file of your private key.',
        exitStatus: 2,
      });
    const name = (author ?? systemUser()).trim();
    if (name !== '') return { author: name, sign: async () => null };
    throw new TieoutError({
      code: 'REOPENING_REFUSED',
      message: 'The name of the author is empty.',
      remedy: 'Give --author your name.',
      exitStatus: 2,
    });
  }
  const signer = await openSigner(config, signKey, cwd);
  if (author !== undefined) requireAuthor(signer, author, signKey);
  return { author: signer.person, sign: async (text) => (await signer.sign([text]))[0] ?? null };
}

async function reopenMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  month: string,
  { reason = '', approve: isApproval = false }: ReopenOptions,
  person: Person,
): Promise<Reopened> {
  const { lock, landing: folder } = companyPaths(config.data_dir, company.name);
  const work = async (): Promise<Reopened> => {
    const landing = await openLanding(folder, config.clock);
    const pack = packToReopen(landing, month);
    const requested = isApproval ? checkApproval(pack, await reopeningOf(landing, pack), person.author) : undefined;
    const action = isApproval ? 'approve' : 'request';
    const unsigned: ReopeningRecord = {
      tieout: 'reopening 1',
      company: company.name,
      month,
      version: pack.version ?? null,
      action,
      reason: requested?.reason ?? reason.trim(),
      author: person.author,
      at: timestamp(config.clock),
      system_user: systemUser(),
      host: hostname(),
      signature: null,
    };
    const record = { ...unsigned, signature: await person.sign(signedReopening(unsigned)) };
    await keepReopening(landing, record);
    const identity = isVerified(record, config.decision.keys) ? 'verified' : 'asserted';
    return {
      company: company.name,
      month,
      version: record.version,
      action,
      author: record.author,
      identity,
      reason: record.reason,
    };
  };
  return withRunLock(lock, work, { purpose: 'close' });
}

function reopenedText({ company, month, version, action, author, identity, reason }: Reopened): string {
  const pack = packName({ month, version: version ?? undefined });
  if (action === 'request')
    return `${company}: ${author} (${identity}) requested the reopening of ${pack}: ${reason}\nA second person has to approve it: tieout reopen ${month} --approve --author NAME\n`;
  return `${company}: ${author} (${identity}) approved the reopening of ${pack}: ${reason}\nClose the month again: tieout close ${month}. The pack of ${pack} stays unchanged.\n`;
}

/**
 * `tieout reopen MONTH`: requests the reopening of a closed month, or approves the request of another person. After both, the next `close`
 * seals a further version beside the earlier one.
 */
export async function run(context: CommandContext, month: string, options: ReopenOptions): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const wrong = wrongOptions(options);
  if (wrong !== undefined) throw wrong;
  if (month !== lastMonth) monthPeriod(month);
  const person = await personOf(config, options, context.cwd);
  const reopened: Reopened[] = [];
  const failures = await forEachCompany(config, chosenCompanies(config, options.company), context, async (company) => {
    const own = monthOf(month, company, config.clock());
    reopened.push(await reopenMonth(config, company, own, options, person));
  });
  const errors = failures.map(({ company, error }) => errorFields(company, error));
  context.out.answer({ reopened, errors }, () => reopened.map(reopenedText).join('\n'));
  return worstStatus(failures.map(({ error }) => error.exitStatus));
}
