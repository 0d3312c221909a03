import { LineCounter, parseDocument } from 'yaml';
import { TieoutError } from '../../domain/tieout-error.ts';
import { lineOfKey } from '../../formats/yaml/places.ts';
import { type BankPreset, bankPreset } from './bank-preset.ts';

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
