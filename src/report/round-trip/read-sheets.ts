import { type StoredCell, type StoredRow, storedRows } from 'tieout-files';
import { temporaryPath } from '../../disk/temporary.ts';
import { TieoutError } from '../../domain/tieout-error.ts';

export type ReadCell = StoredCell;
export type ReadRow = StoredRow;

function unreadable(file: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'WORKBOOK_UNREADABLE',
    message: 'The workbook cannot be read to its end.',
    remedy: 'Open it in a spreadsheet program and save it as .xlsx again. No decision of it was recorded.',
    place: { file },
    exitStatus: 2,
    cause,
  });
}

/** The rows of all sheets of a workbook, in constant memory; `file` is the path that the user gave. Throws WORKBOOK_UNREADABLE. */
export async function* readSheets(path: string, file: string = path): AsyncGenerator<ReadRow> {
  const rows = storedRows({ path, fileName: file, temporary: temporaryPath('text') });
  try {
    for (;;) {
      const { value, done } = await rows.next().catch((cause: unknown) => {
        throw unreadable(file, cause);
      });
      if (done === true) return;
      yield value;
    }
  } finally {
    await rows.return(undefined);
  }
}
