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

/** What to do next, by the beginning of DuckDB's message. */
const remedies: readonly [RegExp, (terms: Terms) => string][] = [
  [/^Table with name /, listTables],
  [/^Referenced table /, (terms) => `Name it after "from", with that name. ${listTables(terms)}`],
  [/^(?:Referenced column|Column|Table|Values list) "/, listColumns],
  [
    // across companies, only tables and views are defined (see openSnapshots)
    /Function with name \S+ does not exist/,
    ({ command, isSeveral }) =>
      `${isSeveral ? 'A macro is run for one company: add --company NAME. ' : ''}List the functions with: ${command} sql "select distinct function_name from duckdb_functions()"`,
  ],
  [
    /^(?:Cannot execute statement of type "\w+" on database|Can only \w+ .*\bbase table)/,
    () =>
      'Published data is read-only. For results in between, use "create temp table NAME as …" in the same text; to keep a result, use --out FILE.',
  ],
  [/^Cannot change configuration option /, () => 'Leave the statement out.'],
  [
    /^(?:File system \w+ has been disabled|Loading external extensions is disabled|.*disabled (?:by|through) configuration)/,
    () =>
      'Statements can read published data only, not other files or extensions. To write a result to a file, use --out FILE; to bring in a file, use `tieout import`.',
  ],
  [/^Values were not provided for /, () => 'Write the value into the statement.'],
  [
    /^(?:syntax error|unterminated|the text)\b/i,
    () => 'Correct the statement. Statements are separated by semicolons.',
  ],
  [/^Out of Memory/, () => 'Ask for less at once: fewer days, fewer columns, or no "order by" over all rows.'],
  [/^/, (terms) => `Correct the statement. ${listTables(terms)}`],
];

/** Keywords that people use as names. As an alias without "as", or as the name of a column, SQL takes them for keywords. */
const keyword =
  '(?:all|at|check|column|days?|default|desc|end|filter|full|group|hours?|inner|left|limit|minutes?|months?|' +
  'natural|offset|order|outer|position|primary|quarters?|references|right|rows?|seconds?|table|to|user|values?|weeks?|window|years?)';

/** The keyword at the place of a syntax error that was meant as a name; the error may be at the word after it. */
function keywordAsName(said: string, excerpt: string): string | undefined {
  const [, near = ''] = /^syntax error at (?:or near "(.*?)"|end of input)/.exec(said) ?? [];
  const isClause = new RegExp(`\\b${near}\\s+(?:by|join|outer|\\d)\\b`, 'i').test(excerpt);
  if (new RegExp(`^${keyword}$`, 'i').test(near)) return isClause ? undefined : near;
  if (!/^syntax error/.test(said) || !/^(?:from|,|;|)$/i.test(near)) return undefined;
  return new RegExp(`[\\w)"']\\s+(${keyword})\\s*(?=,|;|from\\b|\\n|$)`, 'i').exec(excerpt)?.[1];
}

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
  const word = keywordAsName(said, excerpt ?? '');
  const [, remedy] =
    word === undefined
      ? (remedies.find(([pattern]) => pattern.test(said)) ?? [])
      : [
          undefined,
          () =>
            `"${word}" is a keyword of SQL. To use it as a name, write it in double quotes, or choose another name.`,
        ];
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
