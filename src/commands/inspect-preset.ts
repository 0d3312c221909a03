import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Document, isMap } from 'yaml';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Inspection } from '../inspect/inspect-file.ts';
import { addComments } from './inspect-snippet.ts';

function refused(message: string, remedy: string, file: string): TieoutError {
  return new TieoutError({ code: 'BANK_PRESET_NOT_WRITTEN', message, remedy, place: { file }, exitStatus: 2 });
}

/** How the file is recognised: the headers of its columns, or the first text above a table without a header. */
function recognitionOf({
  now,
  fitted,
  answered,
  preview,
  file,
}: Inspection): { header: string[] } | { text: string[] } {
  const { header } = answered ?? fitted ?? now;
  // every header of the file, because Date and Amount are also those of other banks
  const names = [...(header?.names?.values() ?? []), ...(header?.others ?? []).map(({ name }) => name)];
  const titles = names.filter((title) => !/^column \d+$/.test(title));
  if (titles.length >= 2) return { header: titles };
  const above = preview.rows.filter(({ line }) => line <= (header?.line ?? 0)).flatMap(({ cells }) => cells);
  const text = above.find((cell) => /\p{L}{3}/u.test(cell))?.trim();
  if (text !== undefined) return { text: [text] };
  throw refused(
    'The file has neither a header nor a text above its lines by which it could be recognised.',
    'Put the configuration that `tieout inspect` prints under books.bank.',
    file.name,
  );
}

/**
 * The preset of a bank as YAML: how its files are recognised, the proposed terms with their reasons, and
 * the questions as lines to uncomment. Throws
 * BANK_PRESET_NOT_WRITTEN for a file that is not read, or cannot be recognised.
 */
export function presetText(inspection: Inspection, name: string): string {
  const { now, fitted, answered, section, proposal, file } = inspection;
  if (section !== 'books.bank')
    throw refused(
      'Presets are for files of banks.',
      'Name the kind with --as bank if the file is of a bank.',
      file.name,
    );
  const { error } = answered ?? fitted ?? now;
  if (error !== null)
    throw refused(
      `No preset reads the file: ${error.message}`,
      'Correct what `tieout inspect` reports, or write the preset by hand.',
      file.name,
    );
  // the order of days must be proven by each file: another bank may have the same headers
  const { date_order: _, ...terms } = proposal.terms;
  const questions = proposal.questions.filter(({ choices: [choice] }) => choice?.terms.date_order === undefined);
  const document = new Document({ bank: name, recognise: recognitionOf(inspection), ...terms });
  if (isMap(document.contents)) addComments(document.contents, { ...proposal, questions }, 72);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Writes a preset into the folder of the user's presets. Returns its path; an existing preset is not replaced. */
export async function writePreset(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, `${name}.yaml`);
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw refused(`There is a preset ${name} already.`, 'Give another name, or remove it first.', path);
  }
  return path;
}
