import { constants } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { diskError } from '../disk/disk-error.ts';
import { redactSecrets } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { damagedError } from '../warehouse/warehouse-error.ts';

/** The name in a folder that all users may write is known, so a link in its place is not followed. */
const flag = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;

/**
 * Writes an unexpected error to the log in full, and returns the error for people. A full or read-only disk, and a warehouse that was
 * altered on disk, have their own errors and are not logged.
 */
export async function keepCrash(
  error: unknown,
  logPath: string = join(tmpdir(), `tieout-${process.pid}.log`),
): Promise<TieoutError> {
  const known = diskError(error) ?? damagedError(error);
  if (known !== undefined) return known;
  const entry = {
    time: new Date().toISOString(),
    level: 'error',
    code: 'UNEXPECTED',
    error: inspect(error, { depth: 6 }),
  };
  let isKept = true;
  try {
    await mkdir(dirname(logPath), { recursive: true, mode: 0o700 });
    await appendFile(logPath, `${redactSecrets(JSON.stringify(entry))}\n`, { mode: 0o600, flag });
  } catch {
    isKept = false;
  }
  const first = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return new TieoutError({
    code: 'UNEXPECTED',
    message: `Unexpected error: ${first}`,
    remedy: isKept
      ? 'Nothing is left half done: run it again. If it happens again, report it with the log.'
      : 'Nothing is left half done: run it again. The details could not be written to a log.',
    ...(isKept ? { place: { file: logPath } } : {}),
    cause: error,
  });
}
