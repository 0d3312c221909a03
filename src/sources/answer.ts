import { z } from 'zod';
import { TieoutError } from '../errors/tieout-error.ts';
import type { Answer } from './http/client.ts';
import { shownText, shownUrl } from './http/redact.ts';

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
export function recordOf<T>(schema: z.ZodType<T>, json: unknown, what: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problem = z.prettifyError(parsed.error).split('\n').slice(0, 2).join(' ').replaceAll(/\s+/g, ' ');
  throw new TieoutError({
    code: 'ANSWER_NOT_UNDERSTOOD',
    message: `The ${what} is not what the specification says: ${problem}.`,
    remedy: 'Run again; if it stays, the service has changed and tieout must follow. Nothing of the answer was used.',
    exitStatus: 4,
  });
}

const gatewayProblem = z.object({ message: z.string().optional(), code: z.string().optional() }).loose();
/** Field or `__all__` → a problem; live answers hold a list of them where the specification shows one. */
const gatewayProblems = z.record(z.string(), z.union([gatewayProblem, z.array(gatewayProblem)]));
const payoutProblem = z.object({ message: z.string(), code: z.number().optional() }).loose();

/** What the services say went wrong, in one line, whichever of their error shapes it comes in. */
export function problemText(answer: Answer): string {
  try {
    const body: unknown = JSON.parse(answer.body.toString('utf8'));
    const payout = payoutProblem.safeParse(body);
    if (payout.success) return payout.data.message;
    const gateway = gatewayProblems.safeParse(body);
    if (gateway.success) {
      return Object.entries(gateway.data)
        .flatMap(([field, value]) =>
          (Array.isArray(value) ? value : [value]).map(
            ({ message, code }) =>
              `${field === '__all__' ? '' : `${field}: `}${message ?? ''}${code ? ` (${code})` : ''}`,
          ),
        )
        .join('; ');
    }
  } catch {
    // Not JSON: what came is shown as it is.
  }
  return shownText(answer.body.toString('utf8'));
}

export function answerError(service: string, answer: Answer, url: string, remedy: string, code: string): TieoutError {
  return new TieoutError({
    code,
    message: `The ${service} answered ${answer.status}: ${problemText(answer)}`,
    remedy,
    place: { url: shownUrl(url) },
  });
}

export type Unexpected = { schema: string; field: string; value?: string; count: number };

/** Counts fields and values that the specification does not name: they are kept, reported, and stop nothing. */
export function openUnexpected(): { note(schema: string, field: string, value?: string): void; list(): Unexpected[] } {
  const seen = new Map<string, Unexpected>();
  return {
    note(schema, field, value) {
      const key = `${schema}\0${field}\0${value ?? ''}`;
      const entry = seen.get(key) ?? { schema, field, ...(value === undefined ? {} : { value }), count: 0 };
      entry.count += 1;
      seen.set(key, entry);
    },
    list: () => [...seen.values()].sort((a, b) => (a.schema + a.field < b.schema + b.field ? -1 : 1)),
  };
}
