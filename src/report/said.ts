import type { DuckDBConnection } from '@duckdb/node-api';
import { catalogueOf } from '../messages/catalogue.ts';
import { readWritten, textOf } from '../warehouse/duckdb-values.ts';
import type { ReportScope } from './table.ts';
import { phraseIn, type Words } from './words/words.ts';

/** The messages of the sentences that a report of the scope can show. */
const origins = `
  select sentence, min(message) as message
  from recon.sentence
  where sentence in (
    select reason from mart.item where company = $company and (is_open or (business_date >= $from::date and business_date < $to::date))
    union all
    select reason from mart.change where company = $company
    union all
    select reason from mart.cause where company = $company
    union all
    select reason from mart.break where company = $company and status <> 'closed'
  )
  group by sentence`;

/** The texts of a language, with the sentences of the rules that a report of the scope can show. */
export async function withSentences(words: Words, connection: DuckDBConnection, scope: ReportScope): Promise<Words> {
  // English is what the results hold
  if (words.code === 'en') return words;
  const { company, from, to } = scope;
  const rows = await readWritten(connection, origins, { company, from, to });
  const { sentence } = await catalogueOf(words.code, {
    origins: new Map(rows.map((row) => [textOf(row, 'sentence'), textOf(row, 'message')])),
    phrase: (text) => phraseIn(words, text),
  });
  return { ...words, said: sentence };
}
