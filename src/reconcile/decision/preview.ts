import type { DuckDBConnection } from '@duckdb/node-api';
import { deriveDecisions } from '../../warehouse/derive.ts';
import { execute } from '../../warehouse/duckdb-values.ts';
import type { Decision, DecisionAnswer, DecisionRequest, DecisionRules, Refusal } from './decision.ts';
import { prepareDecision } from './prepare.ts';
import { prepareAnswer } from './prepare-answer.ts';

export type DecideRequest = DecisionRequest | DecisionAnswer;

/** The outcome of one request: the decisions to keep, or why it is refused. */
export type Outcome<R extends DecideRequest = DecideRequest> = { request: R } & (
  | { decisions: Decision[] }
  | { refusal: Refusal }
);

/** Lets the later requests of the same batch see the decision; undone with the transaction. */
async function note(connection: DuckDBConnection, decision: Decision): Promise<void> {
  const { figures } = decision;
  await execute(
    connection,
    `insert into recon.decision by name
     select $decision_id as decision_id, $company as company, $break_id as break_id, $reconciliation as reconciliation,
       $item_key as item_key, $decision as decision, $reason_code as reason_code, $author as author,
       $decided_at::timestamptz as decided_at, [] as evidence, $outcome as outcome, $left_amount::decimal(38, 4) as left_amount,
       $right_amount::decimal(38, 4) as right_amount, $right_minus_left::decimal(38, 4) as right_minus_left, [] as matched_with,
       $needs_second as needs_second, $undoes as undoes, $approves as approves, 0 as file_id`,
    {
      decision_id: decision.decision_id,
      company: decision.company,
      break_id: decision.break_id,
      reconciliation: decision.reconciliation,
      item_key: decision.item_key,
      decision: decision.decision,
      reason_code: decision.reason_code,
      author: decision.author,
      decided_at: decision.decided_at,
      ...figures,
      needs_second: decision.needs_second,
      undoes: decision.undoes,
      approves: decision.approves,
    },
  );
}

/** Checks each request against what is known and against those before it. Nothing is kept. `now` is an ISO 8601 instant. */
export async function previewDecisions<R extends DecideRequest>(
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
          ? await prepareAnswer(connection, request, now)
          : await prepareDecision(connection, request, rules, now);
      if ('decisions' in prepared) {
        for (const decision of prepared.decisions) await note(connection, decision);
        await deriveDecisions(connection);
      }
      outcomes.push({ request, ...prepared });
    }
    return outcomes;
  } finally {
    await execute(connection, 'rollback');
  }
}
