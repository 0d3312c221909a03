import { type ErrorPlace, TieoutError } from '../domain/tieout-error.ts';

const exportAgain = 'Export or download the file again; nothing of it was loaded.';

/** The refusal of a file, of which nothing is loaded. `remedy` is by default to export it again. */
export function refused(
  fileName: string,
  code: string,
  message: string,
  { remedy = exportAgain, line, cause }: { remedy?: string; line?: number | undefined; cause?: unknown } = {},
): TieoutError {
  const place: ErrorPlace = { file: fileName, ...(line === undefined ? {} : { line }) };
  return new TieoutError({ code, message, remedy, place, exitStatus: 4, cause });
}
