import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, sqlName, sqlText, textOf } from './duckdb-values.ts';
import type { SqlStatement } from './sql-files.ts';

/** The head of an object in sql/: what it is, and the meaning of the columns that it names. */
type Head = { text: string; columns: ReadonlyMap<string, string> };

const headed = /((?:^--[^\n]*\n)+)create (?:or replace |temp )?(table|view|macro) core\.(\w+)(\([^)]*\) as table)?/gm;

/** Fields of a head that are about its SQL. */
const ofSource = /^(?:statement|reads|former|name|unproven days of): /;

/** A field of a head: one or several names with a meaning, or grain and key. */
const field = /^([a-z]\w*(?:, [a-z]\w*)*): (.+)$/;

const ended = (text: string) => `${text}${text.endsWith('.') ? '' : '.'}`;

/** A sentence; a list of codes keeps its small letter. */
function sentence(text: string): string {
  const isCode = /^\w+(?:,| \(|_)/.test(text);
  return `${isCode ? text.charAt(0) : text.charAt(0).toUpperCase()}${ended(text.slice(1))}`;
}

/** Reads a head. A name that is no column of its object belongs to the text. */
export function headOf(comment: string, isColumn: (name: string) => boolean): Head {
  const fields: { names: string[]; text: string }[] = [{ names: [], text: '' }];
  const lines = comment.split('\n').map((line) => line.replace(/^--\s?/, '').trim());
  let isListGoingOn = false;
  for (const line of lines.flatMap((each) => each.split(/(?:;|(?<=\.)) (?=[a-z]\w*: )/))) {
    const [, names = '', text = ''] = field.exec(line) ?? [];
    const named = names.split(', ');
    const last = fields.at(-1);
    const isAboutSource: boolean = isListGoingOn || ofSource.test(line);
    isListGoingOn = isAboutSource && line.endsWith(',');
    if (isAboutSource) fields.push({ names: [], text: '' });
    else if (named.every((name) => isColumn(name) || name === 'grain' || name === 'key'))
      fields.push({ names: named, text });
    // a column of a macro, whose columns the catalogue does not have
    else if (
      named.some((name) => name.includes('_')) ||
      (text !== '' && fields.some(({ names: [one] }) => one === 'key'))
    )
      fields.push({ names: [], text: line });
    else if (last?.names[0] === 'key') fields.push({ names: [], text: line });
    else if (last !== undefined) last.text = `${last.text} ${line}`.trim();
  }
  const texts = fields
    .filter(({ names, text }) => text !== '' && !names.some(isColumn))
    .map(({ names: [name], text }) => (name === undefined ? ended(text) : sentence(`${name}: ${text}`)));
  const columns = fields.flatMap(({ names, text }) =>
    names.filter(isColumn).map((name) => [name, sentence(text)] as const),
  );
  return { text: texts.join(' '), columns: new Map(columns) };
}

/** Comments the tables, views and macros of core with the heads of their SQL files, so that they can be read in the database too. */
export async function commentFromHeads(connection: DuckDBConnection, files: readonly SqlStatement[]): Promise<void> {
  const rows = await readRows(
    connection,
    "select table_name, column_name from duckdb_columns() where schema_name = 'core'",
  );
  const columns = new Set(rows.map((row) => `${textOf(row, 'table_name')}.${textOf(row, 'column_name')}`));
  const statements: string[] = [];
  const found = files.flatMap(({ text }) => [...text.matchAll(headed)]);
  for (const [, comment = '', made = '', name = '', isTable] of found) {
    const head = headOf(comment, (column) => columns.has(`${name}.${column}`));
    const kind = isTable === undefined ? made : 'macro table';
    statements.push(`comment on ${kind} core.${sqlName(name)} is ${sqlText(head.text)}`);
    for (const [column, meaning] of head.columns)
      statements.push(`comment on column core.${sqlName(name)}.${sqlName(column)} is ${sqlText(meaning)}`);
  }
  await connection.run(statements.join(';'));
}
