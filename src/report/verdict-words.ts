import { createHash } from 'node:crypto';

/** Worst first. */
export const verdictOrder = ['incomplete', 'breaks', 'reconciled_with_timing', 'reconciled'] as const;

export const verdictWords: Record<string, string> = {
  reconciled: 'Reconciled',
  reconciled_with_timing: 'Reconciled, with timing',
  breaks: 'Breaks',
  incomplete: 'Incomplete',
};

export const verdictSentences: Record<string, string> = {
  reconciled: 'Everything ties out, down to the last item.',
  reconciled_with_timing: 'Everything ties out but what is not due yet.',
  breaks: 'Something does not tie out. Each item below says why, and what to do.',
  incomplete: 'Something is not proven: an input is missing, a row is not understood, or a control leaves a remainder.',
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** What a page may do: use its own style and script, by their hashes, and nothing else; no network at all. */
export function contentPolicy(style: string, script?: string): string {
  const scripts = script === undefined ? '' : ` script-src 'sha256-${sha256(script)}';`;
  return `default-src 'none'; style-src 'sha256-${sha256(style)}';${scripts} base-uri 'none'; form-action 'none'`;
}
