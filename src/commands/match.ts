import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { ownBanks } from '../config/own-banks.ts';
import { systemUser } from '../decisions/complete-decisions.ts';
import { isThere } from '../disk/files.ts';
import { timestamp } from '../domain/clock.ts';
import { currencyProblem } from '../domain/currencies.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { keptDecisions, type MatchDecision, withLater, workbookDecisions } from '../match/decisions.ts';
import { checkPasses, matchSides } from '../match/match-sides.ts';
import {
  describesSide,
  isOfConverted,
  type MatchTerms,
  passesOf,
  readTerms,
  withoutTerms,
} from '../match/match-terms.ts';
import { openMatchWarehouse } from '../match/match-warehouse.ts';
import { readSide, type SideFile, type SideName } from '../match/read-side.ts';
import { readResult } from '../match/result.ts';
import { sideKind } from '../match/side-kind.ts';
import { passText, type SuggestedPasses, suggestPasses } from '../match/suggest-passes.ts';
import { termsSnippet } from '../match/terms-snippet.ts';
import { resultFields, resultFiles, workbookFile, writeResult } from '../match/write-result.ts';
import type { DeclaredPass } from '../reconcile/matching/declared-pass.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { givenFiles, requireFile } from './given-files.ts';
import { explainedText, matchText, sidesText, suggestedText } from './match-text.ts';
import { optionWrong } from './option-value.ts';

export type MatchOptions = {
  left?: string[];
  right?: string[];
  currency?: string;
  decisions?: string;
  by?: string;
  out?: string;
  inspect?: boolean;
  explain?: string;
  suggest?: boolean;
  showPersonalData?: boolean;
};

/** Where the files and terms of a matching are from. */
type Request = {
  names: Record<SideName, readonly string[]>;
  terms: MatchTerms;
  /** The file of the terms; undefined where they are proposed. */
  termsFile: string | undefined;
  currency: string | null;
};

const statusOf = { reconciled: 0, breaks: 3, incomplete: 4 } as const;

function requireFiles(names: readonly string[], side: SideName): void {
  if (names.length > 0) return;
  throw new TieoutError({
    code: 'OPTION_WRONG',
    message: `The ${side} side has no file.`,
    remedy:
      'Name a file or folder for each side: tieout match LEFT RIGHT. Further files of a side: --left FILE, --right FILE.',
    exitStatus: 2,
  });
}

async function requestOf(
  left: string | undefined,
  right: string | undefined,
  options: MatchOptions,
  context: CommandContext,
): Promise<Request> {
  const { currency = null } = options;
  if (currency !== null && currencyProblem(currency) !== undefined)
    throw optionWrong('--currency', currency, 'the code of a currency such as MYR');
  const names = {
    left: [...(left === undefined ? [] : [left]), ...(options.left ?? [])],
    right: [...(right === undefined ? [] : [right]), ...(options.right ?? [])],
  };
  requireFiles(names.left, 'left');
  requireFiles(names.right, 'right');
  const termsFile = context.isConfigGiven ? context.configPath : undefined;
  const terms = termsFile === undefined ? withoutTerms() : await readTerms(resolve(context.cwd, termsFile), termsFile);
  return { names, terms, termsFile, currency };
}

async function readSides(warehouse: Warehouse, request: Request, context: CommandContext): Promise<SideFile[]> {
  const banks = await ownBanks(dirname(resolve(context.cwd, context.configPath)));
  const read: SideFile[] = [];
  for (const side of ['left', 'right'] as const) {
    const { files } = await givenFiles(request.names[side], sideKind(), context.cwd);
    const terms = request.terms[side];
    const wanted = {
      side,
      files,
      terms,
      isGiven: describesSide(terms),
      currency: request.currency,
      banks,
      clock: context.clock,
    };
    const step = context.progress.step(`Reading ${files.map(({ file }) => basename(file)).join(', ')}`);
    const own = await readSide(warehouse, wanted);
    step.done(`${own.reduce((sum, { lines }) => sum + lines, 0)} records`);
    read.push(...own);
  }
  return read;
}

/** The title of a side: that of the terms, or the name of its file. */
function titleOf({ names, terms }: Request, side: SideName): string {
  const own = terms[side].title;
  if (own !== undefined) return own;
  const [first = side, ...others] = names[side];
  const name = basename(first, extname(first));
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/** The titles of both sides, which differ. */
function titlesOf(request: Request): Record<SideName, string> {
  const titles = { left: titleOf(request, 'left'), right: titleOf(request, 'right') };
  return titles.left === titles.right ? { left: `${titles.left} (left)`, right: `${titles.right} (right)` } : titles;
}

async function inspectSides(
  files: readonly SideFile[],
  options: MatchOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const snippet = termsSnippet(files);
  if (options.out !== undefined) {
    const path = resolve(context.cwd, options.out);
    await writeFile(path, snippet, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
      throw optionWrong(
        '--out',
        options.out ?? '',
        `a new file (${cause instanceof Error ? cause.message : String(cause)})`,
      );
    });
  }
  const sides = files.map(({ side, name, lines, rejected, columns }) => ({
    side,
    file: name,
    records: lines,
    rejected,
    columns: Object.fromEntries(columns),
  }));
  context.out.answer({ files: sides, terms: snippet }, () => sidesText(files, snippet, options.out));
  return files.some(({ rejected }) => rejected > 0) ? 4 : 0;
}

