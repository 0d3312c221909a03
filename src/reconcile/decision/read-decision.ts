import { z } from 'zod';
import type { RecordExaminer } from '../../domain/receipt-kind.ts';
import { verifySignature } from '../../domain/ssh-signature.ts';
import { type Decision, decisionSchema } from './decision.ts';
import { signedSha256, signedText } from './signed-text.ts';

/** The fields that describe an unusable decision in its error. */
const nameable = z.object({ decision: z.string(), author: z.string() }).partial().catch({});

function nameOf(record: unknown): string {
  const { decision, author } = nameable.parse(record);
  return [decision ?? 'decision', ...(author === undefined ? [] : ['by', author])].join(' ');
}

function unreadable(record: unknown, error: z.ZodError): string {
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.')))].filter((field) => field !== '');
  const what = fields.length === 0 ? 'it is no decision' : `missing or wrong: ${fields.join(', ')}`;
  return `The record (${nameOf(record)}) cannot be used: ${what}.`;
}

/** The decision with the facts of its signature, under the names that the steps of sql/load read. */
const withSignature = (decision: Decision, signedWith: string | null) => ({
  ...decision,
  signed_text: signedText(decision),
  signed_sha256: signedSha256(decision),
  signed_with: signedWith,
});

/**
 * Reads a decision as it is kept in landing. The steps read only what was checked here, so that the signed content is the content that
 * counts. A decision whose signature does not match is rejected; it does not become an unsigned decision.
 */
export const readDecision: RecordExaminer = (record) => {
  const parsed = decisionSchema.safeParse(record);
  if (!parsed.success)
    return { problem: unreadable(record, parsed.error), code: 'decision_unreadable', unexpected: [] };
  const { data } = parsed;
  const signature = data.signature ?? null;
  if (signature === null) return { problem: undefined, unexpected: [], read: withSignature(data, null) };
  const verified = verifySignature(signedText(data), signature);
  if ('problem' in verified)
    return {
      problem: `The signature of the record (${nameOf(record)}) proves nothing: ${verified.problem}.`,
      code: 'signature_invalid',
      unexpected: [],
    };
  return { problem: undefined, unexpected: [], read: withSignature(data, verified.key.fingerprint) };
};
