import { z } from 'zod';

/** Why an answer of a service does not count as received: the error that the run reported. */
const answerFailureSchema = z.object({
  code: z.string().min(1),
  message: z.string().min(1),
  remedy: z.string(),
});

export type AnswerFailure = z.infer<typeof answerFailureSchema>;

/** Why a file is not read, in the words of its refusal. A rebuild says the same. */
export const unreadReasonSchema = z.strictObject({
  code: z.string().min(1),
  message: z.string().min(1),
  remedy: z.string(),
  line: z.number().int().nullable(),
});

export type UnreadReason = z.infer<typeof unreadReasonSchema>;

/** One received file or page, or a record of the program's own (a requested statement, a run, a decision). */
export const receiptSchema = z.object({
  receipt_id: z.number().int().positive(),
  /** The connector from which it came, or `decision` and `run` for the program's own records. */
  source: z.string().min(1),
  kind: z.string().min(1),
  company: z.string().min(1),
  batch_id: z.string().nullable(),
  page: z.number().int().nullable(),
  is_last_page: z.boolean().nullable(),
  /** Method, path and query only; never a header or a secret. */
  request: z.object({ method: z.string(), path: z.string(), query: z.string() }).nullable(),
  currency: z.string().nullable(),
  /** Instants, half-open: `from` is included, `to` is not. */
  window_from: z.iso.datetime().nullable(),
  window_to: z.iso.datetime().nullable(),
  received_at: z.iso.datetime(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  ext: z.string().regex(/^[a-z0-9]{1,8}$/),
  content_type: z.string().nullable(),
  original_name: z.string().nullable(),
  /** Present only where a service's answer failed. The bytes are the answer, or empty where nothing usable was received. */
  failure: answerFailureSchema.optional(),
  /** The receipts that this record withdraws. */
  withdraws: z.array(z.number().int().positive()).optional(),
});

export type Receipt = z.infer<typeof receiptSchema> & {
  /** Present only where the content of a refused file was removed. It is kept in a separate record, not in the index. */
  removed?: UnreadReason | undefined;
  /** Present only where a person withdrew a file that had been accepted. This is kept in a separate record, too. */
  withdrawn?: UnreadReason | undefined;
};

/** The facts given with a file; landing adds the others, and the time of receipt where it is not given. */
export type ReceiptFacts = Omit<z.infer<typeof receiptSchema>, 'receipt_id' | 'bytes' | 'sha256' | 'received_at'> & {
  received_at?: string;
};

/** The name of a file for people. */
export function receiptName(receipt: Receipt): string {
  return receipt.original_name ?? `${receipt.kind}-${receipt.receipt_id}.${receipt.ext}`;
}

/** The facts of a receipt; facts that are not given do not apply to it. */
export function newReceiptFacts(
  facts: Pick<ReceiptFacts, 'source' | 'kind' | 'company' | 'ext'> & Partial<ReceiptFacts>,
): ReceiptFacts {
  return {
    batch_id: null,
    page: null,
    is_last_page: null,
    request: null,
    currency: null,
    window_from: null,
    window_to: null,
    content_type: null,
    original_name: null,
    ...facts,
  };
}
