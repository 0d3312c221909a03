import { hash } from 'node:crypto';
import { z } from 'zod';
import type { RecordExaminer } from '../../domain/receipt-kind.ts';
import { verifySignature } from '../../domain/ssh-signature.ts';

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
    // only where they are given, so that the signatures of decisions without them are valid
    ...(decision.account == null ? {} : { account: decision.account }),
    ...(decision.effective_on == null ? {} : { effective_on: decision.effective_on }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The sha256 of the signed text, with which an approval refers to the approved content. */
export function signedSha256(decision: Decision): string {
  return hash('sha256', signedText(decision), 'hex');
}

/** The fields that describe an unusable decision in its error. */
const nameable = z.object({ decision: z.string(), author: z.string() }).partial().catch({});

function nameOf(record: unknown): string {
  const { decision, author } = nameable.parse(record);
  return [decision ?? 'decision', ...(author === undefined ? [] : ['by', author])].join(' ');
}

function unreadable(record: unknown, error: z.ZodError): string {
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.')))].filter((field) => field !== '');
  const what = fields.length === 0 ? 'it is not a decision' : `missing or wrong: ${fields.join(', ')}`;
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

const money = z.string().regex(/^-?\d+(\.\d{1,4})?$/);

/** The figures on which a decision was made, in major units. A decision is no longer in force when they change. */
export const figuresSchema = z.object({
  outcome: z.string(),
  left_amount: money.nullable(),
  right_amount: money.nullable(),
  right_minus_left: money.nullable(),
});

export type Figures = z.infer<typeof figuresSchema>;

const decisionKinds = ['explain', 'accept', 'write_off', 'match', 'split'] as const;
type DecisionKind = (typeof decisionKinds)[number];

/** One decision, as it is kept in landing in its own file. Decisions of older versions lack the optional fields. */
export const decisionSchema = z.object({
  decision_id: z.uuid(),
  company: z.string(),
  break_id: z.string(),
  reconciliation: z.string(),
  item_key: z.string(),
  decision: z.enum([...decisionKinds, 'undo', 'approve']),
  reason_code: z.string(),
  note: z.string().nullable(),
  author: z.string().min(1),
  decided_at: z.iso.datetime(),
  expires_on: z.iso.date().nullable(),
  evidence: z.array(z.string()),
  figures: figuresSchema,
  /** The other items of a match by hand. */
  matched_with: z.array(z.string()),
  parts: z.array(z.object({ amount: money, reason: z.string() })),
  needs_second: z.boolean(),
  undoes: z.string().nullable(),
  approves: z.string().nullable(),
  /** Whether the second approval must be verified, by the rules at the time of the decision, like `needs_second`. */
  needs_verified: z.boolean().optional(),
  /** sha256 of the signed text of the decision that an undo or an approval answers. */
  answers_sha256: z.string().nullable().optional(),
  /** The account to which a write-off is booked, if the item is within the limit for write-offs. */
  account: z.string().nullable().optional(),
  /** The first day on which the decision counts in statements; without this field, the day of the decision. */
  effective_on: z.iso.date().nullable().optional(),
  /** The user of the operating system and the host that recorded the decision. */
  system_user: z.string().nullable().optional(),
  host: z.string().nullable().optional(),
  /** The author's signature of the signed text, as `ssh-keygen -Y sign -n tieout` makes it. */
  signature: z.string().nullable().optional(),
});

export type Decision = z.infer<typeof decisionSchema>;

export type DecisionPart = Decision['parts'][number];

/** A decision that a person requests. Breaks are named by their ids or the first characters of these. */
export type DecisionRequest = {
  breaks: string[];
  decision: DecisionKind;
  reason: string;
  note: string | null;
  author: string;
  expiresOn: string | null;
  /** The first day on which the decision counts in statements; by default the day of the item, or of the later item of a match. */
  effectiveOn?: string | null;
  evidence: string[];
  parts: DecisionPart[];
  /** The figures that the author saw, where they are known. If they have changed since, the decision is refused. */
  seen?: Figures;
};

/** An answer to an existing decision: undo it, or give it the second approval. */
export type DecisionAnswer = { concerns: string; decision: 'undo' | 'approve'; author: string; note: string | null };

export type Refusal = { code: string; sentence: string };

/**
 * The rules for second approvals: by kind of decision, by kind of item (an outcome or a reconciliation, even without an amount), or
 * above an amount of a currency (decimal text); whether an approval must be verified; and from which day decisions may count.
 */
export type DecisionRules = {
  reasons: readonly string[];
  secondPersonFor: readonly DecisionKind[];
  secondPersonForItems: readonly string[];
  secondPersonOver: Readonly<Record<string, string>>;
  isVerifiedRequired: boolean;
  /** The day after the last closed month; a decision cannot count before it. Undefined if no month is closed. */
  firstOpenDay?: string | undefined;
};

/** Whether two names belong to the same person, compared as text. */
export const samePerson = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
