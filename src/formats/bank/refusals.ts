import { TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile } from '../table/table-spec.ts';

/** The refusal of a bank file that ends early, or violates its format. */
export function damaged({ fileName }: TableFile, message: string, line: number, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'FILE_DAMAGED',
    message,
    exitStatus: 4,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: fileName, line },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The refusal of a message that looks like a bank statement but is another message, such as a report of pending entries. */
export function notAStatement({ fileName }: TableFile, found: string, wanted: string, line: number): TieoutError {
  return new TieoutError({
    code: 'FILE_FORMAT_NOT_ACCEPTED',
    message: `The file is ${found}, not a bank statement.`,
    exitStatus: 4,
    remedy: `Export the account statement: ${wanted}.`,
    place: { file: fileName, line },
  });
}

/** The refusal of pages where the opening balance of one differs from the closing balance of the page before. */
export function pagesContradict(
  { fileName }: TableFile,
  before: { amount: string; line: number },
  after: { amount: string; line: number },
): TieoutError {
  return new TieoutError({
    code: 'FILE_BALANCE_CONTRADICTS',
    message: `A page ends with a balance of ${before.amount} (line ${before.line}), and the next page of the statement begins with ${after.amount} (line ${after.line}).`,
    remedy: 'A page is missing, or the file was changed: download the statement again with all its pages.',
    place: { file: fileName, line: after.line },
    exitStatus: 4,
  });
}
