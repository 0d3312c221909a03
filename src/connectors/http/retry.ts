import { setTimeout as sleep } from 'node:timers/promises';

export type RetryOptions = {
  /** The number of repetitions of a call that is safe to repeat. */
  retries: number;
  /** The pause before the first repetition; it doubles each time. */
  firstPauseMs: number;
  /** The longest accepted Retry-After; when a service asks for more, the call fails. */
  maximumWaitMs: number;
};

/** The statuses after which a call that is safe to repeat is repeated. */
export const toRepeat: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The result of one try: final, or to be repeated, with the value to use when there is no other try. */
export type Try<T> = { done: T } | { again: T | Error; retryAfter?: string | undefined };

/**
 * The pause before a try is repeated, in milliseconds: the value of Retry-After (seconds or a date), or undefined when it
 * exceeds the maximum. Without Retry-After the pause doubles each time; a random half of it is removed, so that many
 * clients do not repeat at the same time.
 */
export function retryDelay(
  attempt: number,
  retryAfter: string | undefined,
  { firstPauseMs, maximumWaitMs }: RetryOptions,
  nowMs: number,
  random: () => number = Math.random,
): number | undefined {
  const asked = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, nowMs);
  if (asked !== undefined) return asked > maximumWaitMs ? undefined : Math.max(asked, 0);
  const full = Math.min(firstPauseMs * 2 ** (attempt - 1), maximumWaitMs);
  return full / 2 + (random() * full) / 2;
}

/** The pause of a Retry-After header, in milliseconds; undefined when it is neither seconds nor a date. */
export function readRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - nowMs;
}

/** Repeats until a result is final, the tries are used up, or the requested pause is too long; `paused` is called with each pause. */
export async function withRetries<T>(
  options: RetryOptions,
  attempt: () => Promise<Try<T>>,
  paused: (milliseconds: number, isAsked: boolean) => void = () => {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if ('done' in outcome) return outcome.done;
    const pause = retryDelay(tries, outcome.retryAfter, options, Date.now());
    if (tries > options.retries || pause === undefined) {
      if (outcome.again instanceof Error) throw outcome.again;
      return outcome.again;
    }
    paused(pause, outcome.retryAfter !== undefined);
    await sleep(pause);
  }
}
