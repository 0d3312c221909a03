import { createHmac } from 'node:crypto';
import { TieoutError } from '../../domain/tieout-error.ts';
import { answerError, jsonOf, redirected, serverTime } from '../http/answer.ts';
import type { Answer, HttpClient } from '../http/client.ts';
import { shownUrl } from '../http/redact.ts';
import type { RequestSubject } from '../http/request-record.ts';

export type PayoutAccess = {
  http: HttpClient;
  /** Ends in /api (or /api/v1), without a slash behind it. */
  baseUrl: string;
  apiKey: () => string;
  apiSecret: () => string;
  /** Compares the service with the recorded accounts; absent where nothing is kept, such as in `doctor`. */
  identity?: { confirm(): Promise<void> } | undefined;
  /** Unix seconds; the machine's clock unless a test says otherwise. */
  now?: () => number;
};

type PayoutAnswer = { json: unknown; body: Buffer; answer: Answer; query: string; url: string };

/** The server accepts an epoch that differs from its own clock by at most this many seconds. */
export const epochToleranceSeconds = 30;

/** The three headers of payout-service.md › Authentication. The secret is never sent. */
export function signedHeaders(apiKey: string, apiSecret: string, epoch: number): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    epoch: String(epoch),
    checksum: createHmac('sha512', apiSecret).update(`${epoch}${apiKey}`).digest('hex'),
  };
}

/** The seconds by which this machine's clock is ahead of the server's, by the Date header of an answer. */
function clockSkewSeconds(answer: Answer, now: number): number | undefined {
  const server = serverTime(answer);
  return server === undefined ? undefined : now - server;
}

/** The error of a request whose epoch is too far from the server's clock, with the difference. */
function clockWrong(skew: number, url: string): TieoutError {
  return new TieoutError({
    code: 'CLOCK_WRONG',
    scope: 'service',
    message: `This machine's clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the payout service's; it accepts at most ${epochToleranceSeconds} s.`,
    remedy:
      'Set the clock (for example: turn on time synchronisation with `timedatectl set-ntp true`), then run again.',
    place: { url: shownUrl(url) },
  });
}

function refusal(answer: Answer, url: string, now: number): TieoutError {
  const error = (code: string, remedy: string) => answerError('payout service', answer, url, remedy, code);
  const skew = clockSkewSeconds(answer, now);
  if (answer.status === 401 && skew !== undefined && Math.abs(skew) > epochToleranceSeconds)
    return clockWrong(skew, url);
  if (answer.status === 401) {
    return error(
      'PAYOUT_KEY_REFUSED',
      'The key or the secret was rejected: check the variables or files that payout.api_key and payout.api_secret name, and that both belong to this base_url (staging and production have their own).',
    );
  }
  if (answer.status === 403) {
    return error(
      'PAYOUT_NOT_ALLOWED',
      'Ask the operator of the payout service to give this key access to the account.',
    );
  }
  if (answer.status >= 300 && answer.status < 400) return redirected(answer, url);
  if (answer.status === 404) return error('PAYOUT_NOT_FOUND', 'Check base_url: its path ends in /api.');
  if (answer.status === 429) return error('PAYOUT_BUSY', 'Run again later; what was received is kept.');
  return error('PAYOUT_FAILED', 'Run again later; what was received is kept.');
}

/**
 * Reads one path of the payout service, signed for every try; 200 or a TieoutError: CLOCK_WRONG,
 * PAYOUT_KEY_REFUSED, PAYOUT_NOT_ALLOWED, PAYOUT_NOT_FOUND, PAYOUT_BUSY, PAYOUT_FAILED, REDIRECT_REFUSED,
 * ANSWER_NOT_JSON, or the error that prevented an answer.
 */
export async function readPayout(
  access: PayoutAccess,
  path: string,
  query: URLSearchParams,
  about?: RequestSubject,
): Promise<PayoutAnswer> {
  await access.identity?.confirm();
  const now = access.now ?? (() => Math.floor(Date.now() / 1000));
  const search = query.toString();
  const url = `${access.baseUrl}${path}${search ? `?${search}` : ''}`;
  const answer = await access.http.call({
    method: 'GET',
    url,
    headers: () => signedHeaders(access.apiKey(), access.apiSecret(), now()),
    isSafe: true,
    about,
  });
  if (answer.status !== 200) throw refusal(answer, url, now());
  return { json: jsonOf(answer, url), body: answer.body, answer, query: search, url };
}
