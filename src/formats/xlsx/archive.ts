import { open as openZip } from 'yauzl';
import { TieoutError } from '../../domain/tieout-error.ts';

/** More than any statement needs and less than a machine has: a larger workbook is an archive bomb or a mistake. */
const maximumBytes = 4 * 1024 ** 3;
const maximumEntries = 10_000;

function refused(fileName: string, code: string, message: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code,
    message,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: fileName },
    exitStatus: 4,
    cause,
  });
}

/** Reads a workbook's directory without unpacking it. Throws FILE_TRUNCATED or FILE_TOO_LARGE. */
export async function refuseArchiveBomb(path: string, fileName: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    openZip(path, { lazyEntries: true }, (error, zip) => {
      if (error) {
        reject(
          refused(
            fileName,
            'FILE_TRUNCATED',
            'The workbook is cut off or damaged: its directory cannot be read.',
            error,
          ),
        );
        return;
      }
      let bytes = 0;
      let entries = 0;
      zip.on('error', (cause: unknown) =>
        reject(refused(fileName, 'FILE_TRUNCATED', 'The workbook is damaged: its directory cannot be read.', cause)),
      );
      zip.on('end', () => resolve());
      zip.on('entry', (entry: { uncompressedSize: number }) => {
        bytes += entry.uncompressedSize;
        entries += 1;
        if (bytes > maximumBytes || entries > maximumEntries) {
          zip.close();
          reject(refused(fileName, 'FILE_TOO_LARGE', 'The workbook unpacks to more than 4 GiB.'));
          return;
        }
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}
