import { newReceiptFacts, type Receipt } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';

/** What a person declares: that a file is whole for these days, both included, ISO 8601. */
export type DeclaredSpan = { firstDay: string; lastDay: string; author: string };

/** Keeps a declaration in landing, like a decision: a rebuild finds it there. It is about the content of the file. */
export async function keepDeclaredSpan(
  landing: Landing,
  { company, kind, sha256, received_at: declaredAt, original_name: fileName }: Receipt,
  { firstDay, lastDay, author }: DeclaredSpan,
): Promise<Receipt> {
  const facts = { source: 'decision', kind: 'declared_span', company, ext: 'json', content_type: 'application/json' };
  return landing.put(newReceiptFacts({ ...facts, received_at: declaredAt }), {
    bytes: JSON.stringify({
      ...{ kind, sha256, file_name: fileName, first_day: firstDay, last_day: lastDay },
      ...{ author, declared_at: declaredAt },
    }),
  });
}
