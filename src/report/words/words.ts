import { en } from './en.ts';
import { ms } from './ms.ts';
import { msAdvice } from './ms-advice.ts';
import { msPhrases } from './ms-phrases.ts';

/** All words of one language; each language has the same keys. */
export type Words = typeof en;

const languages: Record<string, { words: Words; phrases: Record<string, string> }> = {
  en: { words: en, phrases: {} },
  ms: { words: ms, phrases: { ...msPhrases, ...msAdvice } },
};

/** The words of a language of the configuration; English where there are none. */
export function wordsOf(language: string): Words {
  return (languages[language] ?? { words: en }).words;
}

/**
 * A fixed phrase that stands in English in reports/ or sql/ (a title, what a reason means, what to do) in the language of
 * the words; as it stands where nobody has put it into that language yet.
 */
export function phraseIn(words: Words, phrase: string): string {
  return languages[words.code]?.phrases[phrase] ?? phrase;
}
