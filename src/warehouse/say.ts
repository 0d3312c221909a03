import type { DuckDBConnection } from '@duckdb/node-api';
import { messageStarts } from '../messages/message.ts';
import { english } from '../messages/words.ts';
import { execute, executeWritten, numberOf, readWritten, textOf } from './duckdb-values.ts';

/** A column with messages of rules, and a condition for the rows that may be new; without it, all rows. */
export type Said = { table: string; column: string; rows?: string };

/** The number of messages that are written in one step. */
const messagesAtOnce = 10_000;

const isMessage = (column: string) =>
  `(${messageStarts.map((start) => `starts_with(said.${column}, '${start}')`).join(' or ')})`;

const newRows = ({ column, rows = 'true' }: Said) => `${rows} and ${isMessage(column)}`;

/**
 * Replaces the messages of rules in the results of a run by sentences in English. The message of each sentence is kept (recon.sentence),
 * so that a report in another language can be made from it. `run_id` is bound where `rows` uses it.
 */
export async function say(
  connection: DuckDBConnection,
  texts: readonly Said[],
  bound: Readonly<Record<string, number>> = {},
): Promise<void> {
  const given = texts
    .map(
      (said, no) => `select ${no} as no, ${said.column} as message from ${said.table} as said where ${newRows(said)}`,
    )
    .join(' union all ');
  // once for all messages: repeated for each step, the query would be quadratic in them
  const found = await readWritten(
    connection,
    `select distinct no, case when message not in (select message from recon.sentence) then message end as unsaid from (${given})`,
    bound,
  );
  if (found.length === 0) return;
  const unsaid = [...new Set(found.flatMap((row) => (row.unsaid === null ? [] : [textOf(row, 'unsaid')])))];
  for (let from = 0; from < unsaid.length; from += messagesAtOnce) {
    const sentences = unsaid
      .slice(from, from + messagesAtOnce)
      .map((message) => ({ message, sentence: english().sentence(message) }));
    await execute(
      connection,
      `insert into recon.sentence (message, sentence)
       select unnest(json_transform_strict($sentences, '[{"message": "text", "sentence": "text"}]'), recursive := true)`,
      { sentences: JSON.stringify(sentences) },
    );
  }
  const places = new Set(found.map((row) => numberOf(row, 'no')));
  for (const said of texts.filter((_, no) => places.has(no))) {
    await executeWritten(
      connection,
      // a scalar subquery keeps the order of the table's rows; joined in another order, the update is quadratic in its rows
      `update ${said.table} as said
       set ${said.column} = (select sentence from recon.sentence where message = said.${said.column})
       where ${newRows(said)}`,
      bound,
    );
  }
}
