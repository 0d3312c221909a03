import { readFile, stat } from 'node:fs/promises';
import type { ReceiptFacts } from '../domain/receipt.ts';
import { sentence } from '../domain/sentence.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { AnswerError } from './http/answer.ts';
import { withoutSecrets } from './http/redact.ts';

const kept = new WeakSet<TieoutError>();

const largestPage = 1024 ** 2;

/**
 * Replaces a file that is not a statement by its text without secrets, because an error page of a file store may repeat the link with
 * its token.
 */
async function readablePage(file: string): Promise<{ file: string } | { bytes: Uint8Array }> {
  const { size } = await stat(file);
  return size > largestPage ? { file } : { bytes: withoutSecrets(await readFile(file)) };
}

/**
 * Keeps the failure of an answer in landing, as a receipt of the requested input, so that a rebuild knows it too. It does not count as
 * received, and a later good answer replaces it. `content` is the answer where it is on disk.
 */
export async function keepFailure(
  landing: Landing,
  facts: ReceiptFacts,
  error: TieoutError,
  content?: { file: string },
): Promise<void> {
  if (kept.has(error) || error.scope === 'company' || error.exitStatus === 2) return;
  const { code, message, remedy } = error;
  await landing.put(
    { ...facts, failure: { code, message, remedy } },
    content === undefined
      ? { bytes: error instanceof AnswerError ? withoutSecrets(error.body) : '' }
      : await readablePage(content.file),
  );
  kept.add(error);
}

/** Where a failure is kept, as a receipt of the requested input. */
type KeptFailure = { landing: Landing; facts: () => ReceiptFacts };

export type Failures = {
  /** Reads one input. Its failure is collected and stops that input, or is thrown when it stops the whole service. */
  isolate(subject: string, work: () => Promise<void>, keepAs?: KeptFailure): Promise<void>;
  /** Each kind of failure once, with the other inputs that it stopped. */
  list(): unknown[];
};

/** Collects the failures that stop one input. */
export function collectFailures(): Failures {
  const failures: { subject: string; error: TieoutError }[] = [];
  return {
    async isolate(subject, work, keepAs) {
      try {
        await work();
      } catch (error) {
        if (error instanceof TieoutError && keepAs !== undefined)
          await keepFailure(keepAs.landing, keepAs.facts(), error);
        if (!(error instanceof TieoutError) || error.scope !== 'input') throw error;
        failures.push({ subject, error });
      }
    },
    list() {
      return [...new Set(failures.map(({ error }) => error.code))].flatMap((code) => {
        const [first, ...others] = failures.filter(({ error }) => error.code === code);
        return first === undefined
          ? []
          : [
              withOthers(
                first.error,
                others.map(({ subject }) => subject),
              ),
            ];
      });
    },
  };
}

function withOthers(error: TieoutError, others: string[]): TieoutError {
  if (others.length === 0) return error;
  const { code, message, remedy, place, exitStatus, cause } = error;
  const shown = others.length > 5 ? [...others.slice(0, 5), `${others.length - 5} more`] : others;
  return new TieoutError({
    code,
    message: `${sentence(message)} The same for: ${shown.join(', ')}.`,
    remedy,
    place,
    exitStatus,
    ...(cause === undefined ? {} : { cause }),
  });
}
