import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { diskError } from '../disk/disk-error.ts';
import { isNotThere, sync } from '../disk/files.ts';
import { sweepTemporary, temporaryPrefix } from '../disk/temporary.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Asked, askedRows, isTextual, NoStatementError, StatementError } from '../warehouse/ask.ts';
import { isDamaged } from '../warehouse/warehouse-error.ts';
import { writeParquet } from '../warehouse/write-parquet.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { knownValue } from './option-value.ts';
import { openPublished } from './published.ts';
import { rowLayout } from './row-text.ts';
import { sqlWrong } from './sql-error.ts';
import { type ResultText, textFormats } from './sql-text.ts';

/** An answer before it has its final name: the path of a new file in a private folder, which is removed. */
type Unfinished = { path: string; folder: string };

function outWrong(message: string, remedy: string, file: string, cause?: unknown): TieoutError {
  return new TieoutError({ code: 'OUT_FILE_WRONG', message, remedy, place: { file }, exitStatus: 2, cause });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const exists = (file: string, cause?: unknown) =>
  outWrong('The file already exists; it was not changed.', 'Give --out another name, or remove the file.', file, cause);

async function refuseExisting(path: string, file: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    // a missing or inaccessible folder is reported when the file is begun
    if (isNotThere(error) || codeOf(error) === 'EACCES') return undefined;
    throw error;
  });
  if (found === undefined) return;
  if (found.isDirectory())
    throw outWrong('This is a folder.', `Name a file in it: --out ${join(file, 'result.csv')}`, file);
  throw exists(file);
}

/** Gives a finished file its final name, unless another file has the name by now. */
async function giveName(from: string, to: string, file: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw exists(file, error);
    // a file system without hard links
    await refuseExisting(to, file);
    await rename(from, to);
  }
}

async function begin(folder: string, file: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (isNotThere(error))
      throw outWrong('There is no such folder.', 'Create the folder, or give --out another.', file, error);
    if (['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error))))
      throw outWrong(
        'This user may not write in the folder.',
        'Give --out a folder that you may write in.',
        file,
        error,
      );
    throw error;
  }
}

/**
 * Makes a file of the user's from the output of `write`. It gets its name only when it is complete and on disk; an existing file is kept
 * (OUT_FILE_WRONG). `file` is the path that the user gave.
 */
async function makeOutFile<T>(file: string, cwd: string, write: (to: Unfinished) => Promise<T>): Promise<T> {
  const path = resolve(cwd, file);
  const parent = dirname(path);
  const folder = join(parent, `${temporaryPrefix('sql')}${randomUUID()}`);
  const unfinished = join(folder, basename(path));
  try {
    await refuseExisting(path, file);
    await sweepTemporary(parent);
    await begin(folder, file);
    try {
      const result = await write({ path: unfinished, folder });
      await chmod(unfinished, 0o600);
      await sync(unfinished);
      await giveName(unfinished, path, file);
      await sync(parent);
      return result;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    throw error instanceof TieoutError ? error : (diskError(error, file) ?? error);
  }
}

/** An SQL text and its file for people; the file is undefined for the argument. */
type SqlSource = { text: string; file?: string };

/** A longer text is not a query; most likely a data file was given by mistake. */
const longestMiB = 16;

const ways = (command: string) =>
  `Give the SQL in one way: as the argument (${command} sql "show tables"), as a file (${command} sql --file query.sql), or on standard input (${command} sql - < query.sql).`;

/** The error of a text that cannot be read (SQL_SOURCE_WRONG). */
function sourceWrong(message: string, command: string, file?: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'SQL_SOURCE_WRONG',
    message,
    remedy: ways(command),
    ...(file === undefined ? {} : { place: { file } }),
    exitStatus: 2,
    cause,
  });
}

async function textFrom(chunks: AsyncIterable<Uint8Array | string>, command: string, file: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    length += bytes.length;
    if (length > longestMiB << 20) throw sourceWrong(`The SQL is longer than ${longestMiB} MiB.`, command, file);
    parts.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    throw sourceWrong('The SQL is not UTF-8 text.', command, file, cause);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.';
  if (code === 'EISDIR') return 'This is a folder, not a file.';
  return 'The file cannot be read.';
}

