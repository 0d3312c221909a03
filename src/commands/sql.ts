import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { diskError } from '../disk/disk-error.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Asked, NoStatementError, StatementError } from '../warehouse/ask.ts';
import { askedRows, isTextual } from '../warehouse/asked-rows.ts';
import { isDamaged } from '../warehouse/damaged.ts';
import { writeParquet } from '../warehouse/write-parquet.ts';
import { chosenCompanies } from './companies.ts';
import type { CommandContext, ExitStatus } from './context.ts';
import { knownValue } from './option-value.ts';
import { makeOutFile, type Unfinished } from './out-file.ts';
import { openPublished } from './published.ts';
import { type RowLayout, rowLayout } from './row-text.ts';
import { sqlWrong } from './sql-error.ts';
import { sourceWrong, sqlSource } from './sql-source.ts';
import { type ResultText, textFormats } from './sql-text.ts';

export type SqlOptions = { company?: string; file?: string; format?: string; out?: string };

const formats = ['table', 'csv', 'json', 'parquet'] as const;
type Format = (typeof formats)[number];
const formatNamed = (name: string): Format | undefined => formats.find((format) => format === name);

function usage(message: string, remedy: string, cause?: unknown): TieoutError {
  return new TieoutError({ code: 'OPTION_WRONG', message, remedy, exitStatus: 2, cause });
}

/** The format that was chosen: by its name, by that of the file, or by --json. */
function formatOf({ format, out }: SqlOptions, isJson: boolean): Format {
  const named = format === undefined ? undefined : formatNamed(knownValue('--format', format, formats));
  const byFile = out === undefined ? undefined : formatNamed(extname(out).slice(1).toLowerCase());
  const chosen = named ?? byFile ?? (isJson ? 'json' : 'table');
  if (out !== undefined) return chosen;
  if (chosen === 'parquet') throw usage('A Parquet file needs a name.', 'Add --out FILE.');
  if (isJson && chosen !== 'json')
    throw usage(`--json and --format ${chosen} contradict each other.`, 'Leave one of them out, or add --out FILE.');
  return chosen;
}

/** The results of the statements, whose errors say what to do. */
async function* asking(
  asked: AsyncGenerator<Asked>,
  terms: { command: string; file: string | undefined; isSeveral: boolean },
): AsyncGenerator<Asked> {
  const readable = (error: unknown): unknown => {
    if (error instanceof NoStatementError)
      return sourceWrong('There is no SQL to run: the text has no statement.', terms.command, terms.file);
    if (!(error instanceof StatementError) || isDamaged(error)) return error;
    return sqlWrong(error, terms);
  };
  try {
    for await (const { chunks, ...result } of asked)
      yield {
        ...result,
        chunks: async function* () {
          try {
            yield* chunks();
          } catch (error) {
            throw readable(error);
          }
        },
      };
  } catch (error) {
    throw readable(error);
  }
}

/** Writes every result as text, and gives the number of rows. */
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
  // statements that give no rows, such as those that define a temporary view
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
      if (!(error instanceof Error) || error instanceof TieoutError || diskError(error) !== undefined) throw error;
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

async function writeTextFile(
  asked: AsyncGenerator<Asked>,
  path: string,
  { format, layout }: { format: Exclude<Format, 'parquet'>; layout: RowLayout },
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    const pour = (text: string) => file.writeFile(text);
    return await writeText(asked, textFormats[format](pour, { ...layout, width: Number.POSITIVE_INFINITY }));
  } finally {
    await file.close();
  }
}

/**
 * `tieout sql`: read-only statements on the published snapshots of all companies, or of one. Rows are written as they are read, so
 * that a large result takes no more memory than a small one.
 */
export async function runSqlCommand(
  argument: string | undefined,
  options: SqlOptions,
  context: CommandContext,
): Promise<ExitStatus> {
  const { command, cwd, isJson, out } = context;
  const format = formatOf(options, isJson);
  const source = await sqlSource(argument, options.file, context);
  const config = await context.loadConfig();
  const companies = chosenCompanies(config, options.company);
  const snapshots = await openPublished(config, companies, context, { ofAnyVersion: true });
  try {
    const asked = asking(snapshots.ask(source.text), { command, file: source.file, isSeveral: companies.length > 1 });
    const layout = rowLayout(config, context);
    if (options.out === undefined) {
      if (format !== 'parquet') await writeText(asked, textFormats[format](out.pour, layout));
      return 0;
    }
    const rows = await makeOutFile(options.out, cwd, (to) =>
      format === 'parquet' ? writeOneParquet(asked, to) : writeTextFile(asked, to.path, { format, layout }),
    );
    out.answer(
      { file: options.out, rows },
      () => `${options.out}: ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}\n`,
    );
    return 0;
  } finally {
    snapshots.close();
  }
}
