import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { readRows } from '../../warehouse/duckdb-values.ts';
import { type DecisionAnswer, figuresSchema, samePerson } from './decision.ts';
import { decisionId } from './decision-id.ts';
import { decisionCount, type Prepared, refuse } from './prepare.ts';

const knownDecision = figuresSchema.extend({
  decision_id: z.string(),
  company: z.string(),
  break_id: z.string(),
  reconciliation: z.string(),
  item_key: z.string(),
  reason_code: z.string(),
  author: z.string(),
  needs_second: z.boolean(),
  signed_sha256: z.string().nullable(),
  is_undone: z.boolean(),
  is_approved: z.boolean(),
});

/** Undoes a decision, or gives it the second approval, which its author cannot give. */
export async function prepareAnswer(
  connection: DuckDBConnection,
  answer: DecisionAnswer,
  now: string,
): Promise<Prepared> {
  const rows = await readRows(
    connection,
    `select decision_id, company, break_id, reconciliation, item_key, reason_code, author, needs_second, outcome,
       left_amount, right_amount, right_minus_left, signed_sha256,
       is_undone, is_approved
     from recon.decision_state as decision
     where starts_with(decision_id, $start) and decision not in ('undo', 'approve') order by decision_id limit 2`,
    { start: answer.concerns.toLowerCase() },
  );
  const [first, other] = rows.map((row) => knownDecision.parse(row));
  if (answer.author.trim() === '') return refuse('AUTHOR_MISSING', 'A decision has an author.');
  if (first === undefined || other !== undefined || answer.concerns.length < 4)
    return refuse('DECISION_UNKNOWN', `There is no one decision ${answer.concerns}; \`tieout breaks ID\` lists them.`);
  if (first.is_undone) return refuse('DECISION_UNDONE', 'That decision was taken back already.');
  if (answer.decision === 'approve') {
    if (!first.needs_second) return refuse('APPROVAL_NOT_NEEDED', 'That decision needs no second person.');
    if (first.is_approved) return refuse('APPROVED_ALREADY', 'That decision was approved already.');
    if (samePerson(first.author, answer.author))
      return refuse('SAME_PERSON', `${first.author} made that decision; another person has to approve it.`);
  }
  const { decision_id, is_undone: _undone, is_approved: _approved, needs_second: _second, ...kept } = first;
  const { signed_sha256, outcome, left_amount, right_amount, right_minus_left, ...item } = kept;
  const content = {
    ...item,
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
  const earlier = await decisionCount(connection, content.break_id);
  return { decisions: [{ decision_id: decisionId(content, earlier), ...content }] };
}
