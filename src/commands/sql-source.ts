import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TieoutError } from '../domain/tieout-error.ts';
import type { CommandContext } from './context.ts';

/** An SQL text, and the file in which a person finds it; undefined for the argument. */
export type SqlSource = { text: string; file?: string };

/** A longer text is no query: most likely data were given in its place. */
const longestMiB = 16;

const ways = (command: string) =>
  `Give the SQL in one way: as the argument (${command} sql "show tables"), as a file (${command} sql --file query.sql), or on standard input (${command} sql - < query.sql).`;

/** The error of a text that cannot be had (SQL_SOURCE_WRONG). */
export function sourceWrong(message: string, command: string, file?: string, cause?: unknown): TieoutError {
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
 * not a terminal). Throws SQL_SOURCE_WRONG where both are given, or nothing is.
 */
export async function sqlSource(
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
