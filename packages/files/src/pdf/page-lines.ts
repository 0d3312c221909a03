import type { PdfPage, PdfWord } from './page-words.ts';

/** A line of words with a common baseline. `line` is 1-based within its page. */
export type PdfLine = { page: number; line: number; base: number; size: number; words: PdfWord[] };

/** Words that are printed as one, with a small gap between them: a head, a label, a cell. */
export type Phrase = { text: string; left: number; right: number; words: PdfWord[] };

/** Baselines that differ by less than this share of the size of letters are one line. */
const sameLine = 0.35;
/** Words with a smaller gap, in the size of letters, are parts of one word; with a larger gap, parts of different phrases. */
const withinWord = 0.1;
const betweenPhrases = 0.8;

/** Joins the parts of words that were drawn separately, such as an amount and its sign. */
function joinedWords(words: readonly PdfWord[]): PdfWord[] {
  const joined: PdfWord[] = [];
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
    const last = joined.at(-1);
    if (last !== undefined && word.left - last.right < withinWord * Math.min(last.size, word.size))
      joined.splice(-1, 1, { ...last, text: last.text + word.text, right: Math.max(last.right, word.right) });
    else joined.push(word);
  }
  return joined;
}

/** The lines of a page from top to bottom. */
export function linesOf({ number, words }: PdfPage): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const word of words.toSorted((a, b) => a.base - b.base || a.left - b.left)) {
    const last = lines.at(-1);
    if (last !== undefined && word.base - last.base <= sameLine * Math.min(last.size, word.size)) {
      last.words.push(word);
      last.size = Math.max(last.size, word.size);
    } else lines.push({ page: number, line: lines.length + 1, base: word.base, size: word.size, words: [word] });
  }
  return lines.map((line) => ({ ...line, words: joinedWords(line.words) }));
}

const textOf = (words: readonly PdfWord[]) => words.map(({ text }) => text).join(' ');

/** The phrases of words on one line, from left to right. */
export function phrasesOf(words: readonly PdfWord[]): Phrase[] {
  const groups: PdfWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && word.left - last.right < betweenPhrases * Math.max(last.size, word.size))
      groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => phraseOf(group));
}

/** Words as one phrase. */
export function phraseOf(words: readonly PdfWord[]): Phrase {
  return {
    text: textOf(words),
    left: Math.min(...words.map(({ left }) => left)),
    right: Math.max(...words.map(({ right }) => right)),
    words: [...words],
  };
}

/** The text of a line, with two spaces between its phrases. */
export const lineText = ({ words }: Pick<PdfLine, 'words'>): string =>
  phrasesOf(words)
    .map(({ text }) => text)
    .join('  ');

/** The width that two places share; negative for the gap between them. */
export const overlap = (a: { left: number; right: number }, b: { left: number; right: number }): number =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left);
