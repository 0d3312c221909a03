import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../config/load-config.ts';
import { nearest } from '../config/nearest.ts';
import { systemUser } from '../decisions/complete-decisions.ts';
import type { DecidedDay, DecisionPreview } from '../decisions/preview-decisions.ts';
import { type DecideResult, decide, type PendingDecision } from '../decisions/record-decisions.ts';
import { openSigner, requireAuthor, type Signer } from '../decisions/signed-decisions.ts';
import { decisionWord, spelledDecision } from '../domain/decision-word.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { reportChanges } from '../pipeline/report-company.ts';
import type { DecideRequest, Outcome } from '../reconcile/decision/check-decisions.ts';
import type { Decision, DecisionPart } from '../reconcile/decision/decision.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { readDay } from './days.ts';
import { knownValue } from './option-value.ts';

export type DecideOptions = {
  reason?: string;
  note?: string;
  author?: string;
  expires?: string;
  effective?: string;
  evidence?: string[];
  part?: string[];
  signKey?: string;
  dryRun?: boolean;
};

function usage(code: string, message: string, remedy: string): TieoutError {
  return new TieoutError({ code, message, remedy, exitStatus: 2 });
}

const kinds = {
  explain: 'explain',
  accept: 'accept',
  'write-off': 'write_off',
  match: 'match',
  split: 'split',
} as const;

function suggestion(decision: string): string {
  const near = nearest(decision, [...Object.keys(kinds), 'undo', 'approve']);
  return near === undefined ? '.' : `; did you mean "${near}"?`;
}

function isKind(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}

function partOf(text: string): DecisionPart {
  const [, amount, reason] = /^(-?\d+(?:\.\d{1,4})?)=(.+)$/.exec(text) ?? [];
  if (amount !== undefined && reason !== undefined) return { amount, reason };
  throw usage(
    'DECISION_WRONG',
    `"${text}" is not a part.`,
    'Write --part as amount=reason, for example --part 1.50=fee.',
  );
}

/**
 * The evidence of a decision. An address or a letter's number is stored as text; a name that looks like a file must be one, so that the
 * file is not lost.
 */
function evidenceOf(names: readonly string[], cwd: string): string[] {
  for (const name of names) {
    const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(name);
    const looksLikeFile = !isAddress && !/\s/.test(name) && (/[\\/]/.test(name) || /\.[a-z0-9]{2,5}$/i.test(name));
    if (looksLikeFile && statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isFile() !== true)
      throw usage(
        'EVIDENCE_MISSING',
        `The evidence "${name}" is not a file.`,
        'Give the path of a file, which is copied, or an address with https://.',
      );
  }
  return [...names];
}

/** The requests of a command line; evidence paths are relative to `cwd`. */
export function readRequests(written: string, ids: string[], options: DecideOptions, cwd: string): DecideRequest[] {
  const decision = spelledDecision(written);
  const author = options.author ?? systemUser();
  const note = options.note ?? null;
  if (decision === 'undo' || decision === 'approve')
    return ids.map((concerns) => ({ concerns, decision, author, note }));
  if (!isKind(decision))
    throw usage(
      'DECISION_WRONG',
      `"${written}" is not a decision${suggestion(decision)}`,
      `Give one of ${[...Object.keys(kinds), 'undo', 'approve'].join(', ')}.`,
    );
  if (options.reason === undefined)
    throw usage(
      'DECISION_WRONG',
      'A decision needs a reason.',
      'Give --reason with one of decision.reasons in the configuration.',
    );
  const common = {
    decision: kinds[decision],
    reason: options.reason,
    note,
    author,
    expiresOn: options.expires === undefined ? null : readDay(options.expires, '--expires').toString(),
    effectiveOn: options.effective === undefined ? null : readDay(options.effective, '--effective').toString(),
    evidence: evidenceOf(options.evidence ?? [], cwd),
    parts: (options.part ?? []).map(partOf),
  };
  return decision === 'match' ? [{ ...common, breaks: ids }] : ids.map((id) => ({ ...common, breaks: [id] }));
}

/** What is still missing for a decision, as the end of a line; empty where it is in force. */
function approvalText(
  { decision, decision_id, approves, needs_second, needs_verified }: Decision,
  pending: readonly PendingDecision[],
  command: string,
): string {
  const waiting = pending.find((one) => one.decision_id === (approves ?? decision_id));
  if (decision === 'approve') return waiting === undefined ? '' : `; not in force yet: ${waiting.because}`;
  if (!needs_second) return '';
  const kind = needs_verified === true ? 'a signed second approval' : 'a second approval';
  const missing = waiting === undefined || needs_verified !== true ? '' : ` (${waiting.because})`;
  return `; needs ${kind}: ${command} decide approve ${decision_id}${missing}`;
}

/** The outcome of a request, in a line. */
export function outcomeLine(
  outcome: Outcome,
  isDryRun: boolean,
  command: string,
  pending: readonly PendingDecision[] = [],
): string {
  const { request } = outcome;
  const subject = 'concerns' in request ? request.concerns : request.breaks.join(', ');
  if ('refusal' in outcome) return `rejected  ${subject}: ${outcome.refusal.sentence} (${outcome.refusal.code})`;
  const first = outcome.decisions.find((decision) => decision.needs_second) ?? outcome.decisions[0];
  const signed = (first?.signature ?? null) === null ? '' : ', signed';
  const approval = first === undefined ? '' : approvalText(first, pending, command);
  return `${isDryRun ? 'dry run  ' : 'recorded '} ${subject}: ${decisionWord(request.decision)} by ${request.author}${signed}${approval}`;
}

