import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageRoot } from '../package-root.ts';

export type SqlFile = { name: string; path: string; text: string };

/** The .sql files of one folder of sql/, in the order of their names. */
export async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const directory = join(packageRoot, 'sql', folder);
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: basename(name, '.sql'),
      path: `sql/${folder}/${name}`,
      text: await readFile(join(directory, name), 'utf8'),
    })),
  );
}

/** One file of sql/, for a statement that a step runs with bound values. */
export async function sqlFile(folder: string, name: string): Promise<string> {
  return readFile(join(packageRoot, 'sql', folder, `${name}.sql`), 'utf8');
}
