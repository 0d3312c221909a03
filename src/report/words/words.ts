import { en } from './en.ts';
import { ms } from './ms.ts';
import { msAdvice } from './ms-advice.ts';
import { msPhrases } from './ms-phrases.ts';
import { completed, type Words } from './translation.ts';

export type { Words };

type Language = { words: Words; phrases: Readonly<Record<string, string>> };

const languages: Readonly<Record<string, Language>> = {
  en: { words: en, phrases: {} },
  ms: { words: completed(ms), phrases: { ...msPhrases, ...msAdvice } },
};

/** The texts of a language of the configuration; English for a language without texts. */
export function wordsOf(language: string): Words {
  return (languages[language] ?? { words: en }).words;
}

/**
 * A fixed phrase of reports/ or sql/ (a title, what a reason means, what to do) in the language of the texts; in English
 * where it has no translation yet.
 */
export function phraseIn(words: Words, phrase: string): string {
  return languages[words.code]?.phrases[phrase] ?? phrase;
}

/** A reason or an advice in the language of the texts: the sentence of a rule, or a fixed phrase. */
export const sentenceIn = (words: Words, text: string): string => {
  const said = words.said(text);
  return said === text ? phraseIn(words, text) : said;
};
