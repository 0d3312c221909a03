import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { phraseIn, type Words } from './words/words.ts';

/** The titles of a reconciliation and of its two sides, and its file if it is the user's own, by its name. */
export type ReconciliationTitles = ReadonlyMap<
  string,
  { title: string; left: string; right: string; ownFile?: string | undefined }
>;

export function titlesOf(reconciliations: readonly WarehouseRow[]): ReconciliationTitles {
  return new Map(
    reconciliations.map(({ reconciliation, title, left_title, right_title, own_file }) => [
      String(reconciliation),
      {
        title: String(title),
        left: String(left_title),
        right: String(right_title),
        ownFile: typeof own_file === 'string' ? own_file : undefined,
      },
    ]),
  );
}

/** The words of outcomes whose code is not one that people use. */
const outcomeWords: Readonly<Record<string, string>> = {
  timing: 'outstanding',
  orphan_refund: 'refund without payment',
  over_refund: 'refund above payment',
  control_breach: 'control out of balance',
  restated: 'restatement',
};

/** What proves the coverage of an input. */
const basisWords: Readonly<Record<string, string>> = {
  window: 'requested period',
  answer: 'answer for the day',
  reading: 'readings at both ends of the day',
  list: 'complete list',
  stated_span: 'period stated in the file',
  balance: 'running balance',
  later_line: 'line of a later day in the file',
  declared: 'declared by a person',
  rule: 'declared in the configuration',
};

/** A code as English words: `matched_by_hand` as `matched by hand`. */
export function wordOf(field: string, code: string): string {
  const word = field === 'outcome' ? outcomeWords[code] : field === 'basis' ? basisWords[code] : undefined;
  return word ?? code.replaceAll('_', ' ');
}

/** A title within a sentence. An abbreviation keeps its capitals. */
const inSentence = (title: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/**
 * The code in a field as people read it: a reconciliation by its title, a missing side by the title of that side, every
 * other code as words. Nothing where the field is empty.
 */
export function codeText(row: WarehouseRow, field: string, titles: ReconciliationTitles, words: Words): string {
  const code = String(row[field] ?? '');
  const own = titles.get(String(row.reconciliation));
  if (field === 'reconciliation' && own !== undefined) return phraseIn(words, own.title);
  if (field === 'outcome' && own !== undefined) {
    if (code === 'missing_left') return words.table.missing(inSentence(phraseIn(words, own.left)));
    if (code === 'missing_right') return words.table.missing(inSentence(phraseIn(words, own.right)));
  }
  return phraseIn(words, wordOf(field, code));
}
