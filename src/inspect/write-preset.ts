import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Document, isMap, isScalar, isSeq } from 'yaml';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Inspection } from './inspect-file.ts';

function refused(message: string, remedy: string, file: string): TieoutError {
  return new TieoutError({ code: 'BANK_PRESET_NOT_WRITTEN', message, remedy, place: { file }, exitStatus: 2 });
}

/** How the file is recognised: the headers of its columns, or the first text above a table without a header. */
function recognitionOf({ now, fitted, preview, file }: Inspection): { header: string[] } | { text: string[] } {
  const header = (fitted ?? now).header;
  // every header of the file, because Date and Amount are also those of other banks
  const titles = [...(header?.names?.values() ?? []), ...(header?.others ?? []).map(({ name }) => name)].filter(
    (title) => !/^column \d+$/.test(title),
  );
  if (titles.length >= 2) return { header: titles };
  const above = preview.rows.find(({ line, cells }) => line <= (header?.line ?? 0) && /\p{L}{3}/u.test(cells.join('')));
  const text = above?.cells.find((cell) => /\p{L}{3}/u.test(cell))?.trim();
  if (text !== undefined) return { text: [text] };
  throw refused(
    'The file has neither a header nor a text above its lines by which it could be recognised.',
    'Put the configuration that `tieout inspect` prints under books.bank.',
    file.name,
  );
}

/**
 * The preset of a bank as YAML: how its files are recognised, and the proposed terms with their reasons. Throws
 * BANK_PRESET_NOT_WRITTEN for a file that is not read, or cannot be recognised.
 */
export function presetText(inspection: Inspection, name: string): string {
  const { now, fitted, section, proposal, file } = inspection;
  if (section !== 'books.bank')
    throw refused(
      'Presets are for files of banks.',
      'Name the kind with --as bank if the file is of a bank.',
      file.name,
    );
  if ((fitted ?? now).error !== null)
    throw refused(
      `No preset reads the file: ${(fitted ?? now).error?.message ?? ''}`,
      'Correct what `tieout inspect` reports, or write the preset by hand.',
      file.name,
    );
  // the order of days must be proven by each file: another bank may have the same headers
  const { date_order: _, ...terms } = proposal.terms;
  const document = new Document({ bank: name, recognise: recognitionOf(inspection), ...terms });
  const { contents } = document;
  if (isMap(contents)) {
    for (const { key, value } of contents.items) {
      const reasons = Object.entries(proposal.reasons).filter(([path]) => path.split('.')[0] === String(key));
      const text = reasons.map(([path, reason]) => ` ${path}: ${reason}`).join('\n');
      if (text !== '' && isScalar(key)) key.commentBefore = text;
      const lists = isMap(value) ? value.items.map((item) => item.value) : [value];
      for (const list of lists) if (isSeq(list)) list.flow = true;
    }
  }
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
