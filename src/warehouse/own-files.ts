import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { TieoutError } from '../domain/tieout-error.ts';
import type { SqlStatement } from './sql-files.ts';

/** The kinds of files that a user can add beside the configuration. */
export type OwnKind = 'pass' | 'reconciliation' | 'view' | 'selftest';

/** A user's own file. `path` is absolute; `origin` is the path shown to people, relative to the configuration's folder. */
export type OwnFile = SqlStatement & { kind: OwnKind; origin: string };

type Form = {
  folder: string;
  fileName: RegExp;
  /** The beginning of the single statement, without line breaks and repeated blanks. */
  begins: (name: string) => RegExp;
  /** The same beginning in words. */
  statement: (name: string) => string;
  title: string;
  /** Lines that the head must have. */
  head: readonly string[];
};

const plainName = /^[a-z][a-z0-9_]*\.sql$/;

const forms: Readonly<Record<OwnKind, Form>> = {
  pass: {
    folder: 'passes',
    fileName: /^match_[a-z][a-z0-9_]*\.sql$/,
    begins: (name) => new RegExp(`^create (?:or replace )?macro recon\\.${name} ?\\( ?records ?[,)]`, 'i'),
    statement: (name) => `create or replace macro recon.${name}(records, …) as table (…)`,
    title: 'match pass',
    head: [],
  },
  reconciliation: {
    folder: 'reconciliations',
    fileName: plainName,
    begins: (name) =>
      new RegExp(
        `^create (?:or replace )?macro recon\\.${name} ?\\( ?period_start ?, ?period_end ?\\) ?as table ?\\(`,
        'i',
      ),
    statement: (name) => `create or replace macro recon.${name}(period_start, period_end) as table (…)`,
    title: 'reconciliation',
    head: [],
  },
  view: {
    folder: 'views',
    fileName: plainName,
    begins: (name) => new RegExp(`^create (?:or replace )?view own\\.${name} as `, 'i'),
    statement: (name) => `create or replace view own.${name} as …`,
    title: 'view',
    head: ['grain', 'key'],
  },
  selftest: {
    folder: 'selftest',
    fileName: plainName,
    begins: () => /^(?:update|delete|insert) /i,
    statement: () => 'update …, delete … or insert …',
    title: 'corruption',
    head: ['fires', 'corrupts'],
  },
};

const kinds = Object.keys(forms) as OwnKind[];

/** The error of a user's own file that breaks its contract (OWN_FILE_WRONG; exit status 2). */
export function ownFileWrong(
  file: Pick<OwnFile, 'kind' | 'path' | 'name'>,
  problem: string,
  line?: number,
  cause?: unknown,
): TieoutError {
  const { title, folder, statement } = forms[file.kind];
  // a pair of the configuration is written as such files
  if (extname(file.path) !== '.sql')
    return new TieoutError({
      code: 'OWN_FILE_WRONG',
      message: `The pair ${file.name} cannot be used: ${problem}.`,
      remedy: `Correct books.pairs.${file.name} in the configuration.`,
      place: { file: file.path, key: `books.pairs.${file.name}` },
      exitStatus: 2,
      cause,
    });
  return new TieoutError({
    code: 'OWN_FILE_WRONG',
    message: `The ${title} in ${folder}/${basename(file.path)} cannot be used: ${problem}.`,
    remedy: `Write one statement, \`${statement(file.name)}\`, as docs/extending.md shows.`,
    place: { file: file.path, ...(line === undefined ? {} : { line }) },
    exitStatus: 2,
    cause,
  });
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** SQL with comments and literals blanked; every other character keeps its position. */
const codeOf = (text: string) => text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'/g, blank);

function checkText(file: OwnFile): void {
  const { begins, statement, head } = forms[file.kind];
  const code = codeOf(file.text);
  const lineAt = (index: number) => file.text.slice(0, index).split('\n').length;
  const first = code.search(/\S/);
  if (first < 0) throw ownFileWrong(file, 'it is empty');
  const start = code.slice(first).replaceAll(/\s+/g, ' ');
  if (!begins(file.name).test(start))
    throw ownFileWrong(file, `it does not begin with ${statement(file.name).replace(/[ ,]*….*$/, '')}`, lineAt(first));
  const [, ...others] = code.split(';').filter((part) => part.trim() !== '');
  const surplus = others.filter((part) => file.kind !== 'view' || !/^\s*comment\s+on\s/i.test(part));
  if (surplus.length > 0) throw ownFileWrong(file, `it has ${surplus.length + 1} statements`);
  const missing = head.filter((key) => !new RegExp(`^-- ${key}: \\S`, 'm').test(file.text));
  if (missing.length > 0)
    throw ownFileWrong(file, `its head has no line ${missing.map((key) => `\`-- ${key}: …\``).join(' and none ')}`, 1);
}

/** The select statement of a file that defines a view or a table macro, and the number of lines above it. */
export function selectOf({ text }: OwnFile): { select: string; above: number } {
  // comments on a view are further statements
  const [code = ''] = codeOf(text).split(';', 1);
  const [begins = ''] = /^.*?(?:\)\s*as\s+table\s*\(|\bview\s+\S+\s+as\s)/is.exec(code) ?? [];
  const end = begins.endsWith('(') ? code.lastIndexOf(')') : code.length;
  return { select: text.slice(begins.length, end), above: begins.split('\n').length - 1 };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.sql') && !name.startsWith('.')).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new TieoutError({
      code: 'OWN_FOLDER_UNREADABLE',
      message: 'The folder cannot be read.',
      remedy: 'Check that it is a folder and that this user may read it.',
      place: { file: folder },
      exitStatus: 2,
      cause: error,
    });
  }
}

async function filesOf(kind: OwnKind, folder: string, base: string): Promise<OwnFile[]> {
  const names = await namesIn(folder);
  return Promise.all(
    names.map(async (fileName) => {
      const path = join(folder, fileName);
      const file: OwnFile = {
        kind,
        name: basename(fileName, '.sql'),
        path,
        origin: relative(base, path).split(sep).join('/'),
        text: await readFile(path, 'utf8'),
      };
      const { fileName: allowed } = forms[kind];
      if (!allowed.test(fileName))
        throw ownFileWrong(
          file,
          `the file name must be ${kind === 'pass' ? 'match_NAME.sql' : 'NAME.sql'}, NAME in lower-case letters, digits and _`,
        );
      checkText(file);
      return file;
    }),
  );
}

/** Reads the user's own files from the folders beside the configuration (OWN_FILE_WRONG, OWN_FOLDER_UNREADABLE; exit status 2). */
export async function readOwnFiles(base: string): Promise<OwnFile[]> {
  return (await Promise.all(kinds.map((kind) => filesOf(kind, join(base, forms[kind].folder), base)))).flat();
}

/** The error of a file whose object already exists (OWN_NAME_TAKEN; exit status 2). */
export function ownNameTaken({ path }: OwnFile, problem: string): TieoutError {
  return new TieoutError({
    code: 'OWN_NAME_TAKEN',
    message: `${problem}.`,
    remedy: 'Rename your file, and the object that it makes.',
    place: { file: path },
    exitStatus: 2,
  });
}
