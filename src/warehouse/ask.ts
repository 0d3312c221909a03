import type { DuckDBConnection, DuckDBDataChunk, DuckDBExtractedStatements, DuckDBType } from '@duckdb/node-api';
import { sqlText, valueReader, type WarehouseValue } from './duckdb-values.ts';

/** A small number, so that the garbage collector frees rows early. */
const rowsAtOnce = 128;

/** Types whose values cannot be text from outside, so that a leading sign belongs to a figure and not to a formula. */
const plain =
  /^(?:(?:U?(?:TINY|SMALL|BIG|HUGE)INT)|U?INTEGER|BIGNUM|DECIMAL|FLOAT|DOUBLE|BOOLEAN|DATE|TIME|TIMESTAMP|INTERVAL|UUID)\b[^[]*$/;

/** Whether the values of a column may be text from outside. */
export const isTextual = (type: DuckDBType | undefined): boolean => !plain.test(String(type));

/** The rows of a result, in chunks, in the order of its columns. */
export async function* askedRows({ names, chunks }: Asked): AsyncGenerator<WarehouseValue[][]> {
  const read = await valueReader();
  for await (const chunk of chunks()) {
    const columns = names.map((_, index) => chunk.getColumnVector(index));
    for (let from = 0; from < chunk.rowCount; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, chunk.rowCount - from);
      yield Array.from({ length: count }, (_, at) => columns.map((column) => read(column.getItem(from + at))));
    }
  }
}

/** One statement of a text, as the user wrote it. */
type StatementPart = { text: string /** The line on which it begins, 1-based. */; line: number };

/**
 * Tokens that may contain a semicolon that ends no statement, a semicolon, or anything else. A doubled quote ends one string and begins
 * the next.
 */
const token = /'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;\s]+|\s+|[\s\S]/g;
const isBlank = (text: string) => /^(?:\s|--|\/\*)/.test(text);

/** The statements of an SQL text, to find the place of an error. DuckDB itself reads the statements that are run. */
export function statementParts(sql: string): StatementPart[] {
  const parts: StatementPart[] = [];
  let line = 1;
  let open: StatementPart | undefined;
  for (const [text] of sql.matchAll(token)) {
    if (text === ';') open = undefined;
    else if (open !== undefined) open.text += text;
    else if (!isBlank(text)) {
      open = { text, line };
      parts.push(open);
    }
    line += text.split('\n').length - 1;
  }
  return parts;
}

/** The result of a statement that returns rows. Its chunks are read once, before the next result is requested. */
export type Asked = { names: string[]; types: DuckDBType[]; chunks(): AsyncGenerator<DuckDBDataChunk> };

type AskingOptions = {
  /** Defines objects that DuckDB did not find; false where nothing is left to define. */
  defineMissing?(): Promise<boolean>;
  /** Called after each statement that returns no rows. */
  afterEffect?(): Promise<void>;
};

/** Where a statement is in the text of the user. */
export type StatementPlace = {
  /**
   * The number of the statement, 1-based, and the count of statements; absent where the text is not SQL, or where DuckDB splits it into
   * other statements.
   */
  number?: number;
  count?: number;
  line?: number;
  /** The tables and views that the statement names. */
  tables: string[];
};

/** The error of a text without a statement: it is empty, or has only comments. */
export class NoStatementError extends Error {}

/** DuckDB's message about a statement that a user wrote, and the place of the statement. */
export class StatementError extends Error {
  readonly place: StatementPlace;

  constructor(message: string, place: StatementPlace, cause?: unknown) {
    super(message, { cause });
    this.name = 'StatementError';
    this.place = place;
  }
}

const showsTables = /^show\s+tables(?:\s+from\s+(\w+))?\s*(?:--[^\n]*\s*)*$/i;

/**
 * The result of `show tables`, or of `show tables from SCHEMA`. DuckDB's own list would include the program's internal tables, and lack
 * the functions that return tables and the comments.
 */
const tableList = (schema: string | undefined) => `
  select name, schema_name as "schema", comment
  from (
    select database_name, schema_name, table_name as name, comment, temporary from duckdb_tables()
    union all
    select database_name, schema_name, view_name, comment, temporary from duckdb_views() where not internal
    union all
    select database_name, schema_name, function_name || '(' || array_to_string(parameters, ', ') || ')', comment, false
    from duckdb_functions() where function_type = 'table_macro' and not internal
  )
  where ${schema === undefined ? "temporary or schema_name in ('mart', 'own')" : `schema_name = lower(${sqlText(schema)})`}
    and (temporary or database_name = current_database())
  order by all`;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).trim();

