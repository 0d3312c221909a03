import { TieoutError } from '../../errors/tieout-error.ts';
import { answerError, jsonOf } from '../answer.ts';
import type { Answer, HttpClient } from '../http/client.ts';
import { shownUrl } from '../http/redact.ts';

export type GatewayAccess = {
  http: HttpClient;
  /** Ends in /api/v1, without a slash behind it. */
  baseUrl: string;
  secretKey: () => string;
};

export type GatewayAnswer = { json: unknown; body: Buffer; path: string; query: string };

function wrongKey(answer: Answer, url: string): TieoutError {
  return answerError(
    'payment gateway',
    answer,
    url,
    'The secret key was not accepted: check the environment variable or file that gateway.secret_key names, and that a live key meets the live base_url (test and live keys are issued separately).',
    'GATEWAY_KEY_REFUSED',
  );
}

/** Calls one path of the gateway with the bearer header (payment-gateway.md › Authentication); 2xx or an error. */
export async function callGateway(
  access: GatewayAccess,
  method: 'GET' | 'POST',
  path: string,
  query: URLSearchParams,
  body?: unknown,
): Promise<GatewayAnswer> {
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
  });
  if (answer.status === 401 || answer.status === 403) throw wrongKey(answer, url);
  if (answer.status >= 300 && answer.status < 400) throw redirected(answer, url);
  if (answer.status < 200 || answer.status >= 300) {
    throw answerError(
      'payment gateway',
      answer,
      url,
      answer.status === 404
        ? 'Check base_url in the configuration: its path ends in /api/v1.'
        : 'Run again later; what has arrived is kept.',
      answer.status === 404 ? 'GATEWAY_NOT_FOUND' : 'GATEWAY_ERROR',
    );
  }
  return { json: jsonOf(answer, url), body: answer.body, path, query: search };
}

export function redirected(answer: Answer, url: string): TieoutError {
  const target = answer.headers.location;
  return new TieoutError({
    code: 'REDIRECT_REFUSED',
    message: `The service sends to another place (${target === undefined ? 'unnamed' : shownUrl(new URL(target, url).toString())}).`,
    remedy: 'The key is sent to no host but the configured one: if the service has moved, correct base_url.',
    place: { url: shownUrl(url) },
  });
}
