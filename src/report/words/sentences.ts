/** A sentence with gaps: what stands between the gaps, and the same in another language. */
type Template = { parts: readonly string[]; said: string };

export type Sentences = readonly Template[];

/** Names and amounts are shorter than this; what is longer is no sentence of ours. */
const longestGap = 400;

/** The sentences, each {} a gap; what tells most by itself is tried first. */
export function sentencesOf(known: Readonly<Record<string, string>>): Sentences {
  const lengthOf = ({ parts }: Template) => parts.join('').length;
  return Object.entries(known)
    .map(([english, said]) => ({ parts: english.split('{}'), said }))
    .sort((a, b) => lengthOf(b) - lengthOf(a));
}

/** Where a text goes on that begins with the sentence, and what stands in its gaps. It reads on and never back: hostile text costs no more. */
function begins(text: string, { parts }: Template): { end: number; gaps: string[] } | undefined {
  const [first = '', ...others] = parts;
  if (!text.startsWith(first)) return undefined;
  const gaps: string[] = [];
  let place = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    let found = text.indexOf(part, place);
    while (isLast && found >= 0 && !isEnd(text, found + part.length)) found = text.indexOf(part, found + 1);
    if (found < 0 || found - place > longestGap) return undefined;
    gaps.push(text.slice(place, found));
    place = found + part.length;
  }
  return isEnd(text, place) ? { end: place, gaps } : undefined;
}

function isEnd(text: string, place: number): boolean {
  return place === text.length || text.startsWith(' ', place);
}

/**
 * A text of one or more sentences in another language, as far as its sentences are known; a sentence that is not known stays
 * as it is. `word` gives what stands in a gap in that language, where it is a word and no name or amount.
 */
export function translated(text: string, sentences: Sentences, word: (text: string) => string): string {
  const said: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    let end = rest.indexOf('. ') + 1 || rest.length;
    let told = rest.slice(0, end);
    for (const template of sentences) {
      const found = begins(rest, template);
      if (found === undefined) continue;
      const gaps = found.gaps.map(word);
      told = template.said.replaceAll('{}', () => gaps.shift() ?? '');
      end = found.end;
      break;
    }
    said.push(told);
    rest = rest.slice(end).trimStart();
  }
  return said.join(' ');
}
