/** A sentence with gaps: the parts between the gaps, and its translation. */
type Template = { parts: readonly string[]; translation: string };

export type Sentences = readonly Template[];

/** Names and amounts are shorter; a longer gap means that the text is another sentence. */
const longestGap = 400;

/** The sentences, each {} a gap. Those with the most fixed text are tried first. */
export function sentencesOf(known: Readonly<Record<string, string>>): Sentences {
  const lengthOf = ({ parts }: Template) => parts.join('').length;
  return Object.entries(known)
    .map(([english, translation]) => ({ parts: english.split('{}'), translation }))
    .sort((a, b) => lengthOf(b) - lengthOf(a));
}

/** The end of a sentence at the start of a text, and its gaps. It never goes back, so hostile text takes linear time. */
function matchStart(text: string, { parts }: Template): { end: number; gaps: string[] } | undefined {
  const [first = '', ...others] = parts;
  if (!text.startsWith(first)) return undefined;
  const gaps: string[] = [];
  let place = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    // a sentence that ends with a gap takes the rest of the text
    let found = isLast && part === '' ? text.length : text.indexOf(part, place);
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
 * A text of one or more sentences in another language. An unknown sentence stays as it is. `word` translates the content of
 * a gap that is a word and not a name or amount.
 */
export function translated(text: string, sentences: Sentences, word: (text: string) => string): string {
  const output: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    let end = rest.indexOf('. ') + 1 || rest.length;
    let sentence = rest.slice(0, end);
    for (const template of sentences) {
      const found = matchStart(rest, template);
      if (found === undefined) continue;
      const gaps = found.gaps.map(word);
      sentence = template.translation.replaceAll('{}', () => gaps.shift() ?? '');
      end = found.end;
      break;
    }
    output.push(sentence);
    rest = rest.slice(end).trimStart();
  }
  return output.join(' ');
}
