import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { lineOfKey } from './yaml-places.ts';

/** The first error of a YAML text: a sentence for people, and its line. */
export type TermsProblem = { message: string; line: number };

/** The terms in a YAML text, or its first error; `subject` names the text in the sentence: `The preset`. */
export function parseTerms<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  subject: string,
): { terms: z.output<Schema> } | TermsProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const problem = (syntax.message.split('\n')[0] ?? '').replace(/ at line .*$/, '');
    return { message: `${subject} is not YAML: ${problem}.`, line: lines.linePos(syntax.pos[0]).line };
  }
  const read = schema.safeParse(document.toJS() ?? {});
  if (read.success) return { terms: read.data };
  const [issue] = read.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path.map(String) ?? []), ...unknown];
  const problem = unknown.length > 0 ? 'there is no such key' : (issue?.message ?? 'is wrong');
  return {
    message: `${path.length === 0 ? subject : path.join('.')}: ${problem}.`,
    line: lineOfKey(document.contents, path, lines),
  };
}
