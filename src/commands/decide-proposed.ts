import { systemUser } from '../decisions/complete-decisions.ts';
import { decideProposed, type ProposedWriteOff } from '../decisions/proposed-write-offs.ts';
import { counted } from '../domain/counted.ts';
import { spelledDecision } from '../domain/decision-word.ts';
import { groupedBy } from '../domain/grouped-by.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { added, decimalsOf, groupedText } from '../report/shown-value.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { monthOf, monthPeriod, readDay } from './days.ts';
import { type DecideOptions, daysText, reportDecided, signerOf } from './decide-items.ts';
import type { DecideWorkbookOptions } from './decide-workbook.ts';

/** Options of `tieout decide --proposed`, which the other forms of the command do not have. */
export type ProposedOptions = { proposed?: boolean; company?: string; date?: string; month?: string };

function usage(message: string, remedy: string): TieoutError {
  return new TieoutError({ code: 'DECISION_WRONG', message, remedy, exitStatus: 2 });
}

/** Refuses options that only --proposed has. */
export function refuseProposedOptions({ company, date, month }: ProposedOptions): void {
  const [name] = Object.entries({ company, date, month }).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw usage(`--${name} is an option of --proposed.`, 'Give the ids of items, or --proposed with the days.');
}

/** The decision of a command line: write-off, or approve. */
function decisionOf(
  written: string | undefined,
  ids: readonly string[],
  options: DecideOptions & DecideWorkbookOptions,
) {
  const decision = spelledDecision(written ?? '');
  if ((decision !== 'write-off' && decision !== 'approve') || ids.length > 0)
    throw usage(
      '--proposed decides every write-off within the limit.',
      'Give `write-off --proposed` or `approve --proposed`, without ids.',
    );
  const { from, reason, note, expires, evidence, part } = options;
  const [name] =
    Object.entries({ from, reason, note, expires, evidence, part }).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    throw usage(
      `--${name} cannot be combined with --proposed.`,
      'The account and the reason are those of decision.write_off in the configuration.',
    );
  return decision === 'approve' ? ('approve' as const) : ('write_off' as const);
}

function periodOfOptions({ date, month }: ProposedOptions) {
  if (date !== undefined && month !== undefined)
    throw usage('--date cannot be combined with --month.', 'Give one of them, or neither for every day.');
  if (date === undefined) return month === undefined ? undefined : { month };
  const from = readDay(date, '--date');
  return { period: { from, to: from.add({ days: 1 }) } };
}

const moneyText = (currency: string, amount: string) =>
  `${currency} ${groupedText(amount, decimalsOf(currency, amount))}`;

/** The sums of the differences by company, currency and reconciliation, separately by sign, because they must not cancel. */
function byReconciliation(items: readonly ProposedWriteOff[]) {
  const keyOf = ({ company, currency, reconciliation }: ProposedWriteOff) =>
    JSON.stringify([company, currency, reconciliation]);
  return [...groupedBy(items, keyOf).values()].map((own) => {
    const amounts = own.map(({ amount }) => amount);
    const positive = added('0', ...amounts.filter((amount) => !amount.startsWith('-')));
    const negative = added('0', ...amounts.filter((amount) => amount.startsWith('-')));
    const { company = '', currency = '', reconciliation = '', title = '' } = own[0] ?? {};
    return { company, currency, reconciliation, title, item_count: own.length, positive, negative };
  });
}

/** The sums by company and currency. An event that several reconciliations show counts once. */
function byCurrency(items: readonly ProposedWriteOff[]) {
  return [...groupedBy(items, ({ company, currency }) => JSON.stringify([company, currency])).values()].map((own) => {
    const causes = [...new Map(own.map(({ cause }) => [cause.id, cause])).values()];
    const { company = '', currency = '', account = '' } = own[0] ?? {};
    return {
      ...{ company, currency, account, cause_count: causes.length, item_count: own.length },
      debit: added('0', ...causes.map(({ debit }) => debit)),
      credit: added('0', ...causes.map(({ credit }) => credit)),
    };
  });
}

