import { problem } from './problem.ts';

const WINDOW_SECONDS = 300;

/** Requests allowed per API key in five minutes, by endpoint. */
export const RATE_LIMITS = {
  send_instructions: 100,
  bank_accounts: 60,
  send_limits: 60,
  resends: 30,
  other: 300,
} as const;
export type RateClass = keyof typeof RATE_LIMITS;

/** The rate class of a path. All resend paths share one allowance. */
export function rateClassOf(path: string): RateClass {
  if (/\/resend_\w+$/.test(path)) return 'resends';
  const resource = /\/send\/(send_instructions|bank_accounts|send_limits)(\/|$)/.exec(path)?.[1];
  return resource === 'send_instructions' || resource === 'bank_accounts' || resource === 'send_limits'
    ? resource
    : 'other';
}

/** Counts requests in fixed windows of five minutes; throws 429 with Retry-After when the allowance is exhausted. */
export function createRateLimits() {
  const counts = new Map<string, { window: number; count: number }>();
  return (key: string, path: string, now: number): void => {
    const rateClass = rateClassOf(path);
    const window = Math.floor(now / 1000 / WINDOW_SECONDS);
    const name = `${key} ${rateClass}`;
    const used = counts.get(name);
    const count = used?.window === window ? used.count + 1 : 1;
    counts.set(name, { window, count });
    if (count <= RATE_LIMITS[rateClass]) return;
    throw problem(429, 'Too many requests', Math.ceil((window + 1) * WINDOW_SECONDS - now / 1000));
  };
}
