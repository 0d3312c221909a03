import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { decideWorkbook, type RowOutcome } from '../decisions/workbook-decisions.ts';
import { temporaryPath } from '../disk/temporary.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type OutcomeLine, writeOutcomes } from '../report/round-trip/write-outcomes.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { daysText, reportDecided, signerOf } from './decide-items.ts';

export type DecideWorkbookOptions = { from?: string; yes?: boolean; author?: string; signKey?: string };

function takenRow(outcome: RowOutcome): OutcomeLine {
  const { place, entered, item } = outcome;
  const [first] = 'decisions' in outcome ? outcome.decisions : [];
  return {
    ...place,
    ...entered,
    item,
    ...('refusal' in outcome ? { refusal: outcome.refusal } : {}),
    ...(first === undefined ? {} : { decisionId: first.decision_id }),
  };
}

/** The outcome of a row, in a line. */
function rowLine(outcome: RowOutcome, isDone: boolean): string {
  const { place, entered, item } = outcome;
  const where = `${place.sheet}, row ${place.row}`;
  if ('refusal' in outcome) return `rejected  ${where}: ${outcome.refusal.sentence} (${outcome.refusal.code})`;
  const [first] = outcome.decisions;
  const approval = first?.needs_second === true ? '; needs a second approval' : '';
  const reason = entered.reason === '' ? '' : `, ${entered.reason}`;
  const signed = (first?.signature ?? null) === null ? '' : ', signed';
  return `${isDone ? 'recorded ' : 'dry run  '} ${where}: ${entered.decision} ${item}${reason}, by ${first?.author}${signed}${approval}`;
}

/** Refuses a missing workbook; `file` is the path that the user gave. */
async function requireWorkbook(file: string, path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return;
  throw new TieoutError({
    code: 'WORKBOOK_MISSING',
    message: 'The workbook does not exist.',
    remedy: 'Give the path of a workbook that `tieout run` wrote, with decisions filled in.',
    place: { file },
    exitStatus: 2,
  });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Keeps a copy of the given workbook where the regenerated report has replaced it, because it has the rejected rows. */
async function keepGiven(copy: string, path: string): Promise<void> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  if (isThere && (await sha256Of(path)) === (await sha256Of(copy))) return;
  const { dir, name, ext } = parse(path);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await copyFile(copy, join(dir, `${name}.given${ext}`));
}

/**
 * `tieout decide --from WORKBOOK`: shows the effect of the decisions in a workbook. With --yes it records them, regenerates the reports
 * of their days, and writes the recorded and rejected decisions beside the workbook. 1 when anything was rejected.
 */
export async function decideFromWorkbook(
  context: CommandContext,
  decision: string | undefined,
  { from = '', yes, author, signKey }: DecideWorkbookOptions,
): Promise<ExitStatus> {
  if (decision !== undefined)
    throw new TieoutError({
      code: 'DECISION_WRONG',
      message: `With --from the decisions come from the workbook; "${decision}" must not be given.`,
      remedy: 'Give either a decision with items, or --from with a workbook.',
      exitStatus: 2,
    });
  const config = await context.loadConfig();
  const { cwd } = context;
  const path = resolve(cwd, from);
  await requireWorkbook(from, path);
  const signed = { ...(author === undefined ? {} : { author }), ...(signKey === undefined ? {} : { signKey }) };
  const signer = await signerOf(config, signed, context);
  const isDone = yes === true;
  const folder = await mkdtemp(temporaryPath('workbook'));
  try {
    const copy = join(folder, 'given.xlsx');
    await copyFile(path, copy);
    const result = await decideWorkbook(config, from, {
      author: signer?.person ?? author ?? '',
      isDryRun: !isDone,
      progress: context.progress,
      signer,
      cwd,
    });
    const folders = isDone ? await reportDecided(config, result, path) : [];
    if (isDone) await keepGiven(copy, path);
    const outcomesFile = isDone ? await writeOutcomes(from, result.outcomes.map(takenRow), cwd) : null;
    const preview = isDone ? {} : { preview: result.preview };
    context.out.answer({ outcomes: result.outcomes, folders, outcomes_file: outcomesFile, ...preview }, () =>
      [
        ...result.outcomes.map((outcome) => rowLine(outcome, isDone)),
        ...daysText(result.preview, config.companies.length > 1),
        ...folders.map((written) => `reports   ${written}`),
        outcomesFile === null
          ? 'Nothing is recorded yet: --yes records what is not rejected.'
          : `outcomes  ${outcomesFile}`,
        '',
      ].join('\n'),
    );
    return result.outcomes.some((outcome) => 'refusal' in outcome) ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
