import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TieoutError } from '../domain/tieout-error.ts';
import { packageRoot } from '../package-root.ts';

/** A statement of sql/ with its name and its file. */
export type SqlStatement = { name: string; path: string; text: string };

/** The folder of the SQL of this version. */
export const sqlRoot = join(packageRoot, 'sql');

function missing(directory: string, what: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'SQL_FOLDER_MISSING',
    message: `${what} It is a part of tieout.`,
    remedy: 'Reinstall tieout.',
    place: { file: directory },
    cause,
  });
}

/**
 * The statements of a file, each begun by `-- statement: <name>`, without the final semicolons, because a step may be a part of another
 * statement. A file without such a line is one statement with the name of the file.
 */
export function statementsOf({ name, path, text }: SqlStatement): SqlStatement[] {
  const [, ...named] = text.split(/^-- statement: (\w+)\r?\n/m);
  if (named.length === 0) return [{ name, path, text }];
  const statements: SqlStatement[] = [];
  for (let at = 0; at < named.length; at += 2)
    statements.push({ name: named[at] ?? '', path, text: (named[at + 1] ?? '').replace(/;\s*$/, '\n') });
  return statements;
}

/** The statements of one folder of sql/, in the order of its file names (SQL_FOLDER_MISSING). */
export async function sqlStatements(folder: string, root = sqlRoot): Promise<SqlStatement[]> {
  const directory = join(root, folder);
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (cause) {
    throw missing(directory, `The folder ${directory} cannot be read.`, cause);
  }
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map(async (name) => ({
        name: basename(name, '.sql'),
        path: `sql/${folder}/${name}`,
        text: await readFile(join(directory, name), 'utf8'),
      })),
  );
  return files.flatMap(statementsOf);
}

type ConnectorFolder = { folder: string; hasSchema: boolean };

/** The folders of sql/connectors in the order of their names, and whether each has its own tables. */
export async function connectorFolders(root = sqlRoot): Promise<ConnectorFolder[]> {
  const directory = join(root, 'connectors');
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return await Promise.all(
      names.sort().map(async (name) => ({
        folder: `connectors/${name}`,
        hasSchema: (await readdir(join(directory, name))).includes('schema'),
      })),
    );
  } catch (cause) {
    throw missing(directory, `The folder ${directory} cannot be read.`, cause);
  }
}

const known = new Map<string, Promise<ReadonlyMap<string, string>>>();

async function textsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await sqlStatements(folder)).map(({ name, text }) => [name, text]));
}

/**
 * One statement of a folder of sql/, which a step runs with bound values. The files of an installation do not change while a process
 * runs, so a folder is read once.
 */
export async function sqlStatement(folder: string, name: string): Promise<string> {
  const texts = known.get(folder) ?? textsOf(folder);
  known.set(folder, texts);
  const text = (await texts).get(name);
  if (text === undefined)
    throw missing(join(sqlRoot, folder), `The folder ${join(sqlRoot, folder)} has no statement ${name}.`);
  return text;
}
