import { FileRefusal } from 'tieout-files';
import { diskError } from '../../disk/disk-error.ts';
import { absurdWindow } from '../../domain/period.ts';
import { refusedFile, TieoutError } from '../../domain/tieout-error.ts';
import { firstLine, isDamaged } from '../warehouse-error.ts';
import type { LandedFile } from './landed-file.ts';

/** Messages of the database for faults that are not of the file, but of the disk, the memory or the database itself. */
const databaseFailures =
  /^(IO|Out of Memory|FATAL|INTERNAL|Connection|Permission|Interrupt|Fatal|Internal) Error|^INTERRUPT|database has been invalidated/;
/** Error codes of the operating system for such faults. */
const systemFailures = new Set([
  'ENOSPC',
  'EDQUOT',
  'ENOMEM',
  'EFBIG',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
]);

/** Whether a failure of the database is a fault of this machine, which would stop everything else too. */
export function isOfWarehouse(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('code' in cause && typeof cause.code === 'string' && systemFailures.has(cause.code)) return true;
  return databaseFailures.test(cause.message);
}

/** Throws a named error when the fault is not that of the file. */
export function stopWhenOfWarehouse(cause: unknown, file: LandedFile): void {
  if (cause instanceof TieoutError || cause instanceof FileRefusal) return;
  // the caller that opened the warehouse names it in the error
  if (isDamaged(cause)) throw cause;
  if (!isOfWarehouse(cause)) return;
  const known = diskError(cause);
  if (known !== undefined) throw known;
  throw new TieoutError({
    code: 'WAREHOUSE_NOT_WRITTEN',
    scope: 'company',
    message: `The warehouse could not be written: ${firstLine(cause)}`,
    remedy: 'Check the memory (warehouse.memory_limit) and the disk, then run again: nothing is lost.',
    place: { file: file.file_name },
    cause,
  });
}

/**
 * The reason why a file is refused: its own error or, for any other failure while it was read, an error with the first line of the
 * cause. One file must not prevent the loading of others. Throws when the fault is not that of the file.
 */
export function refusalOf(cause: unknown, file: LandedFile): TieoutError {
  stopWhenOfWarehouse(cause, file);
  if (cause instanceof TieoutError) return cause;
  if (cause instanceof FileRefusal) return refusedFile(cause);
  return new TieoutError({
    code: 'FILE_NOT_LOADED',
    message: `The file could not be loaded: ${firstLine(cause)}`,
    remedy: 'Export or download the file again. If that does not help, report this error and attach the file.',
    place: { file: file.file_name },
    exitStatus: 4,
    cause,
  });
}

/** Throws RECEIPT_PERIOD_WRONG for a receipt with an impossible period, because rules enumerate the days of periods. */
export function refuseAbsurdWindow({ window_from, window_to, file_name }: LandedFile): void {
  const why = absurdWindow(window_from, window_to);
  if (why === undefined) return;
  throw new TieoutError({
    code: 'RECEIPT_PERIOD_WRONG',
    message: `The period of the receipt cannot be right: ${why}`,
    remedy:
      'Restore the landing folder from a backup (tieout verify checks it), or receive the days again: tieout run --refresh --from DAY --to DAY.',
    place: { file: file_name },
    exitStatus: 4,
  });
}
