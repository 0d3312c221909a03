import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { deriveDecisions } from '../../warehouse/derive.ts';
import { type Bound, execute, readRows } from '../../warehouse/duckdb-values.ts';
import {
  type Decision,
  type DecisionAnswer,
  type DecisionRequest,
  type DecisionRules,
  figuresSchema,
  type Refusal,
  samePerson,
} from './decision.ts';
import { decisionCount, decisionId, type Prepared, prepareDecision, refuse } from './prepare.ts';

const knownDecision = figuresSchema.extend({
  decision_id: z.string(),
  company: z.string(),
  break_id: z.string(),
  reconciliation: z.string(),
  item_key: z.string(),
  decision: z.string(),
  reason_code: z.string(),
  author: z.string(),
  decided_at: z.string(),
  needs_second: z.boolean(),
  signed_sha256: z.string().nullable(),
  effective_on: z.string(),
  is_undone: z.boolean(),
  is_approved: z.boolean(),
});

type KnownDecision = z.infer<typeof knownDecision>;

async function knownDecisions(connection: DuckDBConnection, condition: string, bound: Bound): Promise<KnownDecision[]> {
  const rows = await readRows(
    connection,
    `select decision_id, core.this_company() as company, break_id, reconciliation, item_key, decision, reason_code, author,
       decided_at::text as decided_at, needs_second, outcome, left_amount, right_amount, right_minus_left, signed_sha256,
       effective_on::text as effective_on, is_undone, is_approved
     from recon.decision_state
     where decision not in ('undo', 'approve') and ${condition} order by decision_id`,
    bound,
  );
  return rows.map((row) => knownDecision.parse(row));
}

/** The decisions that an approval or an undo covers: for a match, the decisions on all of its items. */
function answeredWith(connection: DuckDBConnection, one: KnownDecision): Promise<KnownDecision[]> {
  if (one.decision !== 'match') return Promise.resolve([one]);
  const { decision_id: id, decided_at } = one;
  return knownDecisions(
    connection,
    `(decision_id = $id or decided_at = $decided_at::timestamptz and list_contains(matched_with, $item)) and not is_undone`,
    { id, decided_at, item: one.break_id },
  );
}

/** Prepares the undoing of a decision, or its second approval, which its author cannot give. */
async function prepareAnswer(
  connection: DuckDBConnection,
  answer: DecisionAnswer,
  { firstOpenDay = '' }: DecisionRules,
  now: string,
): Promise<Prepared> {
  const start = answer.concerns.toLowerCase();
  const [first, other] = await knownDecisions(connection, 'starts_with(decision_id, $start)', { start });
  if (answer.author.trim() === '') return refuse('AUTHOR_MISSING', 'The decision has no author.');
  if (first === undefined || other !== undefined || answer.concerns.length < 4)
    return refuse(
      'DECISION_UNKNOWN',
      `No decision, or more than one, has an id that begins with ${answer.concerns}; \`tieout breaks ID\` lists the decisions.`,
    );
  if (first.is_undone) return refuse('DECISION_UNDONE', 'That decision was already undone.');
  if ((answer.decision === 'approve' || first.is_approved) && first.effective_on < firstOpenDay)
    return refuse(
      'DECISION_SEALED',
      `That decision counts from ${first.effective_on}, and the months before ${firstOpenDay} are closed. Reopen its month, and those after it, first (tieout reopen).`,
    );
  const together = await answeredWith(connection, first);
  const answered =
    answer.decision === 'undo' ? together : together.filter((one) => one.needs_second && !one.is_approved);
  if (answer.decision === 'approve') {
    if (!together.some((one) => one.needs_second))
      return refuse('APPROVAL_NOT_NEEDED', 'That decision needs no second approval.');
    if (answered.length === 0) return refuse('APPROVED_ALREADY', 'That decision was already approved.');
    if (samePerson(first.author, answer.author))
      return refuse('SAME_PERSON', `${first.author} made that decision; another person has to approve it.`);
  }
  const decisions: Decision[] = [];
  for (const { decision_id, signed_sha256, outcome, left_amount, right_amount, right_minus_left, ...one } of answered) {
    const { company, break_id, reconciliation, item_key, reason_code } = one;
    const content = {
      ...{ company, break_id, reconciliation, item_key, reason_code },
      decision: answer.decision,
      note: answer.note,
      author: answer.author.trim(),
      decided_at: now,
      expires_on: null,
      evidence: [],
      figures: { outcome, left_amount, right_amount, right_minus_left },
      matched_with: [],
      parts: [],
      needs_second: false,
      undoes: answer.decision === 'undo' ? decision_id : null,
      approves: answer.decision === 'approve' ? decision_id : null,
      answers_sha256: signed_sha256,
    };
    decisions.push({ decision_id: decisionId(content, await decisionCount(connection, break_id)), ...content });
  }
  return { decisions };
}

export type DecideRequest = DecisionRequest | DecisionAnswer;

/** The outcome of one request: the decisions to keep, or the reason why it is refused. */
export type Outcome<R extends DecideRequest = DecideRequest> = { request: R } & (
  | { decisions: Decision[] }
  | { refusal: Refusal }
);

/** Writes a decision that is not kept: the transaction of the caller is rolled back. */
export async function noteDecision(connection: DuckDBConnection, decision: Decision): Promise<void> {
  const { decision_id, break_id, reconciliation, item_key, reason_code, author, decided_at, expires_on } = decision;
  await execute(
    connection,
    `insert into recon.decision by name
     select $decision_id as decision_id, $break_id as break_id, $reconciliation as reconciliation,
       $item_key as item_key, $decision as decision, $reason_code as reason_code, $author as author,
       $decided_at::timestamptz as decided_at, $expires_on::date as expires_on, [] as evidence, $outcome as outcome, $left_amount::decimal(38, 4) as left_amount,
       $right_amount::decimal(38, 4) as right_amount, $right_minus_left::decimal(38, 4) as right_minus_left,
       from_json($matched_with, '["VARCHAR"]') as matched_with, $effective_on::date as effective_on, $needs_second as needs_second,
       $needs_verified as needs_verified, $undoes as undoes, $approves as approves, 0 as receipt_id`,
    {
      ...{ decision_id, break_id, reconciliation, item_key, reason_code, author, decided_at, expires_on },
      decision: decision.decision,
      ...decision.figures,
      effective_on: decision.effective_on ?? null,
      matched_with: JSON.stringify(decision.matched_with),
      needs_second: decision.needs_second,
      needs_verified: decision.needs_verified ?? false,
      undoes: decision.undoes,
      approves: decision.approves,
    },
  );
}

/** Checks each request against what is known and against the requests before it. Nothing is kept. `now` is an ISO 8601 instant. */
export async function checkDecisions<R extends DecideRequest>(
  connection: DuckDBConnection,
  requests: readonly R[],
  rules: DecisionRules,
  now: string,
): Promise<Outcome<R>[]> {
  const outcomes: Outcome<R>[] = [];
  await execute(connection, 'begin');
  try {
    await deriveDecisions(connection);
    for (const request of requests) {
      const prepared =
        'concerns' in request
          ? await prepareAnswer(connection, request, rules, now)
          : await prepareDecision(connection, request, rules, now);
      if ('decisions' in prepared) {
        // later requests are checked against it
        for (const decision of prepared.decisions) await noteDecision(connection, decision);
        await deriveDecisions(connection);
      }
      outcomes.push({ request, ...prepared });
    }
    return outcomes;
  } finally {
    await execute(connection, 'rollback');
  }
}
