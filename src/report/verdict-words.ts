import { createHash } from 'node:crypto';

/** Worst first. */
export const verdictOrder = ['incomplete', 'breaks', 'reconciled_with_timing', 'reconciled'] as const;
export type Verdict = (typeof verdictOrder)[number];

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The content policy of a page: only its own style and script, by their hashes, and no network. */
export function contentPolicy(style: string, script?: string): string {
  const scripts = script === undefined ? '' : ` script-src 'sha256-${sha256(script)}';`;
  return `default-src 'none'; style-src 'sha256-${sha256(style)}';${scripts} base-uri 'none'; form-action 'none'`;
}
