import { readFile, stat } from 'node:fs/promises';
import type { ReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { AnswerError } from './http/answer-error.ts';
import { withoutSecrets } from './http/redact.ts';

/** Errors of this machine or of its configuration, or answers of another company: nothing is kept. */
const noAnswers = new Set([
  ...['DISK_FULL', 'FOLDER_READ_ONLY', 'DISK_WRITE_FAILED', 'LANDING_INDEX_CHANGED', 'URL_WRONG', 'URL_NOT_ENCRYPTED'],
  ...['IDENTITY_CHANGED', 'IDENTITY_SHARED'],
]);

const kept = new WeakSet<TieoutError>();

const largestPage = 1024 ** 2;

/** A file that is no statement: a page that a file store sends instead may repeat the link, with its token. */
async function readablePage(file: string): Promise<{ file: string } | { bytes: Uint8Array }> {
  const { size } = await stat(file);
  return size > largestPage ? { file } : { bytes: withoutSecrets(await readFile(file)) };
}

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
    content === undefined
      ? { bytes: error instanceof AnswerError ? withoutSecrets(error.body) : '' }
      : await readablePage(content.file),
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
