import { parseTerms } from '../../domain/parse-terms.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { type BankPreset, bankPreset } from './bank-preset.ts';

function wrong(file: string, message: string, line: number): TieoutError {
  return new TieoutError({
    code: 'BANK_PRESET_WRONG',
    message,
    remedy: 'Correct the preset; `tieout inspect FILE --preset NAME` writes one from a file.',
    place: { file, line },
    exitStatus: 2,
  });
}

/** The preset in a YAML text. Throws BANK_PRESET_WRONG with the line of the first error. */
export function presetIn(text: string, file: string): BankPreset {
  const read = parseTerms(text, bankPreset, 'The preset');
  if ('terms' in read) return read.terms;
  throw wrong(file, read.message, read.line);
}
