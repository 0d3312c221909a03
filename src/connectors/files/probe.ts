import { stat } from 'node:fs/promises';
import { formatNames, formatOf, readHead } from 'tieout-files';
import { TieoutError } from '../../domain/tieout-error.ts';
import { checked } from '../check.ts';
import type { ConnectorContext, Finding } from '../connector.ts';
import { type Book, booksOf, type FoundFiles, findBookFiles, listText } from './book-files.ts';
import type { FilesSection } from './configuration.ts';

type Context = ConnectorContext<FilesSection>;

/** The formats of files with their number, such as "2 CSV, 1 XLSX"; a single file with its size. */
async function formatsText({ kind, section, formats }: Book, { files }: FoundFiles): Promise<string> {
  const counts = new Map<string, number>();
  for (const { path, name } of files) {
    const found = kind === 'callbacks' ? 'jsonl' : formatOf(await readHead(path));
    if (!formats.includes(found)) {
      throw new TieoutError({
        code: 'FILE_FORMAT_NOT_ACCEPTED',
        message: `${name} is ${formatNames[found]}, in which books.${section} is not accepted.`,
        remedy: `Export it as ${formats.map((format) => formatNames[format]).join(', ')}, or remove it from books.${section}.file.`,
        place: { file: path },
        exitStatus: 4,
      });
    }
    counts.set(formatNames[found], (counts.get(formatNames[found]) ?? 0) + 1);
  }
  const text = [...counts].map(([format, count]) => `${count} ${format}`).join(', ');
  const [only] = files;
  if (only === undefined || files.length > 1) return text;
  return `${text}, ${(await stat(only.path)).size.toLocaleString('en')} bytes`;
}

async function look({ resolvePath }: Context, book: Book): Promise<string> {
  const { section, entries } = book;
  const found = await findBookFiles(entries, resolvePath, book.formats);
  const [missing] = found.unreadable;
  if (missing !== undefined) {
    throw new TieoutError({
      code: 'BOOK_FILE_MISSING',
      message: `${missing.entry} is not there or cannot be read.`,
      remedy: `Put the file there, or remove books.${section}.file from the configuration.`,
      place: { file: missing.path },
      exitStatus: 4,
      cause: missing.cause,
    });
  }
  return [
    `${entries.join(', ')}: ${found.files.length === 0 ? 'no file yet' : await formatsText(book, found)}`,
    ...(found.files.length > 1 ? [listText(found.files.map(({ name }) => name))] : []),
    ...(found.ignored.length === 0 ? [] : [`ignored: ${listText(found.ignored)}`]),
  ].join('; ');
}

/** The files of each book in the configuration that exist, with their formats. */
export async function probeFiles(context: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const book of booksOf(context.section)) {
    if (book.entries.length === 0) continue;
    findings.push(await checked(`${book.section} file`, () => look(context, book)));
  }
  return findings;
}
