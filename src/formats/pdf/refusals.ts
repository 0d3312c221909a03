import type { PagedLine } from '../../domain/paged-line.ts';
import { type ErrorPlace, TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile } from '../table/table-spec.ts';

export const pagePlace = ({ fileName }: Pick<TableFile, 'fileName'>, { page, line }: PagedLine): ErrorPlace => ({
  file: fileName,
  page,
  line,
});

/** The refusal of a document. `remedy` is by default to download it again. */
export function refusedPdf(
  { fileName }: Pick<TableFile, 'fileName'>,
  code: string,
  message: string,
  { place, remedy, cause }: { place?: PagedLine; remedy?: string; cause?: unknown } = {},
): TieoutError {
  return new TieoutError({
    code,
    message,
    remedy: remedy ?? 'Download the statement again; nothing of it was loaded.',
    place: place === undefined ? { file: fileName } : pagePlace({ fileName }, place),
    exitStatus: 4,
    ...(cause === undefined ? {} : { cause }),
  });
}
