import { catalogueOf } from '../messages/catalogue.ts';
import { type Bound, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { phraseIn, type Words } from './words/words.ts';

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
  if (words.code === 'en') return words;
  const rows = await read(
    `select sentence, min(message) as message from recon.sentence where sentence in (${texts}) group by sentence`,
    bound,
  );
  const { sentence } = await catalogueOf(words.code, {
    origins: new Map(rows.map((row) => [textOf(row, 'sentence'), textOf(row, 'message')])),
    phrase: (text) => phraseIn(words, text),
  });
  return { ...words, said: sentence };
}
