import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../../warehouse/duckdb-values.ts';
import type { Decision, DecisionAnswer, DecisionRules, DecisionWish, Refusal } from './decision.ts';
import { prepareAnswer, prepareDecision } from './prepare.ts';

export type Wish = DecisionWish | DecisionAnswer;

/** What becomes of one wish: the decisions to keep, or why it is refused. */
export type Outcome<W extends Wish = Wish> = { wish: W } & ({ decisions: Decision[] } | { refusal: Refusal });

/** So that the wishes after it in the same batch see it; taken back with the transaction. */
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

/** Holds each wish against what is known and against those before it. Nothing stays written. `now` is an ISO 8601 instant. */
export async function previewDecisions<W extends Wish>(
  connection: DuckDBConnection,
  wishes: readonly W[],
  rules: DecisionRules,
  now: string,
): Promise<Outcome<W>[]> {
  const outcomes: Outcome<W>[] = [];
  await execute(connection, 'begin');
  try {
    for (const wish of wishes) {
      const prepared =
        'concerns' in wish
          ? await prepareAnswer(connection, wish, now)
          : await prepareDecision(connection, wish, rules, now);
      if ('decisions' in prepared) for (const decision of prepared.decisions) await note(connection, decision);
      outcomes.push({ wish, ...prepared });
    }
    return outcomes;
  } finally {
    await execute(connection, 'rollback');
  }
}
