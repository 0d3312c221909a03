import { en, type Words } from './en.ts';

export type { Words };

/** The texts of a language of the configuration. */
export async function wordsOf(language: string): Promise<Words> {
  return language === 'ms' ? (await import('./ms.ts')).ms : en;
}

/**
 * A fixed phrase of reports/ or sql/ (a title, what a reason means, what to do) in the language of the texts; in English
 * where it has no translation yet.
 */
export const phraseIn = (words: Words, phrase: string): string => words.phrases[phrase] ?? phrase;

/** A reason or an advice in the language of the texts: the sentence of a rule, or a fixed phrase. */
export const sentenceIn = (words: Words, text: string): string => {
  const said = words.said(text);
  return said === text ? phraseIn(words, text) : said;
};
