import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TieoutError } from '../domain/tieout-error.ts';
import { packageRoot } from '../package-root.ts';

export type SqlFile = { name: string; path: string; text: string };

/** Where the SQL of this version is. */
export const sqlRoot = join(packageRoot, 'sql');

function missingFolder(directory: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'SQL_FOLDER_MISSING',
    message: `The folder ${directory} cannot be read. It is a part of tieout.`,
    remedy: 'Reinstall tieout.',
    place: { file: directory },
    cause,
  });
}

/** The .sql files of one folder of sql/, in the order of their names (SQL_FOLDER_MISSING). */
export async function sqlFiles(folder: string, root = sqlRoot): Promise<SqlFile[]> {
  const directory = join(root, folder);
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (cause) {
    throw missingFolder(directory, cause);
  }
  return Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map(async (name) => ({
        name: basename(name, '.sql'),
        path: `sql/${folder}/${name}`,
        text: await readFile(join(directory, name), 'utf8'),
      })),
  );
}

export type ConnectorFolder = { folder: string; hasSchema: boolean };

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
    throw missingFolder(directory, cause);
  }
}

/** One file of sql/, for a statement that a step runs with bound values. */
export async function sqlFile(folder: string, name: string): Promise<string> {
  return readFile(join(sqlRoot, folder, `${name}.sql`), 'utf8');
}
