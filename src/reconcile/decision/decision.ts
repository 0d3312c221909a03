import { z } from 'zod';

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
 * above an amount of a currency (decimal text); and whether an approval must be verified.
 */
export type DecisionRules = {
  reasons: readonly string[];
  secondPersonFor: readonly DecisionKind[];
  secondPersonForItems: readonly string[];
  secondPersonOver: Readonly<Record<string, string>>;
  isVerifiedRequired: boolean;
};

/** Whether two names belong to the same person, compared as text. */
export const samePerson = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
