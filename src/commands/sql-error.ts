import { nearest } from '../config/nearest.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { StatementPlace } from '../warehouse/ask.ts';
import { renamedColumn } from '../warehouse/renamed-columns.ts';

type Terms = { command: string; tables: readonly string[]; isSeveral: boolean };

const listTables = ({ command }: Terms) => `List the tables and views with: ${command} sql "show tables"`;

function listColumns({ command, tables }: Terms): string {
  const named = tables.filter((name) => /^[\w.]+$/.test(name));
  const described = named.length === 0 ? ['mart.item'] : named;
  return `List the columns with: ${command} sql "${described.map((name) => `describe ${name}`).join('; ')}"`;
}

/** What to do next, by DuckDB's message. */
const remedies: readonly [RegExp, (terms: Terms) => string][] = [
  [/^(?:Table with name|Referenced table) /, listTables],
  [/^(?:Referenced column|Column|Table|Values list) "/, listColumns],
  [
    // across companies, only tables and views are defined (see openSnapshots)
    /Function with name \S+ does not exist/,
    ({ command, isSeveral }) =>
      `${isSeveral ? 'A macro is run for one company: add --company NAME. ' : ''}List the functions with: ${command} sql "select distinct function_name from duckdb_functions()"`,
  ],
  [
    /^(?:Cannot |Can only |.*\bdisabled\b)/,
    () =>
      'Statements can read published data only: no other files, extensions or settings. For results in between, use "create temp table ' +
      'NAME as …" in the same text; to write a result to a file, use --out FILE; to bring in a file, use `tieout import`.',
  ],
  [/^/, (terms) => `Correct the statement. ${listTables(terms)}`],
];

/** A name that DuckDB cannot suggest: that of a schema, or the new name of a renamed column of mart. */
function suggestion(said: string, tables: readonly string[]): string {
  const [, schema = ''] = /because schema "(.+?)" does not exist/.exec(said) ?? [];
  const near = nearest(schema, ['mart', 'own', 'core', 'recon', 'staging', 'raw']);
  if (schema !== '' && near !== undefined) return `\nDid you mean "${near}"?`;
  const [, column = ''] = /\bcolumn (?:named )?"(.+?)"/.exec(said) ?? [];
  const renamed = renamedColumn(tables, column);
  return renamed === undefined ? '' : `\nIt is now "${renamed}".`;
}

/** The prefixes of DuckDB's errors. */
const kind = /^(?:[A-Z][A-Za-z]*(?: [A-Z][a-z]+)* Error: )+/;

/**
 * The error of a user's statement (SQL_WRONG): DuckDB's message, the line of the statement, and what to do. `file` is the file of the
 * statements; they are run for several companies, or for one.
 */
export function sqlWrong(
  { message, place, cause }: { message: string; place: StatementPlace; cause?: unknown },
  { command, file, isSeveral }: { command: string; file?: string | undefined; isSeveral: boolean },
): TieoutError {
  const [text = '', excerpt] = message.split(/\n+(?=LINE \d+: )/);
  const said = text.replace(kind, '').trim();
  const [, remedy] = remedies.find(([pattern]) => pattern.test(said)) ?? [];
  const { number, count = 1, line, tables } = place;
  const which = number === undefined || count === 1 ? '' : `Statement ${number} of ${count}, line ${line ?? 1}: `;
  return new TieoutError({
    code: 'SQL_WRONG',
    message: `${which}${said}${suggestion(said, tables)}${excerpt === undefined ? '' : `\n\n${excerpt}`}`,
    remedy: remedy?.({ command, tables, isSeveral }) ?? '',
    ...(file === undefined ? {} : { place: { file, ...(line === undefined ? {} : { line }) } }),
    exitStatus: 2,
    cause,
  });
}
