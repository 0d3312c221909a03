import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { type BankPreset, bankPreset } from '../connectors/files/bank-preset.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { lineOfKey } from '../formats/yaml/places.ts';

/** The folder of a user's presets, beside the configuration. */
export const ownBanksFolder = 'banks';

function wrong(file: string, message: string, line: number | undefined): TieoutError {
  return new TieoutError({
    code: 'BANK_PRESET_WRONG',
    message,
    remedy: 'Correct the preset; `tieout inspect FILE --preset NAME` writes one from a file.',
    place: { file, ...(line === undefined ? {} : { line }) },
    exitStatus: 2,
  });
}

/** The preset in a YAML text. Throws BANK_PRESET_WRONG with the line of the first error. */
export function presetIn(text: string, file: string): BankPreset {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined)
    throw wrong(
      file,
      `The preset is not YAML: ${(syntax.message.split('\n')[0] ?? '').replace(/ at line .*$/, '')}.`,
      lines.linePos(syntax.pos[0]).line,
    );
  const read = bankPreset.safeParse(document.toJS() ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.map(String) ?? [];
  const key = path.length === 0 ? 'The preset' : path.join('.');
  throw wrong(file, `${key}: ${issue?.message ?? 'is wrong'}.`, lineOfKey(document.contents, path, lines));
}

/** The presets of the user, in the order of their file names. Throws BANK_PRESET_WRONG. */
export async function ownBanks(ownFolder: string): Promise<BankPreset[]> {
  const folder = join(ownFolder, ownBanksFolder);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  return Promise.all(
    files.map(async (name) => presetIn(await readFile(join(folder, name), 'utf8'), join(ownBanksFolder, name))),
  );
}

/** A company with the presets of the user behind its own. */
export function withOwnBanks<Company extends object>(company: Company, banks: readonly BankPreset[]): Company {
  if (banks.length === 0) return company;
  const configured: unknown[] = 'banks' in company && Array.isArray(company.banks) ? company.banks : [];
  return { ...company, banks: [...configured, ...banks] };
}
