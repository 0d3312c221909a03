import { basename } from 'node:path';
import { openReader } from '../company/published-warehouse.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { DecideRequest } from '../reconcile/decision/check-decisions.ts';
import type { Decision, Refusal } from '../reconcile/decision/decision.ts';
import { readWorkbookDecisions } from '../report/round-trip/read-decisions.ts';
import type { SheetDecision } from '../report/round-trip/sheet-decision.ts';
import { seenName } from '../report/workbook/decision-columns.ts';
import { textOf } from '../warehouse/duckdb-values.ts';
import type { DecisionPreview } from './preview-decisions.ts';
import { decide } from './record-decisions.ts';
import type { Signer } from './signed-decisions.ts';

/** The outcome of a workbook row with a decision. */
export type RowOutcome = Pick<SheetDecision, 'place' | 'entered'> & {
  item: string | null;
} & ({ decisions: Decision[] } | { refusal: Refusal });

type WorkbookDecided = {
  outcomes: RowOutcome[];
  periods: { company: string; period: Period }[];
  preview: DecisionPreview;
};

type Asked = Extract<SheetDecision, { seen: unknown }>;
type RowRequest = DecideRequest & { from: Asked };

const orNull = (text: string) => (text === '' ? null : text);

type LatestDecision = { id: string; decision: string; author: string };

/** The latest decisions on some items, by item, including those that await approval, to which an approval or an undo refers. */
async function latestDecisions(config: LoadedConfig, items: readonly string[]): Promise<Map<string, LatestDecision>> {
  if (items.length === 0) return new Map();
  const reader = await openReader(config);
  try {
    const rows = await reader.read(
      `select break_id, decision_id, decision, decided_by from mart.decision
       where is_latest and break_id in (select unnest(from_json($items, '["VARCHAR"]')))`,
      { items: JSON.stringify(items) },
    );
    return new Map(
      rows.map((row) => [
        textOf(row, 'break_id'),
        {
          id: textOf(row, 'decision_id'),
          decision: textOf(row, 'decision'),
          author: seenName(textOf(row, 'decided_by')),
        },
      ]),
    );
  } finally {
    reader.close();
  }
}

const isAnswer = (decision: Asked['decision']) => decision === 'approve' || decision === 'undo';

/** The answer to the decision that its author saw in the row; refused if the item has another decision now, or no decision. */
function answerOf(from: Asked, author: string, found: LatestDecision | undefined): RowRequest | Refusal {
  const { seen, entered, decision } = from;
  if (decision !== 'approve' && decision !== 'undo') throw new TypeError(`${decision} answers nothing`);
  if (seen.decision === null || found === undefined)
    return { code: 'NOTHING_TO_ANSWER', sentence: `There is no decision on item ${seen.breakId} to ${decision}.` };
  if (found.decision !== seen.decision || found.author !== seen.decidedBy)
    return {
      code: 'DECISION_CHANGED',
      sentence: `The decision on item ${seen.breakId} has changed since the workbook was written; it is now: ${found.decision} by ${found.author}.`,
    };
  return { concerns: found.id, decision, author, note: orNull(entered.note), from };
}

function requestOf(from: Asked, author: string, file: string): RowRequest | Refusal {
  const { seen, entered, decision, place } = from;
  if (decision === 'approve' || decision === 'undo') throw new TypeError(`${decision} is an answer`);
  if (entered.reason === '')
    return { code: 'REASON_MISSING', sentence: 'The decision has no reason: choose one from the list.' };
  return {
    breaks: [seen.breakId],
    decision,
    reason: entered.reason,
    note: orNull(entered.note),
    author,
    expiresOn: null,
    effectiveOn: orNull(entered.effective),
    evidence: [`${basename(file)}, ${place.sheet}, row ${place.row}`],
    parts: [],
    seen: seen.figures,
    from,
  };
}

/**
 * Records the decisions that people entered in the workbook at `path`, relative to `cwd`, by the same rules as any decision. `author` is
 * used where a row has no name; a row by another person than the signer is not signed. Returns the outcome of each row, in the order of
 * the workbook.
 */
export async function decideWorkbook(
  config: LoadedConfig,
  path: string,
  {
    author,
    ...options
  }: { author: string; isDryRun: boolean; progress: Progress; signer?: Signer | undefined; cwd?: string },
): Promise<WorkbookDecided> {
  const rows = await readWorkbookDecisions(path, options.cwd);
  const answers = rows.flatMap((row) => ('seen' in row && isAnswer(row.decision) ? [row.seen.breakId] : []));
  const latest = await latestDecisions(config, answers);
  const requests = rows.map((row): RowRequest | Refusal => {
    if ('refusal' in row) return row.refusal;
    const name = row.entered.author || author;
    return isAnswer(row.decision) ? answerOf(row, name, latest.get(row.seen.breakId)) : requestOf(row, name, path);
  });
  const asked = requests.filter((request) => 'from' in request);
  const { outcomes, periods, preview } = await decide(config, asked, options);
  const byRow = new Map(outcomes.map((outcome) => [outcome.request.from, outcome]));
  return {
    periods,
    preview,
    outcomes: rows.map((row, index): RowOutcome => {
      const { place, entered } = row;
      const common = { place, entered, item: 'seen' in row ? row.seen.breakId : null };
      const outcome = 'seen' in row ? byRow.get(row) : undefined;
      const request = requests[index];
      if (outcome !== undefined)
        return 'decisions' in outcome
          ? { ...common, decisions: outcome.decisions }
          : { ...common, refusal: outcome.refusal };
      if (request === undefined || !('code' in request)) throw new TypeError(`row ${place.row} has no outcome`);
      return { ...common, refusal: request };
    }),
  };
}
