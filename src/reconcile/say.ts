import type { DuckDBConnection } from '@duckdb/node-api';
import { catalogueOf } from '../messages/catalogue.ts';
import { execute, executeWritten, readWritten, textOf } from '../warehouse/duckdb-values.ts';

/** A column in which rules give messages, and the rows of it that a run wrote. */
export type Said = { table: string; column: string; rows: string };

const ofRun = 'said.run_id = $run_id';
const seenByRun = 'said.last_seen_on = (select as_of from recon.run where run_id = $run_id)';
const closedByRun = 'said.closed_on = (select as_of from recon.run where run_id = $run_id)';

/** The reasons of items, and what became of those that are or were open. */
export const ofItems: readonly Said[] = [
  { table: 'recon.item', column: 'reason', rows: ofRun },
  { table: 'recon.break_change', column: 'reason', rows: ofRun },
  { table: 'recon.break_life', column: 'reason', rows: seenByRun },
  { table: 'recon.break_life', column: 'closed_because', rows: closedByRun },
];

/** As many messages as are written in one step. */
const messagesAtOnce = 10_000;

const isMessage = (column: string) =>
  `(starts_with(said.${column}, '{"say":') or starts_with(said.${column}, '{"all":'))`;

/**
 * Gives the results of a run their sentences in English, in place of the messages that the rules gave. The message of each sentence is
 * kept (recon.sentence): a report in another language is made of it.
 */
export async function say(connection: DuckDBConnection, runId: number, texts: readonly Said[]): Promise<void> {
  const english = await catalogueOf('en');
  const unsaid = texts
    .map(
      ({ table, column, rows }) =>
        `select ${column} as message from ${table} as said where ${rows} and ${isMessage(column)}`,
    )
    .join(' union ');
  for (;;) {
    const messages = await readWritten(
      connection,
      `select message from (${unsaid}) where message not in (select message from recon.sentence) limit ${messagesAtOnce}`,
      { run_id: runId },
    );
    if (messages.length === 0) break;
    const sentences = messages.map((row) => {
      const message = textOf(row, 'message');
      return { message, sentence: english.sentence(message) };
    });
    await execute(
      connection,
      `insert into recon.sentence (message, sentence)
       select unnest(json_transform_strict($sentences, '[{"message": "text", "sentence": "text"}]'), recursive := true)`,
      { sentences: JSON.stringify(sentences) },
    );
  }
  for (const { table, column, rows } of texts) {
    await executeWritten(
      connection,
      `update ${table} as said set ${column} = sentence.sentence from recon.sentence as sentence
       where ${rows} and ${isMessage(column)} and sentence.message = said.${column}`,
      { run_id: runId },
    );
  }
}
