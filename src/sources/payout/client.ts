import { createHmac } from 'node:crypto';
import { TieoutError } from '../../errors/tieout-error.ts';
import { answerError, jsonOf } from '../answer.ts';
import { redirected } from '../gateway/client.ts';
import type { Answer, HttpClient } from '../http/client.ts';
import { shownUrl } from '../http/redact.ts';

export type PayoutAccess = {
  http: HttpClient;
  /** Ends in /api (or /api/v1), without a slash behind it. */
  baseUrl: string;
  apiKey: () => string;
  apiSecret: () => string;
  /** Unix seconds; the machine's clock unless a test says otherwise. */
  now?: () => number;
};

/** The server takes an epoch that is at most this many seconds away from its own clock. */
export const epochToleranceSeconds = 30;

/** The three headers of payout-service.md › Authentication; the secret itself is never sent. */
export function signedHeaders(apiKey: string, apiSecret: string, epoch: number): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    epoch: String(epoch),
    checksum: createHmac('sha512', apiSecret).update(`${epoch}${apiKey}`).digest('hex'),
  };
}

/** By how many seconds this machine's clock is ahead of the server's, by the Date header of an answer. */
export function clockSkewSeconds(answer: Answer, now: number): number | undefined {
  const date = answer.headers.date === undefined ? Number.NaN : Date.parse(answer.headers.date);
  return Number.isNaN(date) ? undefined : now - Math.floor(date / 1000);
}

function refused(answer: Answer, url: string, now: number): TieoutError {
  const skew = clockSkewSeconds(answer, now);
  if (answer.status === 401 && skew !== undefined && Math.abs(skew) > epochToleranceSeconds) {
    return new TieoutError({
      code: 'CLOCK_WRONG',
      message: `This machine's clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the payout service's, which takes at most ${epochToleranceSeconds} s.`,
      remedy:
        'Set the clock (for example: turn on time synchronisation with `timedatectl set-ntp true`), then run again.',
      place: { url: shownUrl(url) },
    });
  }
  return answerError(
    'payout service',
    answer,
    url,
    'The key or the secret was not accepted: check what payout.api_key and payout.api_secret name, and that both belong to this base_url (staging and production have their own).',
    'PAYOUT_KEY_REFUSED',
  );
}

/** Reads one path of the payout service, signed anew for every try; 200 or an error. */
export async function readPayout(
  access: PayoutAccess,
  path: string,
  query: URLSearchParams,
): Promise<{ json: unknown; body: Buffer; answer: Answer; query: string }> {
  const now = access.now ?? (() => Math.floor(Date.now() / 1000));
  const search = query.toString();
  const url = `${access.baseUrl}${path}${search ? `?${search}` : ''}`;
  const answer = await access.http.call({
    method: 'GET',
    url,
    headers: () => signedHeaders(access.apiKey(), access.apiSecret(), now()),
    isSafe: true,
  });
  if (answer.status === 401 || answer.status === 403) throw refused(answer, url, now());
  if (answer.status >= 300 && answer.status < 400) throw redirected(answer, url);
  if (answer.status !== 200) {
    throw answerError(
      'payout service',
      answer,
      url,
      answer.status === 404 ? 'Check base_url: its path ends in /api.' : 'Run again later; what has arrived is kept.',
      answer.status === 404 ? 'PAYOUT_NOT_FOUND' : 'PAYOUT_ERROR',
    );
  }
  return { json: jsonOf(answer, url), body: answer.body, answer, query: search };
}