/** `tieout decide write-off --proposed`, `tieout decide approve --proposed`: all write-offs within the limit. 1 when anything was rejected. */
export async function decideEveryProposed(
  context: CommandContext,
  written: string | undefined,
  ids: string[],
  options: DecideOptions & DecideWorkbookOptions & ProposedOptions,
): Promise<ExitStatus> {
  const decision = decisionOf(written, ids, options);
  const days = periodOfOptions(options);
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const signer = await signerOf(config, options, context);
  const { progress, cwd, command } = context;
  const isDryRun = options.dryRun === true;
  const { items, result } = await decideProposed(
    config,
    {
      decision,
      author: signer?.person ?? options.author ?? systemUser(),
      companies,
      periodOf: (company) =>
        days?.month === undefined ? days?.period : monthPeriod(monthOf(days.month, company, config.clock())),
    },
    { isDryRun, progress, signer, cwd },
  );
  const folders = await reportDecided(config, result);
  const { preview, ...recorded } = result;
  const hasCompanies = config.companies.length > 1;
  const refusals = result.outcomes.flatMap((outcome) => ('refusal' in outcome ? [outcome] : []));
  const decided = new Set(
    result.outcomes.flatMap((outcome) =>
      'decisions' in outcome ? outcome.decisions.map(({ break_id: id }) => id.slice(0, 12)) : [],
    ),
  );
  const accepted = items.filter(({ break_id: id }) => decided.has(id));
  const totals = { reconciliations: byReconciliation(accepted), currencies: byCurrency(accepted) };
  const nothing =
    decision === 'approve'
      ? 'No write-off within the limit awaits approval.'
      : config.decision.write_off.length === 0
        ? 'Nothing is proposed: decision.write_off in the configuration has no limit.'
        : 'Nothing is proposed: no open difference is within the limit.';
  const verb = `${isDryRun ? 'dry run  ' : 'recorded '} ${decision === 'approve' ? 'approve' : 'write-off'}`;
  const of = (company: string) => (hasCompanies ? ` of ${company}` : '');
  const waiting = decision === 'write_off' ? result.pending.length : 0;
  context.out.answer({ ...recorded, items: accepted, totals, folders, ...(isDryRun ? { preview } : {}) }, () =>
    [
      ...[...groupedBy(refusals, ({ refusal }) => JSON.stringify(refusal)).values()].map((same) => {
        const count = same.reduce((all, { request }) => all + ('breaks' in request ? request.breaks.length : 1), 0);
        return `rejected  ${counted(count, 'item')}: ${same[0]?.refusal.sentence} (${same[0]?.refusal.code})`;
      }),
      ...accepted.map(
        ({ break_id: id, company, currency, amount, business_date: day, title }) =>
          `${verb} ${id}${of(company)}: ${moneyText(currency, amount)}, ${day}, ${title}`,
      ),
      ...totals.reconciliations.map(
        (one) =>
          `total     ${one.title}${of(one.company)}: ${counted(one.item_count, 'item')}, ${moneyText(one.currency, one.positive)} and ${moneyText(one.currency, one.negative)}`,
      ),
      ...totals.currencies.map(
        (one) =>
          `total     ${one.currency}${of(one.company)}: ${counted(one.cause_count, 'cause')}, debit ${moneyText(one.currency, one.debit)}, credit ${moneyText(one.currency, one.credit)}, to ${one.account}`,
      ),
      ...(items.length === 0 ? [nothing] : []),
      ...(waiting === 0
        ? []
        : [`approval  ${counted(waiting, 'item')} to be approved: ${command} decide approve --proposed`]),
      ...daysText(preview, hasCompanies),
      ...folders.map((folder) => `reports   ${folder}`),
      '',
    ].join('\n'),
  );
  return refusals.length > 0 ? 1 : 0;
}
