import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { namesIn } from '../disk/files.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { keyText, lineOfKey } from '../domain/yaml-places.ts';
import { codeFolder, packageRoot } from '../package-root.ts';
import { type DefinitionProblem, parseDefinition, type ReportDefinition } from './definition.ts';

/** The report that every run writes. */
export const defaultReport = 'daily';

/** The folder of the definitions that come with the program. */
export const shippedReports = join(packageRoot, 'reports');

/** A definition with its file. `refuse` returns the error for an invalid value at one of its keys. */
export type LoadedDefinition = ReportDefinition & {
  refuse: (problem: DefinitionProblem) => TieoutError;
  /** Whether it is a shipped definition, bundled with the views that it names. */
  isBundled: boolean;
};

async function definitionsIn(folder: string): Promise<string[]> {
  // the user's own folder exists only when it has files
  const files = await (folder === shippedReports ? readdir(folder) : namesIn(folder));
  return files.flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : [])).sort();
}

/** The names of all reports in the folders. */
export async function reportNames(folders: readonly string[] = [shippedReports]): Promise<string[]> {
  return [...new Set((await Promise.all(folders.map(definitionsIn))).flat())].sort();
}

/** A definition's path as people know it. */
const shownPath = (folder: string, name: string) =>
  folder === shippedReports ? `reports/${name}.yaml` : join(folder, `${name}.yaml`);

async function folderOf(name: string, folders: readonly string[]): Promise<string> {
  const found: string[] = [];
  for (const folder of folders) if ((await definitionsIn(folder)).includes(name)) found.push(folder);
  const [folder, other] = found;
  if (folder === undefined)
    throw new TieoutError({
      code: 'REPORT_UNKNOWN',
      message: `There is no report "${name}".`,
      remedy: `Choose one of: ${(await reportNames(folders)).join(', ')}.`,
      exitStatus: 2,
    });
  if (other !== undefined)
    throw new TieoutError({
      code: 'REPORT_NAME_TAKEN',
      message: `Two definitions have the name "${name}": ${shownPath(folder, name)} and ${shownPath(other, name)}.`,
      remedy: 'Rename one of them: the file, and `name` in it.',
      place: { file: shownPath(other, name) },
      exitStatus: 2,
    });
  return folder;
}

/** The bundled content of the shipped definitions: the content of each file, and the hash of the text from which it was read. */
const preparedSchema = z.record(z.string(), z.object({ sha256: z.string(), content: z.unknown() }));

/**
 * The bundled content of a shipped definition, unless its text has changed since. Reading YAML takes longer than the report's
 * statements.
 */
async function preparedContent(name: string, text: string): Promise<unknown> {
  const file = join(codeFolder, 'definitions.json');
  if (!existsSync(file)) return undefined;
  const prepared = preparedSchema.parse(JSON.parse(await readFile(file, 'utf8')))[name];
  return prepared?.sha256 === hash('sha256', text) ? prepared.content : undefined;
}

function yamlOf(text: string) {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines }), lines };
}

/** The last loaded definition of each file, because a command loads it before it runs and again when it writes the report. */
const loaded = new Map<string, { text: string; definition: LoadedDefinition }>();

/**
 * Loads the definition of a report by its name from a list of folders. A wrong definition is refused with its file, line
 * and key (REPORT_DEFINITION_WRONG).
 */
export async function loadDefinition(
  name: string = defaultReport,
  folders: readonly string[] = [shippedReports],
): Promise<LoadedDefinition> {
  const folder = await folderOf(name, folders);
  const file = shownPath(folder, name);
  const path = join(folder, `${name}.yaml`);
  const text = await readFile(path, 'utf8');
  const known = loaded.get(path);
  if (known?.text === text) return known.definition;
  const wrong = (message: string, line: number, key?: string) =>
    new TieoutError({
      code: 'REPORT_DEFINITION_WRONG',
      message,
      remedy: 'Correct the key; the head of reports/daily.yaml lists the keys and their values.',
      place: { file, line, ...(key === undefined || key === '' ? {} : { key }) },
      exitStatus: 2,
    });
  const content = () => {
    const { document } = yamlOf(text);
    const [error] = document.errors;
    if (error !== undefined)
      throw wrong(`The report definition is not YAML: ${error.message.split('\n')[0]}`, error.linePos?.[0].line ?? 1);
    return document.toJS();
  };
  const refuse = (problem: DefinitionProblem) => {
    const { document, lines } = yamlOf(text);
    return wrong(problem.message, lineOfKey(document.contents, problem.path, lines), keyText(problem.path));
  };
  const prepared = folder === shippedReports ? await preparedContent(name, text) : undefined;
  const parsed = parseDefinition(prepared ?? content(), name);
  if (!Array.isArray(parsed)) {
    const definition = { ...parsed, refuse, isBundled: prepared !== undefined };
    loaded.set(path, { text, definition });
    return definition;
  }
  const [first = { path: [], message: 'The report definition is wrong.' }] = parsed;
  throw refuse(first);
}
