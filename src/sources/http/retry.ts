import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 250;

/**
 * How long to wait before a try is repeated, in milliseconds: what Retry-After asks (seconds or a date, up to the
 * maximum), else twice as long each time, of which a random half is taken off so that many do not come back at once.
 */
export function retryDelay(
  attempt: number,
  retryAfter: string | undefined,
  maximumMs: number,
  nowMs: number,
  random: () => number = Math.random,
): number {
  const asked = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, nowMs);
  if (asked !== undefined) return Math.min(Math.max(asked, 0), maximumMs);
  const full = Math.min(firstPauseMs * 2 ** (attempt - 1), maximumMs);
  return full / 2 + (random() * full) / 2;
}

function readRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - nowMs;
}

export async function waitFor(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}
