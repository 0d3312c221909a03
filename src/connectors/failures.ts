import { readFile, stat } from 'node:fs/promises';
import type { ReceiptFacts } from '../domain/receipt.ts';
import { sentence } from '../domain/sentence.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { AnswerError } from './http/answer.ts';
import { withoutSecrets } from './http/redact.ts';

/** Errors of this machine or of its configuration, or answers about another company, for which no receipt is kept. */
const noAnswers = new Set([
  ...['DISK_FULL', 'FOLDER_READ_ONLY', 'DISK_WRITE_FAILED', 'LANDING_INDEX_CHANGED', 'URL_WRONG', 'URL_NOT_ENCRYPTED'],
  ...['IDENTITY_CHANGED', 'IDENTITY_SHARED'],
]);

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

/** Failures of one input that would also affect every other input of the service. */
const stoppingEverywhere = [
  ...[
    'CLOCK_WRONG',
    'REDIRECT_REFUSED',
    'HOST_UNREACHABLE',
    'TLS_NOT_TRUSTED',
    'PROXY_REFUSED',
    'URL_WRONG',
    'URL_NOT_ENCRYPTED',
  ],
  ...['DISK_FULL', 'FOLDER_READ_ONLY', 'DISK_WRITE_FAILED', 'LANDING_INDEX_CHANGED'],
];

/** Whether a failure shows that its service cannot be read now at all, so that the requests of a next period would fail too. */
export const stopsServices = (code: string): boolean =>
  stoppingEverywhere.includes(code) || /_(?:BUSY|KEY_REFUSED|NOT_ALLOWED)$|^IDENTITY_|^REQUEST_TIME_SPENT$/.test(code);

/** Where a failure is kept, as a receipt of the requested input. */
type KeptFailure = { landing: Landing; facts: () => ReceiptFacts };

export type Failures = {
  /** Reads one input. Its failure is collected and stops that input, or is thrown when it stops the whole service. */
  isolate(subject: string, work: () => Promise<void>, keepAs?: KeptFailure): Promise<void>;
  /** Each kind of failure once, with the other inputs that it stopped. */
  list(): unknown[];
};

/** Collects failures by input; those with a code of `stopping` end the reading of the service. */
export function collectFailures(stopping: readonly string[]): Failures {
  const stopsService = new Set([...stoppingEverywhere, ...stopping]);
  const failures: { subject: string; error: TieoutError }[] = [];
  return {
    async isolate(subject, work, keepAs) {
      try {
        await work();
      } catch (error) {
        if (error instanceof TieoutError && keepAs !== undefined)
          await keepFailure(keepAs.landing, keepAs.facts(), error);
        if (!(error instanceof TieoutError) || stopsService.has(error.code)) throw error;
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