/** The line in DuckDB's message, counted from the beginning of the whole text. */
function lineOf(message: string): number | undefined {
  const [, line] = /^LINE (\d+): /m.exec(message) ?? [];
  return line === undefined ? undefined : Number(line);
}

/** The part with a given statement of DuckDB's. A pivot is one statement to the user and two to DuckDB. */
async function partOf(connection: DuckDBConnection, parts: readonly StatementPart[], index: number, count: number) {
  let before = 0;
  let found: number | undefined;
  for (const [at, { text }] of parts.entries()) {
    before += (await connection.extractStatements(text)).count;
    if (found === undefined && index < before) found = at;
  }
  return before === count ? found : undefined;
}

/**
 * The tables that a statement names, as the user wrote them. DuckDB's own list has the tables behind a view, and is empty for a
 * statement that it cannot parse. Names that the statement itself defines are left out.
 */
export function tablesOf(statement: string): string[] {
  const namesIn = (pattern: RegExp) => [...statement.matchAll(pattern)].map(([, name = '']) => name);
  const defined = new Set(namesIn(/\b(\w+)\s+as\s+(?:materialized\s+)?\(/gi));
  const named = namesIn(/\b(?:from|join)\s+([a-z_][\w.]*)(?![\w.]|\s*\()/gi);
  return [...new Set(named)].filter((name) => !defined.has(name));
}

async function placeOf(
  connection: DuckDBConnection,
  text: string,
  at: { index: number; count: number; message: string },
): Promise<StatementPlace> {
  const parts = statementParts(text);
  const found = await partOf(connection, parts, at.index, at.count).catch(() => undefined);
  const part = found === undefined ? undefined : parts[found];
  const isRewritten = at.count !== parts.length;
  const line = (isRewritten ? undefined : lineOf(at.message)) ?? part?.line;
  return {
    ...(found === undefined ? {} : { number: found + 1, count: parts.length }),
    ...(line === undefined ? {} : { line }),
    tables: part === undefined ? [] : tablesOf(part.text),
  };
}

async function extract(connection: DuckDBConnection, text: string): Promise<DuckDBExtractedStatements> {
  // the driver would read the text only up to such a character and ignore the rest
  if (text.includes('\0')) throw new StatementError('Parser Error: the text has a zero character', { tables: [] });
  if (statementParts(text).length === 0) throw new NoStatementError('There is no statement.');
  try {
    return await connection.extractStatements(text);
  } catch (cause) {
    const message = textOf(cause).replace(/^Failed to extract statements: /, '');
    // nested comments only: the driver has no message of DuckDB's for a text without statements
    if (!/^[A-Z][A-Za-z ]* Error: /.test(message)) throw new NoStatementError(message, { cause });
    const line = lineOf(message);
    throw new StatementError(message, { ...(line === undefined ? {} : { line }), tables: [] }, cause);
  }
}

/**
 * Runs the statements of a text in turn, and returns the result of each statement with rows as a stream of chunks. Throws StatementError
 * for the first statement that fails, after the statements before it have run.
 */
export async function* askStatements(
  connection: DuckDBConnection,
  text: string,
  { defineMissing, afterEffect }: AskingOptions = {},
): AsyncGenerator<Asked> {
  const { ResultReturnType: returns } = await import('./driver.ts');
  const parts = statementParts(text);
  let statements = await extract(connection, text);
  const { count } = statements;
  for (let index = 0; index < count; index += 1) {
    const failed = async (cause: unknown) => {
      const message = textOf(cause);
      return new StatementError(message, await placeOf(connection, text, { index, count, message }), cause);
    };
    const part = parts.length === count ? parts[index] : undefined;
    const listing = part === undefined ? null : showsTables.exec(part.text);
    const begin = async () =>
      listing === null ? (await statements.prepare(index)).stream() : connection.stream(tableList(listing[1]));
    const result = await begin().catch(async (error: unknown) => {
      const isMissing = textOf(error).startsWith('Catalog Error');
      if (!isMissing || defineMissing === undefined || !(await defineMissing())) throw await failed(error);
      // an extracted statement can be prepared only once
      statements = await connection.extractStatements(text);
      return begin().catch(async (again: unknown) => {
        throw await failed(again);
      });
    });
    async function* chunks() {
      try {
        for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) yield chunk;
      } catch (error) {
        throw await failed(error);
      }
    }
    if (result.returnType === returns.QUERY_RESULT) {
      yield { names: result.deduplicatedColumnNames(), types: result.columnTypes(), chunks };
      continue;
    }
    for await (const _count of chunks());
    await afterEffect?.().catch(async (error: unknown) => {
      throw await failed(error);
    });
  }
}