async function readSource(
  { command }: CommandContext,
  file: string,
  chunksOf: () => Promise<AsyncIterable<Uint8Array | string>>,
): Promise<SqlSource> {
  try {
    return { text: await textFrom(await chunksOf(), command, file), file };
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw sourceWrong(reasonOf(error), command, file, error);
  }
}

/**
 * The SQL of a command: the argument, the file, or standard input (`-` in place of either, or neither of them while standard input is
 * not a terminal). Throws SQL_SOURCE_WRONG where both are given, or neither.
 */
async function sqlSource(
  argument: string | undefined,
  file: string | undefined,
  context: CommandContext,
): Promise<SqlSource> {
  const { command, cwd } = context;
  if (argument !== undefined && file !== undefined)
    throw sourceWrong('The SQL is given twice: as the argument, and with --file.', command);
  const named = argument ?? file;
  if (named !== undefined && named !== '-') {
    if (argument !== undefined) return { text: argument };
    return readSource(context, named, async () => (await open(resolve(cwd, named))).createReadStream());
  }
  const stdin = context.stdin();
  if (stdin === undefined || (named === undefined && stdin.isTTY === true))
    throw sourceWrong('There is no SQL to run.', command);
  return readSource(context, 'standard input', async () => stdin);
}

export type SqlOptions = { company?: string; file?: string; format?: string; out?: string };

const formats = ['table', 'csv', 'json', 'parquet', 'xlsx'] as const;
type Format = (typeof formats)[number];
const formatNamed = (name: string): Format | undefined => formats.find((format) => format === name);

function usage(message: string, remedy: string, cause?: unknown): TieoutError {
  return new TieoutError({ code: 'OPTION_WRONG', message, remedy, exitStatus: 2, cause });
}

/** The format of a file by the ending of its name; undefined for a name without an ending, or with that of a text. */
function formatOfFile(out: string): Format | undefined {
  const ending = extname(out).slice(1).toLowerCase();
  if (ending === '' || ending === 'txt') return undefined;
  const found = formatNamed(ending);
  if (found !== undefined) return found;
  throw usage(
    `The ending .${ending} is no format of a result.`,
    `End the name with .csv, .xlsx, .json, .parquet or .txt, or add --format NAME.`,
  );
}

/** The chosen format: by its name, by the name of the file, or by --json. */
function formatOf({ format, out }: SqlOptions, isJson: boolean): Format {
  const named = format === undefined ? undefined : formatNamed(knownValue('--format', format, formats));
  const byFile = named === undefined && out !== undefined ? formatOfFile(out) : undefined;
  const chosen = named ?? byFile ?? (isJson ? 'json' : 'table');
  if (out !== undefined) return chosen;
  if (chosen === 'parquet' || chosen === 'xlsx')
    throw usage(`The format ${chosen} needs the name of a file.`, 'Add --out FILE.');
  if (isJson && chosen !== 'json')
    throw usage(`--json and --format ${chosen} contradict each other.`, 'Leave one of them out, or add --out FILE.');
  return chosen;
}

/** The error of a statement, which says what to do. */
function readable(error: unknown, terms: { command: string; file: string | undefined; isSeveral: boolean }): unknown {
  if (error instanceof NoStatementError)
    return sourceWrong('There is no SQL to run: the text has no statement.', terms.command, terms.file);
  return error instanceof StatementError && !isDamaged(error) ? sqlWrong(error, terms) : error;
}

/** Writes every result as text, and returns the number of rows. */
async function writeText(asked: AsyncGenerator<Asked>, text: ResultText): Promise<number> {
  let resultCount = 0;
  let rowCount = 0;
  for await (const result of asked) {
    resultCount += 1;
    await text.begin(result.names.map((name, index) => ({ name, isTextual: isTextual(result.types[index]) })));
    for await (const rows of askedRows(result)) {
      rowCount += rows.length;
      await text.rows(rows);
    }
    await text.end();
  }
  // statements without rows, such as those that define a temporary view
  if (resultCount === 0) {
    await text.begin([]);
    await text.end();
  }
  return rowCount;
}

