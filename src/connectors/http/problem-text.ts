import { z } from 'zod';
import type { Answer } from './client.ts';
import { shownText } from './redact.ts';

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

/** The reason that a service gives for a failure, on one line, in any of the shapes that services use. */
export function problemText(answer: Answer): string {
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
