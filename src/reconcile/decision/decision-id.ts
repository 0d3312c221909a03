import { createHash } from 'node:crypto';
import type { Decision } from './decision.ts';

/**
 * The id of a decision: a UUID (version 8) from the hash of its content, which has the item, the author and the time, and of how many
 * decisions there were on the item before. A decision that is made again has another id.
 */
export function decisionId(content: Omit<Decision, 'decision_id'>, earlier: number): string {
  const hex = createHash('sha256')
    .update(`${earlier} ${JSON.stringify(content)}`)
    .digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}
