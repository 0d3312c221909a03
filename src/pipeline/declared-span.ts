import { createHash } from 'node:crypto';
import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';

/** The declaration of a person that a file is complete for these days, both included, ISO 8601. */
export type DeclaredSpan = { firstDay: string; lastDay: string; author: string };

/** Keeps a declaration in landing, like a decision, so that a rebuild finds it. It refers to the content of the file. */
export async function keepDeclaredSpan(
  landing: Landing,
  { company, kind, sha256, received_at: declaredAt, original_name: fileName }: Receipt,
  { firstDay, lastDay, author }: DeclaredSpan,
): Promise<Receipt> {
  const bytes = JSON.stringify({
    kind,
    sha256,
    file_name: fileName,
    first_day: firstDay,
    last_day: lastDay,
    author,
    declared_at: declaredAt,
  });
  const hash = createHash('sha256').update(bytes).digest('hex');
  // the repetition of a killed import makes the same declaration
  const same = landing
    .receipts()
    .find(
      (receipt) =>
        receipt.kind === 'declared_span' &&
        receipt.company === company &&
        receipt.sha256 === hash &&
        receipt.withdrawn === undefined,
    );
  if (same !== undefined) return same;
  const facts = { source: 'decision', kind: 'declared_span', company, ext: 'json', content_type: 'application/json' };
  return landing.put(newReceiptFacts({ ...facts, received_at: declaredAt }), { bytes });
}
