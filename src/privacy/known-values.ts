import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { isPersonal, mailAddress, normalValue, type Pseudonyms } from './pseudonym.ts';

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

/** Returns the replacement of a value that was found. */
type Replace = (found: string) => string;

export type KnownValues = {
  /**
   * The text with replacements for each e-mail address and each known value, as whole words and in any spelling. A value of one word
   * without a long number is replaced in prose only, because a code or a reference may be the same word.
   */
  masked(text: string, replace: Replace, isProse: boolean): string;
};

type Word = { text: string; from: number; to: number };

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(wordPattern)].map((found) => ({
    text: found[0].normalize('NFKC').toLowerCase(),
    from: found.index,
    to: found.index + found[0].length,
  }));

const shortestWord = 4;
const longestValue = 12;

/** Whether a value identifies a person wherever it is found, and is not only a word. */
const isDistinct = (words: readonly Word[]) => words.length > 1 || /\d{6}/.test(words[0]?.text ?? '');

/** A dictionary of values, which finds them in texts in a time that does not depend on their number. */
export function knownValues(values: Iterable<string>): KnownValues {
  /** The values by their words; `lengths` has the most words of a value with the same first word. */
  const known = new Map<string, { isDistinct: boolean }>();
  const lengths = new Map<string, number>();
  for (const value of values) {
    const words = wordsOf(normalValue(value));
    const [first] = words;
    if (first === undefined || words.length > longestValue || value.includes('@')) continue;
    if (words.length === 1 && (first.text.length < shortestWord || /^\d{1,5}$/.test(first.text))) continue;
    known.set(words.map(({ text }) => text).join(' '), { isDistinct: isDistinct(words) });
    lengths.set(first.text, Math.max(lengths.get(first.text) ?? 0, words.length));
  }

  function valueAt(words: readonly Word[], at: number, isProse: boolean): number {
    for (let count = lengths.get(words[at]?.text ?? '') ?? 0; count > 0; count -= 1) {
      const candidate = words
        .slice(at, at + count)
        .map(({ text }) => text)
        .join(' ');
      const found = known.get(candidate);
      if (found !== undefined && (isProse || found.isDistinct)) return count;
    }
    return 0;
  }

  function withoutKnown(text: string, replace: Replace, isProse: boolean): string {
    const words = wordsOf(text);
    let result = '';
    let end = 0;
    for (let at = 0; at < words.length; at += 1) {
      const count = valueAt(words, at, isProse);
      const [first, last] = [words[at], words[at + count - 1]];
      if (count === 0 || first === undefined || last === undefined) continue;
      result += text.slice(end, first.from) + replace(text.slice(first.from, last.to));
      end = last.to;
      at += count - 1;
    }
    return result + text.slice(end);
  }

  return {
    masked: (text, replace, isProse) => {
      const withoutMail = text.includes('@') ? text.replaceAll(mailAddress, replace) : text;
      return known.size === 0 ? withoutMail : withoutKnown(withoutMail, replace, isProse);
    },
  };
}
