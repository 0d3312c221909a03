import { z } from 'zod';

const money = z.string().regex(/^-?\d+(\.\d{1,4})?$/);

/** The figures on which a decision was made, in major units; the decision is not in force once they change. */
export const figuresSchema = z.object({
  outcome: z.string(),
  left_amount: money.nullable(),
  right_amount: money.nullable(),
  right_minus_left: money.nullable(),
});

export type Figures = z.infer<typeof figuresSchema>;

export const decisionKinds = ['explain', 'accept', 'write_off', 'match', 'split'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** One decision, as it is kept in landing in a file of its own. */
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
});

export type Decision = z.infer<typeof decisionSchema>;

export type DecisionPart = Decision['parts'][number];

/** A decision that a person asks for. Breaks are named by their id or its first characters. */
export type DecisionRequest = {
  breaks: string[];
  decision: DecisionKind;
  reason: string;
  note: string | null;
  author: string;
  expiresOn: string | null;
  evidence: string[];
  parts: DecisionPart[];
  /** The figures that the author saw, where they are known: if they have changed since, the decision is refused. */
  seen?: Figures;
};

/** An answer to an existing decision: undo it, or give it the second approval. */
export type DecisionAnswer = { concerns: string; decision: 'undo' | 'approve'; author: string; note: string | null };

export type Refusal = { code: string; sentence: string };

/** When a second approval is needed: for a kind of decision, or over an amount of a currency (decimal text). */
export type DecisionRules = {
  reasons: readonly string[];
  secondPersonFor: readonly DecisionKind[];
  secondPersonOver: Readonly<Record<string, string>>;
};
