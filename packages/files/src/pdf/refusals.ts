import { FileRefusal, type RefusalPlace } from '../file-refusal.ts';
import type { PagedLine } from '../paged-line.ts';
import type { TableFile } from '../table/table-spec.ts';

export const pagePlace = ({ fileName }: Pick<TableFile, 'fileName'>, { page, line }: PagedLine): RefusalPlace => ({
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
): FileRefusal {
  return new FileRefusal({
    code,
    message,
    remedy: remedy ?? 'Download the statement again; nothing of it was loaded.',
    place: place === undefined ? { file: fileName } : pagePlace({ fileName }, place),
    ...(cause === undefined ? {} : { cause }),
  });
}
