import { TieoutError } from '../domain/tieout-error.ts';

/** The messages for a full disk, of the operating system, of DuckDB and of the process that copies a snapshot. */
const full = /\b(ENOSPC|EDQUOT|EFBIG)\b|No space left on device|Disk quota exceeded|File too large/i;
const notWritable = /\b(EROFS|EACCES|EPERM)\b|Read-only file system|Permission denied|Operation not permitted/i;

/** Operations of the network and of starting a program, which have the same error codes. */
const elsewhere = /\b(connect|listen|bind|getaddrinfo|spawn) E/;

/** The messages of an error and of its causes. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error ? String(error.code) : '';
  const own = elsewhere.test(error.message)
    ? []
    : [error.message.includes(code) ? error.message : `${code} ${error.message}`];
  return [...own, ...textsOf(error.cause)];
}

/** The line of an error that names the path. */
const lineOf = (text: string, pattern: RegExp) =>
  (text.split('\n').find((line) => pattern.test(line)) ?? text).replace(/^\w*\s?Error:\s*/, '').trim();

/**
 * The named error, with its remedy, of a full disk or a folder without write permission; undefined for any other error. Recognises
 * errors of the operating system and of DuckDB, also as causes.
 */
export function diskError(error: unknown, path?: string): TieoutError | undefined {
  const texts = textsOf(error);
  const place = path === undefined ? {} : { place: { file: path } };
  const isFull = texts.find((text) => full.test(text));
  if (isFull !== undefined)
    return new TieoutError({
      code: 'DISK_FULL',
      message: `There is no space left to write: ${lineOf(isFull, full)}`,
      remedy:
        'Free space on the disk (or raise the quota, or the limit on the size of files), then repeat the command: nothing is half done, and what was received is kept.',
      ...place,
      cause: error,
    });
  const isNotWritable = texts.find((text) => notWritable.test(text));
  if (isNotWritable === undefined) return undefined;
  return new TieoutError({
    code: 'FOLDER_READ_ONLY',
    message: `This process may not write: ${lineOf(isNotWritable, notWritable)}`,
    remedy:
      'Give the user that runs tieout the data directory (data_dir in the configuration) with all that is in it, or mount it for writing; then repeat the command.',
    ...place,
    exitStatus: 2,
    cause: error,
  });
}
