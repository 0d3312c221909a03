function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/**
 * The known word that a misspelt word most likely means: a word that starts with it, otherwise the word with the fewest changed letters;
 * undefined without a near name.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const [best] = known
    .map((candidate) => {
      const isBegun = typed.length >= 3 && candidate.toLowerCase().startsWith(typed);
      return { candidate, changes: isBegun ? 0 : distance(typed, candidate.toLowerCase()) };
    })
    .sort((a, b) => a.changes - b.changes || (a.candidate < b.candidate ? -1 : 1));
  return best !== undefined && best.changes <= Math.max(2, Math.ceil(word.length / 2)) ? best.candidate : undefined;
}
