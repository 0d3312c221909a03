import { en } from './en.ts';
import { ms } from './ms.ts';
import { msAdvice } from './ms-advice.ts';
import { msPhrases } from './ms-phrases.ts';
import { msSentences } from './ms-sentences.ts';
import { type Sentences, sentencesOf, translated } from './sentences.ts';

/** All words of one language; each language has the same keys. */
export type Words = typeof en;

const languages: Record<string, { words: Words; phrases: Record<string, string>; sentences?: Sentences }> = {
  en: { words: en, phrases: {} },
  ms: { words: ms, phrases: { ...msPhrases, ...msAdvice }, sentences: sentencesOf(msSentences) },
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

/** A reason, which sql/ tells in English sentences with figures in them, in the language of the words. */
export function sentenceIn(words: Words, text: string): string {
  const sentences = languages[words.code]?.sentences;
  return sentences === undefined ? text : translated(text, sentences, (one) => phraseIn(words, one));
}