const verdictText = (verdict: string) => verdict.replaceAll('_', ' ');

/** `2026-11-20 MYR: breaks, with the decision reconciled`. */
function dayText({ company, currency, business_date: day, before, after }: DecidedDay, hasCompanies: boolean): string {
  const whose = hasCompanies ? ` of ${company}` : '';
  const effect =
    before === after ? `stays ${verdictText(before)}` : `${verdictText(before)} becomes ${verdictText(after)}`;
  return `${day} ${currency}${whose}: ${effect}`;
}

/** What would happen with each item of a request: its amount, what it is, and the verdict of its day. */
function itemLines(outcome: Outcome, { items, days }: DecisionPreview, hasCompanies: boolean): string[] {
  if ('refusal' in outcome) return [];
  return outcome.decisions.flatMap(({ break_id: id }) => {
    const item = items.find((one) => one.break_id === id);
    if (item === undefined) return [];
    const { company, currency, business_date: date, key, amount, title, reason } = item;
    const day = days.find((one) => one.company === company && one.currency === currency && one.business_date === date);
    return [
      `          ${[amount ?? `${currency}, no amount`, date, key, title].join(', ')}`,
      `          ${reason}`,
      ...(day === undefined ? [] : [`          effect: ${dayText(day, hasCompanies)}`]),
    ];
  });
}

/** The days whose verdict would change although no decided item is of them, such as those of items that were matched by hand. */
function otherDaysText({ items, days }: DecisionPreview, hasCompanies: boolean): string[] {
  const ownDays = new Set(items.map(({ company, currency, business_date: day }) => `${company} ${currency} ${day}`));
  return days
    .filter((day) => day.before !== day.after)
    .filter(({ company, currency, business_date: day }) => !ownDays.has(`${company} ${currency} ${day}`))
    .map((day) => `effect    ${dayText(day, hasCompanies)}`);
}

/** The days of decisions with their verdicts, a line each. */
export const daysText = ({ days }: DecisionPreview, hasCompanies: boolean): string[] =>
  days.map((day) => `effect    ${dayText(day, hasCompanies)}`);

/** The signer of a command line, if any; the author must then be the owner of the key (SIGN_KEY_OF_ANOTHER). */
export async function signerOf(
  config: LoadedConfig,
  { signKey, author }: Pick<DecideOptions, 'signKey' | 'author'>,
  { cwd }: CommandContext,
): Promise<Signer | undefined> {
  if (signKey === undefined) return undefined;
  const signer = await openSigner(config, signKey, cwd);
  if (author !== undefined) requireAuthor(signer, author, signKey);
  return signer;
}

/** Regenerates the reports of every day that was reconciled again, and the report of the workbook with the decisions. */
export async function reportDecided(
  config: LoadedConfig,
  { periods }: Pick<DecideResult<DecideRequest>, 'periods'>,
  workbook?: string,
): Promise<string[]> {
  const written: string[] = [];
  for (const company of config.companies) {
    const own = periods.filter((one) => one.company === company.name).map(({ period }) => period);
    if (own.length === 0) continue;
    written.push(...(await reportChanges(config, { company, periods: own, workbook })).map(({ folder }) => folder));
  }
  return written;
}

/** Records decisions on items and reconciles their days again. */
export async function decideItems(
  context: CommandContext,
  decision: string | undefined,
  ids: string[],
  options: DecideOptions,
): Promise<ExitStatus> {
  if (decision === undefined || ids.length === 0)
    throw usage(
      'DECISION_WRONG',
      'No decision is given.',
      'Give a decision and the ids of items, as `tieout breaks` lists them, or --from with a workbook.',
    );
  const config = await context.loadConfig();
  if (options.reason !== undefined) knownValue('--reason', options.reason, config.decision.reasons);
  const signer = await signerOf(config, options, context);
  const { progress, cwd } = context;
  const own = signer === undefined ? options : { ...options, author: signer.person };
  const requests = readRequests(decision, ids, own, cwd);
  const isDryRun = options.dryRun === true;
  const result = await decide(config, requests, { isDryRun, progress, signer, cwd });
  const folders = await reportDecided(config, result);
  const { preview, ...recorded } = result;
  const hasCompanies = config.companies.length > 1;
  context.out.answer({ ...recorded, folders, ...(isDryRun ? { preview } : {}) }, () =>
    [
      ...result.outcomes.flatMap((outcome) => [
        outcomeLine(outcome, isDryRun, context.command, result.pending),
        ...itemLines(outcome, preview, hasCompanies),
      ]),
      ...otherDaysText(preview, hasCompanies),
      ...folders.map((folder) => `reports   ${folder}`),
      '',
    ].join('\n'),
  );
  return result.outcomes.some((outcome) => 'refusal' in outcome) ? 1 : 0;
}
