import { nearest } from '../config/nearest.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { StatementPlace } from '../warehouse/ask.ts';
import { renamedColumn } from '../warehouse/renamed-columns.ts';

/** A DuckDB error for people, and the statements that list what exists. */
type Reading = { sentence: string; remedy: string };
type Terms = { command: string; tables: readonly string[]; isSeveral: boolean };
type Rule = { pattern: RegExp; read(groups: readonly string[], terms: Terms): Reading };

const schemas = ['mart', 'own', 'core', 'recon', 'staging', 'raw'];
/** Names of the system catalogue, which are never suggested. */
const ofSystem = /^(?:pg_|sqlite_|duckdb_|information_schema)/;

/** Names as DuckDB lists them: "a", "b", or "a or b". */
function didYouMean(list: string | undefined): string {
  const names = (list ?? '')
    .split(/"?(?:, | or )"?/)
    .map((name) => name.replaceAll('"', '').trim())
    .filter((name) => name !== '' && !ofSystem.test(name))
    .slice(0, 3);
  return names.length === 0 ? '.' : `; did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`;
}

/** The new name of a renamed column of mart, or the nearest name for a misspelt one. */
function nameNow(column: string | undefined, near: string | undefined, { tables }: Terms): string {
  const renamed = renamedColumn(tables, column ?? '');
  return renamed === undefined ? didYouMean(near) : `; it is now "${renamed}".`;
}

const plainName = /^[\w.]+$/;

const listTables = ({ command }: Terms) => `List the tables and views with: ${command} sql "show tables"`;

function listColumns({ command, tables }: Terms): string {
  const named = tables.filter((name) => plainName.test(name));
  const described = named.length === 0 ? ['mart.item'] : named;
  return `List the columns with: ${command} sql "${described.map((name) => `describe ${name}`).join('; ')}"`;
}

const rules: readonly Rule[] = [
  {
    pattern: /^Table with name "?(.+?)"? does not exist because schema "(.+?)" does not exist/,
    read: ([, name, schema = ''], terms) => {
      const near = nearest(schema, schemas);
      return {
        sentence: `There is no table or view "${name}", because there is no schema "${schema}"${didYouMean(near)}`,
        remedy: listTables(terms),
      };
    },
  },
  {
    pattern: /^Table with name (.+) does not exist!(?:\nDid you mean "(.+)"\?)?/,
    read: ([, name, near], terms) => ({
      sentence: `There is no table or view "${name}"${didYouMean(near)}`,
      remedy: listTables(terms),
    }),
  },
  {
    pattern: /^Referenced table "(.+)" not found!(?:\nCandidate tables: (.+))?/,
    read: ([, name, near], terms) => ({
      sentence: `The statement reads no table or view "${name}"${didYouMean(near)}`,
      remedy: `Name it after "from", with that name. ${listTables(terms)}`,
    }),
  },
  {
    pattern: /^Referenced column "(.+)" (?:was )?not found\b.*(?:\n+Candidate bindings: (.+))?/,
    read: ([, name, near], terms) => ({
      sentence: `There is no column "${name}"${nameNow(name, near, terms)}`,
      remedy: listColumns(terms),
    }),
  },
  {
    pattern: /^(?:Table|Values list) "(.+)" does not have a column named "(.+)"(?:\n+Candidate bindings: :? ?(.+))?/,
    read: ([, table, name, near], terms) => ({
      sentence: `"${table}" has no column "${name}"${nameNow(name, near, terms)}`,
      remedy: listColumns(terms),
    }),
  },
  {
    pattern: /^Column "(?:.+)" (?:in \w+ list not found|does not exist).*/,
    read: ([text], terms) => ({ sentence: `${text}.`.replace(/!\.$/, '.'), remedy: listColumns(terms) }),
  },
  {
    // across companies, only tables and views are defined (see openSnapshots)
    pattern: /Function with name (\S+) does not exist!(?:\nDid you mean "(.+)"\?)?/,
    read: ([, name, near], { command, isSeveral }) => ({
      sentence: `There is no function "${name}"${didYouMean(near)}`,
      remedy: `${isSeveral ? 'A macro is run for one company: add --company NAME. ' : ''}List the functions with: ${command} sql "select distinct function_name from duckdb_functions()"`,
    }),
  },
  {
    pattern: /^(?:Cannot execute statement of type "(?=\w+" on database)|Can only (?=\w+ .*\bbase table))(\w+)/,
    read: ([, type = '']) => ({
      sentence: `The statement writes (${type.toUpperCase()}), but published data is read-only.`,
      remedy:
        'For results in between, use "create temp table NAME as …" in the same text; to keep a result, use --out FILE.',
    }),
  },
  {
    pattern: /^Cannot change configuration option "(.+)"/,
    read: ([, option]) => ({
      sentence: `The setting "${option}" cannot be changed.`,
      remedy: 'Leave the statement out.',
    }),
  },
  {
    pattern:
      /^(?:File system \w+ has been disabled|Loading external extensions is disabled|.*disabled (?:by|through) configuration)/,
    read: () => ({
      sentence: 'Statements can read published data only, not other files or extensions.',
      remedy: 'To write a result to a file, use --out FILE; to bring in a file, use `tieout import`.',
    }),
  },
  {
    pattern: /^Values were not provided for the following prepared statement parameters: (.+)/,
    read: ([, name]) => ({
      sentence: `The statement has a parameter (${name}) without a value.`,
      remedy: 'Write the value into the statement.',
    }),
  },
  {
    pattern: /^(?:syntax error|unterminated|the text)\b.*/i,
    read: ([text]) => ({
      sentence: `This is not SQL: ${text}.`,
      remedy: 'Correct the statement. Statements are separated by semicolons.',
    }),
  },
];

/** The prefixes of DuckDB's errors. */
const kind = /^(?:[A-Z][A-Za-z]*(?: [A-Z][a-z]+)* Error: )+/;

function readingOf(text: string, isOutOfMemory: boolean, terms: Terms): Reading {
  for (const { pattern, read } of rules) {
    const found = pattern.exec(text);
    if (found !== null) return read(found, terms);
  }
  return {
    sentence: /[.!?]$/.test(text) ? text : `${text}.`,
    remedy: isOutOfMemory
      ? 'Ask for less at once: fewer days, fewer columns, or no "order by" over all rows.'
      : `Correct the statement. ${listTables(terms)}`,
  };
}

/**
 * The error of a user's statement (SQL_WRONG): one sentence with the nearest name, the line of the statement, and what to do. `file` is
 * the file of the statements; they are run for several companies, or for one.
 */
export function sqlWrong(
  { message, place, cause }: { message: string; place: StatementPlace; cause?: unknown },
  { command, file, isSeveral }: { command: string; file?: string | undefined; isSeveral: boolean },
): TieoutError {
  const [said = '', excerpt] = message.split(/\n+(?=LINE \d+: )/);
  const { sentence, remedy } = readingOf(said.replace(kind, '').trim(), said.startsWith('Out of Memory'), {
    command,
    tables: place.tables,
    isSeveral,
  });
  const { number, count = 1, line } = place;
  const which = number === undefined || count === 1 ? '' : `Statement ${number} of ${count}, line ${line ?? 1}: `;
  return new TieoutError({
    code: 'SQL_WRONG',
    message: `${which}${sentence}${excerpt === undefined ? '' : `\n\n${excerpt}`}`,
    remedy,
    ...(file === undefined ? {} : { place: { file, ...(line === undefined ? {} : { line }) } }),
    exitStatus: 2,
    cause,
  });
}