/** The folder of the result. An existing folder is replaced as a whole, so it must be empty or have nothing but an earlier result. */
async function resultFolder({ out = 'tieout-match' }: MatchOptions, { cwd }: CommandContext): Promise<string> {
  const folder = resolve(cwd, out);
  const refused = (what: string) => optionWrong('--out', out, `a new folder or that of an earlier result (${what})`);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw refused(error.message);
  });
  if (found === undefined) return folder;
  if (!found.isDirectory()) throw refused('it is a file');
  const names = await readdir(folder);
  const other = names.find((name) => !resultFiles.includes(name));
  if (other !== undefined) throw refused(`it has ${other}, and would be replaced`);
  return folder;
}

/** The decisions that count: those that the earlier result in the folder keeps, those in its workbook, and those of another workbook. */
async function decisionsFor(
  folder: string,
  { decisions: file, by = systemUser() }: MatchOptions,
  { cwd, clock }: CommandContext,
): Promise<MatchDecision[]> {
  const made = { by, at: timestamp(clock) };
  const own = join(folder, workbookFile);
  // people edit the workbook of the result; empty columns are no decisions
  const hasOwn = await isThere(own);
  const kept = await keptDecisions(folder);
  const decided = hasOwn ? withLater(kept, await workbookDecisions(own, own, made), own) : kept;
  if (file === undefined || resolve(cwd, file) === own) return decided;
  const path = resolve(cwd, file);
  await requireFile(file, path);
  return withLater(decided, await workbookDecisions(path, file, made), file);
}

/** Why a line, or the lines of a reference, are matched or not: the result of each pass, and the candidates. */
async function explainLine({ connection }: Warehouse, key: string, context: CommandContext): Promise<ExitStatus> {
  const keys = { keys: JSON.stringify([key]) };
  const answers = (macro: string) => readRows(connection, `from recon.${macro}(from_json($keys, '["VARCHAR"]'))`, keys);
  const [passes, candidates] = [await answers('match_explained'), await answers('match_considered')];
  if (passes.length === 0)
    throw new TieoutError({
      code: 'NOTHING_KNOWN',
      message: `No line and no reference of the two sides is "${key}".`,
      remedy: 'Give a file and a line as the result shows them, such as bank.csv:12, or a reference.',
      exitStatus: 2,
    });
  const shown = new Set([...passes.map((row) => row.record_key), ...candidates.map((row) => row.other_key)]);
  const converted = await readRows(
    connection,
    `select record_key, sentence from recon.match_original
     where record_key in (select unnest(from_json($keys, '["VARCHAR"]'))) order by all`,
    { keys: JSON.stringify([...shown]) },
  );
  context.out.answer({ passes, candidates, converted }, () =>
    explainedText({ passes, candidates, converted }, context.out.columns),
  );
  return 0;
}

/** The passes as the terms may have them. */
const declaredOf = (suggested: SuggestedPasses): SuggestedPasses => ({
  ...suggested,
  passes: suggested.passes.filter((pass) => !isOfConverted(pass)),
});

/** Shows passes that would have decided as people did. */
async function suggest(
  warehouse: Warehouse,
  passes: readonly DeclaredPass[],
  context: CommandContext,
): Promise<ExitStatus> {
  const step = context.progress.step('Trying other passes');
  const all = await suggestPasses(warehouse, passes);
  const [now, better] = [declaredOf(all.now), all.better.map(declaredOf)];
  step.done();
  if (now.decided === 0)
    throw new TieoutError({
      code: 'NOTHING_KNOWN',
      message: 'There are no decisions about the records of these files.',
      remedy: 'Decide suggestions in the workbook of the result, and save it there.',
      exitStatus: 2,
    });
  const fields = ({ passes: all, ...rest }: SuggestedPasses) => ({ ...rest, passes: all.map(passText) });
  context.out.answer({ now: fields(now), better: better.map(fields) }, () =>
    suggestedText(now, better, context.out.columns),
  );
  return 0;
}

/**
 * `tieout match LEFT RIGHT`: ties out the lines of two files, or of several files a side, without a company. 0 when every record is
 * matched, 3 when records need a person, 4 when rows could not be read.
 */
export async function run(
  context: CommandContext,
  left: string | undefined,
  right: string | undefined,
  options: MatchOptions,
): Promise<ExitStatus> {
  const request = await requestOf(left, right, options, context);
  const passes = passesOf(request.terms, request.termsFile ?? 'the default passes');
  const folder = options.inspect === true ? '' : await resultFolder(options, context);
  const warehouse = await openMatchWarehouse();
  try {
    await checkPasses(warehouse, passes, request.termsFile ?? '');
    const files = await readSides(warehouse, request, context);
    if (options.inspect === true) return await inspectSides(files, options, context);
    const titles = titlesOf(request);
    const decisions = await decisionsFor(folder, options, context);
    const step = context.progress.step('Matching');
    const { notes, passes: used } = await matchSides(warehouse, files, {
      terms: request.terms,
      passes,
      titles,
      decisions,
    });
    step.done();
    if (options.suggest === true) return await suggest(warehouse, used, context);
    if (options.explain !== undefined) return await explainLine(warehouse, options.explain, context);
    const result = await readResult(warehouse, files, notes, titles);
    const isPersonalShown = options.showPersonalData ?? false;
    const written = await writeResult(result, folder, { isPersonalShown, decisions });
    context.out.answer({ ...resultFields(result), folder: written.folder }, () => matchText(result, written));
    return statusOf[result.outcome];
  } finally {
    warehouse.close();
  }
}
