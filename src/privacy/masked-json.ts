import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { isPersonal } from './personal-names.ts';
import type { Pseudonyms } from './pseudonym.ts';

/** Recognises numbers and words of a service: ids, codes, references, amounts and days have no spaces. */
const isPlain = (text: string) => /^[\w.:/+=&%?-]*$/.test(text);

/**
 * JSON from outside with keyed hashes in place of the values of personal keys, and of every text of several words; `masked` is applied
 * to the rest. A text that is not JSON is replaced as a whole. Numbers are kept exactly as written, unless their key is personal.
 */
export function maskedJson(json: string, pseudonyms: Pseudonyms, masked: (text: string) => string): string {
  function maskedNode(node: unknown, key: string): unknown {
    if (Array.isArray(node)) return node.map((each) => maskedNode(each, key));
    if (typeof node === 'object' && node !== null && Object.getPrototypeOf(node) === Object.prototype)
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, maskedNode(value, name)]));
    if (isLosslessNumber(node)) return isPersonal(key) ? pseudonyms.ofValue(node.value) : node;
    if (typeof node !== 'string') return node;
    if (isPersonal(key)) return pseudonyms.ofValue(node);
    return isPlain(node) ? masked(node) : pseudonyms.ofText(node);
  }
  try {
    return stringify(maskedNode(parse(json), '')) ?? 'null';
  } catch {
    return JSON.stringify(pseudonyms.ofText(json));
  }
}
