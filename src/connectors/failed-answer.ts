import type { ReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { AnswerError } from './http/answer-error.ts';

/** Errors of this machine or of its configuration, or answers of another company: nothing is kept. */
const noAnswers = new Set([
  ...['DISK_WRITE_FAILED', 'LANDING_INDEX_CHANGED', 'URL_WRONG', 'URL_NOT_ENCRYPTED'],
  ...['IDENTITY_CHANGED', 'IDENTITY_SHARED'],
]);

const kept = new WeakSet<TieoutError>();

/**
 * Keeps the failure of an answer in landing, as a receipt of the input that was asked for: a rebuild knows it as the run did.
 * It does not count as received, and a later good answer replaces it. `content` is the answer where it is on disk.
 */
export async function keepFailure(
  landing: Landing,
  facts: ReceiptFacts,
  error: TieoutError,
  content?: { file: string },
): Promise<void> {
  if (kept.has(error) || noAnswers.has(error.code) || error.exitStatus === 2) return;
  const { code, message, remedy } = error;
  await landing.put(
    { ...facts, failure: { code, message, remedy } },
    content ?? { bytes: error instanceof AnswerError ? error.body : '' },
  );
  kept.add(error);
}

/** Keeps the failure of the work, and throws it. */
export async function keepingFailure<T>(
  landing: Landing,
  facts: () => ReceiptFacts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TieoutError) await keepFailure(landing, facts(), error);
    throw error;
  }
}
