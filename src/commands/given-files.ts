import { access, constants, stat } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { findBookFiles } from '../connectors/files/book-files.ts';
import { hasWildcard } from '../connectors/files/file-pattern.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { ImportableKind, NamedFile } from '../pipeline/import-file.ts';

function missing(message: string, remedy: string, file: string, cause?: unknown): TieoutError {
  return new TieoutError({ code: 'IMPORT_FILE_MISSING', message, remedy, place: { file }, exitStatus: 2, cause });
}

/** Throws IMPORT_FILE_MISSING unless a readable file is at a path; `file` is the path that the user gave. */
export async function requireFile(file: string, path: string): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw missing('There is no such file.', 'Check the path.', file, cause);
  });
  if (!found.isFile()) throw missing('This is not a file.', 'Name one file.', file);
  await access(path, constants.R_OK).catch((cause: unknown) => {
    const remedy = 'Check that this user may read it.';
    throw missing('The file cannot be read.', remedy, file, cause);
  });
}

/** The files that a command line names. */
type GivenFiles = {
  files: NamedFile[];
  /** Names of a folder that were left out: other formats, and a PDF file beside a file of the same name in another format. */
  ignored: string[];
  /** Whether the command names several files or a folder, even if only one file was found. */
  isSeveral: boolean;
};

/** Whether a name stands for several files: a folder, or a pattern that the shell left as it is. */
async function isOfSeveral(name: string, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? hasWildcard(name) : found.isDirectory();
}

const isPdf = (path: string) => /\.pdf$/i.test(path);

/** The path of a file without its ending. A bank gives a statement as a table and, under the same name, in print. */
const stemOf = (path: string) => join(parse(path).dir, parse(path).name.toLowerCase());

/**
 * The files of a command line, in its order, each once; those of a folder by name, with numbers in their natural order. The files of a
 * folder or pattern are chosen as if the configuration named it. A PDF file is left out beside a table of the same name, because their lines would
 * count twice. Throws IMPORT_FILE_MISSING where one cannot be read.
 */
export async function givenFiles(
  names: readonly string[],
  { declaration: { load } }: Pick<ImportableKind, 'declaration'>,
  cwd: string,
): Promise<GivenFiles> {
  const found: NamedFile[] = [];
  const ignored: string[] = [];
  let hasFolder = false;
  for (const name of names) {
    const path = resolve(cwd, name);
    if (!(await isOfSeveral(name, path))) {
      await requireFile(name, path);
      found.push({ file: name, path });
      continue;
    }
    hasFolder = true;
    const accepted = 'formats' in load ? load.formats : [];
    const inFolder = await findBookFiles([path], (entry) => entry, accepted);
    const [unreadable] = inFolder.unreadable;
    if (unreadable !== undefined)
      throw missing('The folder cannot be read.', 'Check that this user may read it.', name, unreadable.cause);
    if (inFolder.files.length === 0)
      throw missing('The folder or pattern has no file of this kind.', 'Check the path and the kind.', name);
    const start = hasWildcard(name) ? name.slice(0, name.search(/[^/\\]*[*?]/)) : name;
    found.push(...inFolder.files.map((file) => ({ file: join(start, file.name), path: file.path })));
    ignored.push(...inFolder.ignored.map((file) => join(start, file)));
  }
  const tables = new Set(found.filter(({ path }) => !isPdf(path)).map(({ path }) => stemOf(path)));
  const isPrinted = ({ path }: NamedFile) => isPdf(path) && tables.has(stemOf(path));
  ignored.push(...found.filter(isPrinted).map(({ file }) => file));
  const files = [...new Map(found.filter((one) => !isPrinted(one)).map((one) => [one.path, one])).values()];
  return { files, ignored, isSeveral: hasFolder || names.length > 1 };
}
