import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { gatewayError } from '../gateway/schemas.ts';
import type { Answer } from './client.ts';
import { shownText, shownUrl } from './redact.ts';
import { readRetryAfter } from './retry.ts';

/** The JSON of an answer, or an error that says what came instead. */
export function jsonOf(answer: Answer, url: string): unknown {
  const text = answer.body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    const isHtml = /^\s*<(!doctype|html)/i.test(text);
    throw new TieoutError({
      code: 'ANSWER_NOT_JSON',
      message: isHtml ? 'A web page came where data was expected.' : 'The answer is not JSON.',
      remedy: 'Check base_url in the configuration; behind a proxy or a login page the service itself is not reached.',
      place: { url: shownUrl(url) },
      exitStatus: 4,
      cause,
    });
  }
}

/** An answer's JSON as the record it should be; unknown fields and values are no error, a missing or misshapen one is. */
export function recordOf<T>(schema: z.ZodType<T>, json: unknown, what: string, url?: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problem = z.prettifyError(parsed.error).split('\n').slice(0, 2).join(' ').replaceAll(/\s+/g, ' ');
  throw new TieoutError({
    code: 'ANSWER_NOT_UNDERSTOOD',
    message: `The ${what} is not what the specification says: ${problem}.`,
    remedy: 'Run again; if it stays, the service has changed and tieout must follow. Nothing of the answer was used.',
    exitStatus: 4,
    ...(url === undefined ? {} : { place: { url: shownUrl(url) } }),
  });
}

/** `message` or `error` as a text, `errors` as a text, a list or a map: live bodies of the payout service vary. */
const payoutProblem = z.looseObject({
  message: z.string().optional(),
  error: z.string().optional(),
  errors: z.unknown().optional(),
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner).map((text) => `${name}: ${text}`));
}

function gatewayText(body: unknown): string | undefined {
  const parsed = gatewayError.safeParse(body);
  if (!parsed.success) return undefined;
  const lines = Object.entries(parsed.data).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      ({ message, code }) => `${field === '__all__' ? '' : `${field}: `}${message ?? ''}${code ? ` (${code})` : ''}`,
    ),
  );
  return lines.join('; ') || undefined;
}

function payoutText(body: unknown): string | undefined {
  const parsed = payoutProblem.safeParse(body);
  if (!parsed.success) return undefined;
  const { message, error, errors } = parsed.data;
  return [message, error, ...textsIn(errors)].filter((text) => text).join('; ') || undefined;
}

/** What the services say went wrong, in one line, whichever of their error shapes it comes in. */
export function problemText(answer: Answer): string {
  const text = answer.body.toString('utf8');
  try {
    const body: unknown = JSON.parse(text);
    const problem = gatewayText(body) ?? payoutText(body);
    if (problem !== undefined) return shownText(problem);
  } catch {
    // Not JSON: what came is shown as it is.
  }
  return shownText(text) || 'no reason given';
}

/** The error of an answer that is not a success; a pause that the service asks for is told. */
export function answerError(service: string, answer: Answer, url: string, remedy: string, code: string): TieoutError {
  const retryAfter = answer.headers['retry-after'];
  const pause = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, Date.now());
  const wait = pause === undefined || pause <= 0 ? '' : ` It asks to be left alone for ${Math.ceil(pause / 1000)} s.`;
  return new TieoutError({
    code,
    message: `The ${service} answered ${answer.status}: ${problemText(answer)}${wait && '.'}${wait}`,
    remedy,
    place: { url: shownUrl(url) },
  });
}

/** The refusal to follow a redirect with a token. */
export function redirected(answer: Answer, url: string): TieoutError {
  const { location } = answer.headers;
  const target =
    location !== undefined && URL.canParse(location, url) ? shownUrl(new URL(location, url).href) : 'unnamed';
  return new TieoutError({
    code: 'REDIRECT_REFUSED',
    message: `The service sends to another place (${target}).`,
    remedy: 'The key is sent to no host but the configured one: if the service has moved, correct base_url.',
    place: { url: shownUrl(url) },
  });
}

/** The server's clock by the Date header of an answer, in Unix seconds. */
export function serverTime(answer: Answer): number | undefined {
  const date = answer.headers.date === undefined ? Number.NaN : Date.parse(answer.headers.date);
  return Number.isNaN(date) ? undefined : Math.floor(date / 1000);
}
