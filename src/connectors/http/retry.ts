import { setTimeout as sleep } from 'node:timers/promises';

export type RetryOptions = {
  /** How often what is safe to repeat is tried again. */
  retries: number;
  /** The pause before the first repetition; it doubles each time. */
  firstPauseMs: number;
  /** The longest pause that a Retry-After may ask for. A service that asks for more is not waited for. */
  maximumWaitMs: number;
};

/** What one try came to: done, or worth another try, with what is to be had when there is none. */
export type Try<T> = { done: T } | { again: T | Error; retryAfter?: string | undefined };

/**
 * How long to wait before a try is repeated, in milliseconds: what Retry-After asks (seconds or a date), or undefined
 * when that is more than the maximum; without it twice as long each time, of which a random half is taken off so that
 * many do not come back at once.
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

/** The pause that a Retry-After header asks for, in milliseconds; undefined when it says neither seconds nor a date. */
export function readRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - nowMs;
}

/** Tries until it is done, the tries are used up, or the pause that is asked for is too long. */
export async function withRetries<T>(options: RetryOptions, attempt: () => Promise<Try<T>>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if ('done' in outcome) return outcome.done;
    const pause = retryDelay(tries, outcome.retryAfter, options, Date.now());
    if (tries > options.retries || pause === undefined) {
      if (outcome.again instanceof Error) throw outcome.again;
      return outcome.again;
    }
    await waitFor(pause);
  }
}

export async function waitFor(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}
