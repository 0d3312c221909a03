import { hash } from 'node:crypto';
import type { Decision } from './decision.ts';

/**
 * The content of a decision in the form that its author signs. It has every field except the signature, in a fixed order, so that a
 * signature is valid for this decision only and not for another item, amount, author or time.
 */
export function signedText(decision: Decision): string {
  const { outcome, left_amount, right_amount, right_minus_left } = decision.figures;
  const content = {
    tieout: 'decision 1',
    decision_id: decision.decision_id,
    company: decision.company,
    break_id: decision.break_id,
    reconciliation: decision.reconciliation,
    item_key: decision.item_key,
    decision: decision.decision,
    reason_code: decision.reason_code,
    note: decision.note,
    author: decision.author,
    decided_at: decision.decided_at,
    expires_on: decision.expires_on,
    evidence: decision.evidence,
    figures: { outcome, left_amount, right_amount, right_minus_left },
    matched_with: decision.matched_with,
    parts: decision.parts.map(({ amount, reason }) => ({ amount, reason })),
    needs_second: decision.needs_second,
    needs_verified: decision.needs_verified ?? false,
    undoes: decision.undoes,
    approves: decision.approves,
    answers_sha256: decision.answers_sha256 ?? null,
    system_user: decision.system_user ?? null,
    host: decision.host ?? null,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The sha256 of the signed text, by which an approval refers to the approved content. */
export function signedSha256(decision: Decision): string {
  return hash('sha256', signedText(decision), 'hex');
}