async function writeOneParquet(asked: AsyncGenerator<Asked>, { path, folder }: Unfinished): Promise<number> {
  const one = (given: string) =>
    usage(`A Parquet file holds one result, and the SQL gives ${given}.`, 'Give one statement that gives rows.');
  let rowCount: number | undefined;
  for await (const result of asked) {
    if (rowCount !== undefined) throw one('several');
    rowCount = await writeParquet(result, path, folder).catch((error: unknown) => {
      const isOther = error instanceof TieoutError || error instanceof StatementError;
      if (!(error instanceof Error) || isOther || diskError(error) !== undefined) throw error;
      const [reason = ''] = error.message.split('\n');
      throw usage(
        `The result cannot be written as Parquet: ${reason}`,
        'Cast the column to another type, or choose another format.',
        error,
      );
    });
  }
  if (rowCount === undefined) throw one('none');
  return rowCount;
}

/** Writes a workbook with a sheet for each result, and returns the number of rows. */
async function writeResultWorkbook(asked: AsyncGenerator<Asked>, path: string, zone: string): Promise<number> {
  const { createWorkbook } = await import('../report/xlsx/workbook-file.ts');
  const { resultSheets, SheetFullError } = await import('../report/workbook/result-workbook.ts');
  const workbook = await createWorkbook(path);
  const write = resultSheets(workbook, zone);
  let rowCount: number | undefined;
  try {
    for await (const result of asked) {
      const columns = result.names.map((name, index) => ({ name, type: String(result.types[index]) }));
      rowCount = (rowCount ?? 0) + (await write(columns, askedRows(result)));
    }
    if (rowCount === undefined) throw usage('The SQL gives no result.', 'Give a statement that gives rows.');
  } catch (error) {
    await workbook.discard();
    if (!(error instanceof SheetFullError)) throw error;
    throw usage(
      'The result has more rows than a worksheet.',
      'Ask for fewer rows, or give --out a name that ends with .csv or .parquet.',
    );
  }
  await workbook.close('Result');
  return rowCount;
}

async function writeTextFile(
  asked: AsyncGenerator<Asked>,
  path: string,
  textOf: (pour: (text: string) => Promise<void>) => ResultText,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await writeText(
      asked,
      textOf((text) => file.writeFile(text)),
    );
  } finally {
    await file.close();
  }
}

/**
 * `tieout sql`: read-only statements on the published snapshots of all companies, or of one. Rows are written while they are read, so
 * that a large result takes no more memory than a small one.
 */
export async function run(
  context: CommandContext,
  argument: string | undefined,
  options: SqlOptions,
): Promise<ExitStatus> {
  const { command, cwd, isJson, out } = context;
  const format = formatOf(options, isJson);
  const source = await sqlSource(argument, options.file, context);
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const snapshots = await openPublished(config, companies, context, { ofAnyVersion: true });
  try {
    const [first, ...otherZones] = new Set(companies.map((company) => company.zone));
    const zone = otherZones.length === 0 ? first : undefined;
    const asked = snapshots.ask(source.text, zone);
    const layout = rowLayout(config, context);
    const isText = format !== 'parquet' && format !== 'xlsx';
    if (options.out === undefined) {
      if (isText) await writeText(asked, textFormats[format](out.pour, layout));
      return 0;
    }
    const count = await makeOutFile(options.out, cwd, (to) => {
      if (format === 'parquet') return writeOneParquet(asked, to);
      if (format === 'xlsx') return writeResultWorkbook(asked, to.path, zone ?? 'UTC');
      const wide = { ...layout, width: Number.POSITIVE_INFINITY };
      return writeTextFile(asked, to.path, (pour) => textFormats[format](pour, wide));
    });
    out.answer(
      { file: options.out, rows: count },
      () => `${options.out}: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}\n`,
    );
    return 0;
  } catch (error) {
    throw readable(error, { command, file: source.file, isSeveral: companies.length > 1 });
  } finally {
    snapshots.close();
  }
}
