import type { TieoutError } from '../../domain/tieout-error.ts';
import { answerError, jsonOf, redirected, serverTime } from '../http/answer.ts';
import type { Answer, HttpClient } from '../http/client.ts';
import type { RequestSubject } from '../http/request-record.ts';
import type { Identity } from '../pinned-identity.ts';

export type GatewayAccess = {
  http: HttpClient;
  /** Ends in /api/v1, without a slash behind it. */
  baseUrl: string;
  secretKey: () => string;
  /** The subject of the requests, for the request book. */
  about?: RequestSubject | undefined;
  /** Compares the gateway with the recorded identity; absent where nothing is kept, such as in `doctor`. */
  identity?: { confirm(): Promise<void>; check(observed: Identity): Promise<void> } | undefined;
};

export type GatewayAnswer = {
  json: unknown;
  body: Buffer;
  path: string;
  query: string;
  url: string;
  /** The gateway's clock at the answer, in Unix seconds. */
  serverTime: number | undefined;
};

/** Statuses of an answer for a path that the service does not have. */
const absent = new Set([404, 405, 501]);

function refusal(answer: Answer, url: string): TieoutError {
  const error = (code: string, remedy: string) => answerError('payment gateway', answer, url, remedy, code);
  if (answer.status === 401 || answer.status === 403) {
    return error(
      'GATEWAY_KEY_REFUSED',
      'The secret key was rejected: check the environment variable or file that gateway.secret_key names, and that key and base_url are both live or both test (the keys are issued separately).',
    );
  }
  if (answer.status >= 300 && answer.status < 400) return redirected(answer, url);
  if (absent.has(answer.status)) {
    return error('GATEWAY_NOT_FOUND', 'Check base_url in the configuration: its path ends in /api/v1.');
  }
  if (answer.status === 429) return error('GATEWAY_BUSY', 'Run again later; what was received is kept.');
  if (answer.status >= 500) return error('GATEWAY_FAILED', 'Run again later; what was received is kept.');
  return error(
    'GATEWAY_ERROR',
    'Check the keys currencies and statement of the configuration against the message of the gateway.',
  );
}

/**
 * Calls one path of the gateway with the bearer header (payment-gateway.md › Authentication); 2xx or a TieoutError:
 * GATEWAY_KEY_REFUSED, GATEWAY_NOT_FOUND, GATEWAY_BUSY, GATEWAY_FAILED, GATEWAY_ERROR, REDIRECT_REFUSED,
 * ANSWER_NOT_JSON, or the error that prevented an answer.
 */
export async function callGateway(
  access: GatewayAccess,
  method: 'GET' | 'POST',
  path: string,
  query: URLSearchParams = new URLSearchParams(),
  body?: unknown,
): Promise<GatewayAnswer> {
  await access.identity?.confirm();
  const search = query.toString();
  const url = `${access.baseUrl}${path}${search ? `?${search}` : ''}`;
  const answer = await access.http.call({
    method,
    url,
    headers: () => ({
      authorization: `Bearer ${access.secretKey()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    isSafe: method === 'GET',
    about: access.about,
  });
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer, url);
  return { json: jsonOf(answer, url), body: answer.body, path, query: search, url, serverTime: serverTime(answer) };
}
