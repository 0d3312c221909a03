import type { DuckDBConnection, DuckDBDataChunk, DuckDBExtractedStatements, DuckDBType } from '@duckdb/node-api';

/** One statement of a text, as the user wrote it. */
type StatementPart = { text: string /** The line on which it begins, 1-based. */; line: number };

/** What may contain a semicolon that ends nothing, a semicolon, or anything else. A doubled quote ends one string and begins the next. */
const token = /'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;\s]+|\s+|[\s\S]/g;
const isBlank = (text: string) => /^(?:\s|--|\/\*)/.test(text);

/** The statements of an SQL text. They say where an error is; what is run is what DuckDB itself reads in the text. */
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

/** The result of a statement that gives rows. Its chunks are read once, before the next result is asked for. */
export type Asked = { names: string[]; types: DuckDBType[]; chunks(): AsyncGenerator<DuckDBDataChunk> };

type AskingOptions = {
  /** Defines what DuckDB did not find, and gives false where there is nothing left to define. */
  defineMissing?(): Promise<boolean>;
  /** Called after each statement that gives no rows. */
  afterEffect?(): Promise<void>;
};

/** Where a statement is in the text of the user. */
export type StatementPlace = {
  /** 1-based, and the number of statements; absent where the text is not SQL, or where DuckDB reads other statements in it. */
  number?: number;
  count?: number;
  line?: number;
  /** The tables and views that the statement names. */
  tables: string[];
};

/** The text to be asked has no statement: it is empty, or has comments only. */
export class NoStatementError extends Error {}

/** What DuckDB says of a statement that a user wrote, and the place of the statement. */
export class StatementError extends Error {
  readonly place: StatementPlace;

  constructor(message: string, place: StatementPlace, cause?: unknown) {
    super(message, { cause });
    this.name = 'StatementError';
    this.place = place;
  }
}

const showsTables = /^show\s+tables\s*(?:--[^\n]*\s*)*$/i;

/** What `show tables` gives: DuckDB's own lists what the program keeps for itself, and says of no table what it has. */
const tableList = `
  select name, schema_name as "schema", comment
  from (
    select database_name, schema_name, table_name as name, comment, temporary from duckdb_tables()
    union all
    select database_name, schema_name, view_name, comment, temporary from duckdb_views() where not internal
  )
  where temporary or (database_name = current_database() and schema_name in ('mart', 'own'))
  order by all`;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).trim();

/** The line that DuckDB names, counted from the beginning of the whole text. */
function lineOf(message: string): number | undefined {
  const [, line] = /^LINE (\d+): /m.exec(message) ?? [];
  return line === undefined ? undefined : Number(line);
}

/** The part that holds a statement of DuckDB's: a pivot is one statement to the user, and two to DuckDB. */
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
 * As the user wrote them: DuckDB's own list has what is behind a view, and nothing of a statement that it cannot read. What the
 * statement itself defines cannot be described.
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
  // the driver reads a text up to such a character, and says nothing of the rest
  if (text.includes('\0')) throw new StatementError('Parser Error: the text has a zero character', { tables: [] });
  if (statementParts(text).length === 0) throw new NoStatementError('There is no statement.');
  try {
    return await connection.extractStatements(text);
  } catch (cause) {
    const message = textOf(cause).replace(/^Failed to extract statements: /, '');
    // comments in comments: the driver has no text of DuckDB's for a text without statements
    if (!/^[A-Z][A-Za-z ]* Error: /.test(message)) throw new NoStatementError(message, { cause });
    const line = lineOf(message);
    throw new StatementError(message, { ...(line === undefined ? {} : { line }), tables: [] }, cause);
  }
}

/**
 * Runs the statements of a text in turn, and gives the result of each one that gives rows, never all of its rows at once. Throws
 * StatementError for the first statement that fails; those before it have run.
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
    const isListing = part !== undefined && showsTables.test(part.text);
    const begin = async () => (isListing ? connection.stream(tableList) : (await statements.prepare(index)).stream());
    const result = await begin().catch(async (error: unknown) => {
      const isMissing = textOf(error).startsWith('Catalog Error');
      if (!isMissing || defineMissing === undefined || !(await defineMissing())) throw await failed(error);
      // what was extracted can be prepared once
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
