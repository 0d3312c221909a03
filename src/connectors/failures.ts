import { TieoutError } from '../domain/tieout-error.ts';

/** What one input's failure says of every other of the same service: there is no use in asking on. */
const ofTheWholeService = new Set([
  ...['GATEWAY_KEY_REFUSED', 'PAYOUT_KEY_REFUSED', 'PAYOUT_NOT_ALLOWED', 'CLOCK_WRONG', 'REDIRECT_REFUSED'],
  ...['HOST_UNREACHABLE', 'TLS_NOT_TRUSTED', 'URL_WRONG', 'URL_NOT_ENCRYPTED', 'DISK_WRITE_FAILED'],
  ...['LANDING_INDEX_CHANGED', 'GATEWAY_BUSY', 'PAYOUT_BUSY'],
]);

export type Failures = {
  /** Does one input's work: its failure is kept and stops that input, or is thrown when it stops the whole service. */
  isolate(subject: string, work: () => Promise<void>): Promise<void>;
  /** Each kind of failure once, naming what else it kept away. */
  list(): unknown[];
};

export function collectFailures(): Failures {
  const failures: { subject: string; error: TieoutError }[] = [];
  return {
    async isolate(subject, work) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof TieoutError) || ofTheWholeService.has(error.code)) throw error;
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
    message: `${message} The same for: ${shown.join(', ')}.`,
    remedy,
    place,
    exitStatus,
    ...(cause === undefined ? {} : { cause }),
  });
}
