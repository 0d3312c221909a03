import { userInfo } from 'node:os';
import {
  type AcceptedIdentity,
  acceptIdentity,
  readIdentities,
  type ServiceIdentity,
} from '../company/company-identity.ts';
import { identityText } from '../connectors/pinned-identity.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';

export type IdentityOptions = { company?: string; accept?: boolean; why?: string; by?: string };

function identityLine({ company, title, identity, since, accepted_by: by, why }: ServiceIdentity): string {
  if (identity === null) return `${company}, ${title}: not known before the first run`;
  const accepted = by === null ? '' : `; accepted by ${by}: ${why}`;
  return `${company}, ${title}: ${identityText(identity)}; since ${since?.slice(0, 10)}${accepted}`;
}

const acceptedLine = ({ company, title, before, now }: AcceptedIdentity): string =>
  `accepted  ${company}, ${title}: ${identityText(now)} instead of ${identityText(before)}`;

/** `tieout identity`: the identity of each company's services; with --accept, a changed identity is accepted. */
export async function run(context: CommandContext, options: IdentityOptions): Promise<ExitStatus> {
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  if (options.accept !== true) {
    const identities: ServiceIdentity[] = [];
    for (const company of companies) identities.push(...(await readIdentities(config, company)));
    context.out.answer({ identities }, () => `${identities.map(identityLine).join('\n')}\n`);
    return 0;
  }
  const [company, ...others] = companies;
  const why = options.why?.trim() ?? '';
  if (company === undefined || others.length > 0 || why === '') {
    throw new TieoutError({
      code: 'IDENTITY_NOT_ACCEPTED',
      message: why === '' ? 'Accepting another identity needs a reason.' : 'The company is not given.',
      remedy: `Give --company with one of ${config.companies.map(({ name }) => name).join(', ')}, and --why with the reason.`,
      exitStatus: 2,
    });
  }
  const accepted = await acceptIdentity(config, company, { by: options.by ?? userInfo().username, why });
  context.out.answer({ accepted }, () =>
    accepted.length === 0
      ? `${company.name} answers for the same identity as before; nothing to accept.\n`
      : `${accepted.map(acceptedLine).join('\n')}\n`,
  );
  return 0;
}
