import { z } from 'zod';
import { sentence } from '../../domain/sentence.ts';
import { type ErrorDetails, TieoutError } from '../../domain/tieout-error.ts';
import { schemaProblem } from '../record-schema.ts';
import type { Answer } from './client.ts';
import { shownText, shownUrl } from './redact.ts';
import { readRetryAfter } from './retry.ts';

/** An answer that was received and cannot be used, with its bytes as received. */
export class AnswerError extends TieoutError {
  readonly body: Buffer;

  constructor(details: ErrorDetails, body: Buffer) {
    super(details);
    this.body = body;
  }
}

const problem = z.looseObject({ message: z.string().optional(), code: z.string().optional() });

/** A field, or `__all__`, and its problem or list of problems. */
const problemsByField = z.record(z.string(), z.union([z.array(problem), problem]));

/** `message`, `error` or `detail` as text; `errors` as text, a list or a map. */
const problemMessage = z.looseObject({
  message: z.string().optional(),
  error: z.string().optional(),
  detail: z.string().optional(),
  errors: z.unknown().optional(),
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner).map((text) => `${name}: ${text}`));
}

function byField(body: unknown): string | undefined {
  const parsed = problemsByField.safeParse(body);
  if (!parsed.success) return undefined;
  const lines = Object.entries(parsed.data).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      ({ message, code }) => `${field === '__all__' ? '' : `${field}: `}${message ?? ''}${code ? ` (${code})` : ''}`,
    ),
  );
  return lines.join('; ') || undefined;
}

function byMessage(body: unknown): string | undefined {
  const parsed = problemMessage.safeParse(body);
  if (!parsed.success) return undefined;
  const { message, error, detail, errors } = parsed.data;
  return [message, error, detail, ...textsIn(errors)].filter((text) => text).join('; ') || undefined;
}

/** The reason that a service gives for a failure, on one line, in any of the common formats. */
function problemText(answer: Answer): string {
  const text = answer.body.toString('utf8');
  try {
    const body: unknown = JSON.parse(text);
    const found = byField(body) ?? byMessage(body);
    if (found !== undefined) return shownText(found);
  } catch {
    // not JSON: the text itself is shown
  }
  return shownText(text) || 'no reason given';
}

/** The JSON of an answer. Throws ANSWER_NOT_JSON with the received text. */
export function jsonOf(answer: Answer, url: string): unknown {
  try {
    // invalid UTF-8 would otherwise be replaced in texts without notice
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
  } catch (cause) {
    const isHtml = /^\s*<(!doctype|html)/i.test(answer.body.toString('utf8'));
    throw new AnswerError(
      {
        code: 'ANSWER_NOT_JSON',
        message: isHtml ? 'The answer is a web page instead of data.' : 'The answer is not JSON.',
        remedy: 'Check base_url in the configuration. A proxy or a login page may answer instead of the service.',
        place: { url: shownUrl(url) },
        exitStatus: 4,
        cause,
      },
      answer.body,
    );
  }
}

/**
 * The JSON of an answer as a record. Unknown fields and values are accepted; ANSWER_NOT_UNDERSTOOD when a field is missing or
 * has another type.
 */
export function recordOf<T>(
  schema: z.ZodType<T>,
  json: unknown,
  what: string,
  received: { url?: string; body?: Buffer } = {},
): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const details = {
    code: 'ANSWER_NOT_UNDERSTOOD',
    message: `The ${what} does not match the specification: ${schemaProblem(parsed.error)}.`,
    remedy:
      'Run again. If the error persists, the service has changed and tieout needs an update. Nothing of the answer was used.',
    exitStatus: 4 as const,
    ...(received.url === undefined ? {} : { place: { url: shownUrl(received.url) } }),
  };
  throw received.body === undefined ? new TieoutError(details) : new AnswerError(details, received.body);
}

/** Statuses with which a service refuses every request for now: the key, its rights, or their number. */
const refusedAlike = new Set([401, 403, 429]);

/** The error of an unsuccessful answer, with the pause that the service requests. */
export function answerError(service: string, answer: Answer, url: string, remedy: string, code: string): TieoutError {
  const retryAfter = answer.headers['retry-after'];
  const pause = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, Date.now());
  const wait = pause === undefined || pause <= 0 ? '' : ` It asks for a pause of ${Math.ceil(pause / 1000)} s.`;
  return new TieoutError({
    code,
    scope: refusedAlike.has(answer.status) ? 'service' : 'input',
    message: `${sentence(`The ${service} answered ${answer.status}: ${problemText(answer)}`)}${wait}`,
    remedy,
    place: { url: shownUrl(url) },
  });
}

/** Refuses to follow a redirect with a token. */
export function redirected(answer: Answer, url: string): TieoutError {
  const { location } = answer.headers;
  const target =
    location !== undefined && URL.canParse(location, url) ? shownUrl(new URL(location, url).href) : 'unnamed';
  return new TieoutError({
    code: 'REDIRECT_REFUSED',
    scope: 'service',
    message: `The service redirects to another address (${target}).`,
    remedy: 'The key is sent to the configured host only. If the service has moved, correct base_url.',
    place: { url: shownUrl(url) },
  });
}

/** The server's clock by the Date header of an answer, in Unix seconds. */
export function serverTime(answer: Answer): number | undefined {
  const date = answer.headers.date === undefined ? Number.NaN : Date.parse(answer.headers.date);
  return Number.isNaN(date) ? undefined : Math.floor(date / 1000);
}
