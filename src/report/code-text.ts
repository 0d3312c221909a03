import { decisionWord } from '../domain/decision-word.ts';
import type { Words } from '../messages/words.ts';
import { type Bound, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { ReportTable } from './table.ts';

type Read = (sql: string, bound: Bound) => Promise<WarehouseRow[]>;

/** The sentences of the controls in a notice of one day; $company and $date are bound. */
export const saidOfDay = 'select reason from mart.control where company = $company and business_date = $date::date';

/** The sentences that a report of a scope can show; $company, $from and $to are bound. Inputs are shown for the two weeks before. */
export const saidInScope = `
  with days as (select $from::date as first_day, $to::date as end_day)
  select reason from mart.item, days
  where company = $company and (is_open or (business_date >= first_day and business_date < end_day))
  union all
  select reason from mart.change where company = $company
  union all
  select reason from mart.cause where company = $company
  union all
  select reason from mart.break where company = $company and status <> 'closed'
  union all
  select unnest([reason, what_to_do]) from mart.control, days
  where company = $company and business_date >= first_day and business_date < end_day
  union all
  select reason from mart.input_day, days where company = $company and business_date >= first_day - 14 and business_date < end_day
  union all
  select reason from mart.input_warning where company = $company
  union all
  select reason from mart.verdict, days where company = $company and business_date >= first_day and business_date < end_day`;

/** The texts of a language with the sentences of the rules; `texts` is the query of the English sentences. */
export async function withSentences(words: Words, read: Read, texts: string, bound: Bound): Promise<Words> {
  // the results already have the English sentences
  if (words.language === 'en') return words;
  const rows = await read(
    `select sentence, min(message) as message from recon.sentence where sentence in (${texts}) group by sentence`,
    bound,
  );
  const messages = new Map(rows.map((row) => [textOf(row, 'sentence'), textOf(row, 'message')]));
  return { ...words, sentence: (text) => words.sentence(messages.get(text) ?? text) };
}

/** The titles of a reconciliation and of its two sides, and its file if it is the user's own, by its name. */
export type ReconciliationTitles = ReadonlyMap<
  string,
  { title: string; left: string; right: string; ownFile?: string | undefined }
>;

export function titlesOf(reconciliations: readonly WarehouseRow[]): ReconciliationTitles {
  return new Map(
    reconciliations.map(({ reconciliation, title, left_title: left, right_title: right, own_file: file }) => {
      const ownFile = typeof file === 'string' ? file : undefined;
      return [String(reconciliation), { title: String(title), left: String(left), right: String(right), ownFile }];
    }),
  );
}

/** A code of a field in words: `matched_by_hand` as `matched by hand`. */
export function wordOf(field: string, code: string, words: Words): string {
  const own =
    field === 'outcome' ? words.find(`outcome-${code}`) : field === 'basis' ? words.find(`basis-${code}`) : undefined;
  return own ?? words.phrase(field === 'decision' ? decisionWord(code) : code.replaceAll('_', ' '));
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
  if (field === 'reconciliation' && own !== undefined) return words.phrase(own.title);
  if (field === 'outcome' && own !== undefined) {
    if (code === 'missing_left') return words.say('table-missing', { side: inSentence(words.phrase(own.left)) });
    if (code === 'missing_right') return words.say('table-missing', { side: inSentence(words.phrase(own.right)) });
  }
  return wordOf(field, code, words);
}

/** Why a section of the user's own has no rows; nothing where its view is not known. */
export function emptyText(
  { section, rowsOfView }: Pick<ReportTable, 'section' | 'rowsOfView'>,
  words: Words,
): string[] {
  if (rowsOfView === undefined) return [];
  const [title, view] = [words.phrase(section.title), section.view];
  const { all, ofCompany } = rowsOfView;
  if (all === 0) return [words.say('table-empty_view', { title, view })];
  if (ofCompany === 0) return [words.say('table-empty_company', { title, view, rows: all })];
  return [words.say('table-empty_days', { title, view, rows: ofCompany })];
}
