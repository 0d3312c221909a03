import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { DecisionPart } from '../reconcile/decision/decision.ts';
import type { Outcome, Wish } from '../reconcile/decision/preview.ts';
import { type DecideResult, decide } from '../run/decide.ts';
import { reportCompany } from '../run/report.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { readDay } from './days.ts';
import { toJson } from './sql.ts';

export type DecideOptions = {
  reason?: string;
  note?: string;
  author?: string;
  expires?: string;
  evidence?: string[];
  part?: string[];
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

function isKind(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}

function partOf(text: string): DecisionPart {
  const [, amount, reason] = /^(-?\d+(?:\.\d{1,4})?)=(.+)$/.exec(text) ?? [];
  if (amount !== undefined && reason !== undefined) return { amount, reason };
  throw usage('DECISION_WRONG', `"${text}" is no part.`, 'Write --part as amount=reason, for example --part 1.50=fee.');
}

/** An address or a number of a letter is taken as it is said; what looks like a file has to be one, or it would be lost. */
function evidenceOf(names: readonly string[]): string[] {
  for (const name of names) {
    const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(name);
    const looksLikeFile = !isAddress && !/\s/.test(name) && (/[\\/]/.test(name) || /\.[a-z0-9]{2,5}$/i.test(name));
    if (looksLikeFile && statSync(name, { throwIfNoEntry: false })?.isFile() !== true)
      throw usage(
        'EVIDENCE_MISSING',
        `The evidence "${name}" is not a file here.`,
        'Give the path of a file, which is kept, or an address with https://.',
      );
  }
  return [...names];
}

export function readWishes(decision: string, ids: string[], options: DecideOptions): Wish[] {
  const author = options.author ?? userInfo().username;
  const note = options.note ?? null;
  if (decision === 'undo' || decision === 'approve')
    return ids.map((concerns) => ({ concerns, decision, author, note }));
  if (!isKind(decision))
    throw usage(
      'DECISION_WRONG',
      `"${decision}" is no decision.`,
      `Give one of ${Object.keys(kinds).join(', ')}, undo, approve.`,
    );
  if (options.reason === undefined)
    throw usage('DECISION_WRONG', 'A decision has a reason.', 'Give --reason with one of the configuration’s reasons.');
  const common = {
    decision: kinds[decision],
    reason: options.reason,
    note,
    author,
    expiresOn: options.expires === undefined ? null : readDay(options.expires, '--expires').toString(),
    evidence: evidenceOf(options.evidence ?? []),
    parts: (options.part ?? []).map(partOf),
  };
  return decision === 'match' ? [{ ...common, breaks: ids }] : ids.map((id) => ({ ...common, breaks: [id] }));
}

/** What became of a wish, in a line. */
export function outcomeLine(outcome: Outcome, isDryRun: boolean): string {
  const subject = 'concerns' in outcome.wish ? outcome.wish.concerns : outcome.wish.breaks.join(', ');
  if ('refusal' in outcome) return `refused  ${subject}: ${outcome.refusal.sentence} (${outcome.refusal.code})`;
  const [first] = outcome.decisions;
  const waits = first?.needs_second === true ? `; a second person has to approve ${first.decision_id}` : '';
  return `${isDryRun ? 'would   ' : 'done    '} ${subject}: ${outcome.wish.decision.replace('_', ' ')} by ${outcome.wish.author}${waits}`;
}

/** The reports of every day that was judged again. */
export async function reportDecided(config: LoadedConfig, { periods }: Pick<DecideResult<Wish>, 'periods'>) {
  const written: string[] = [];
  for (const { company, period } of periods) {
    const entry = config.companies.find(({ name }) => name === company);
    if (entry !== undefined) written.push((await reportCompany(config, entry, period)).folder);
  }
  return written;
}

/** `tieout decide DECISION IDS…`: keeps what a person decides and judges the days anew. 1 when anything was refused. */
export async function runDecideCommand(
  decision: string | undefined,
  ids: string[],
  options: DecideOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  if (decision === undefined || ids.length === 0)
    throw usage(
      'DECISION_WRONG',
      'There is nothing to decide.',
      'Give a decision and the items, as `tieout breaks` lists them, or --from with a workbook.',
    );
  const config = await context.loadConfig();
  const wishes = readWishes(decision, ids, options);
  const isDryRun = options.dryRun === true;
  const result = await decide(config, wishes, { isDryRun, progress: context.progress });
  const folders = await reportDecided(config, result);
  if (context.isJson) context.out.write(`${toJson({ ...result, folders })}\n`);
  else {
    for (const outcome of result.outcomes) context.out.write(`${outcomeLine(outcome, isDryRun)}\n`);
    for (const folder of folders) context.out.write(`reports  ${folder}\n`);
  }
  return result.outcomes.some((outcome) => 'refusal' in outcome) ? 1 : 0;
}
