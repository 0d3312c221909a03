import { TieoutError } from '../domain/tieout-error.ts';

const problems: Readonly<Record<string, string>> = {
  EACCES: 'this process has no permission to read it',
  EPERM: 'this process has no permission to read it',
  EISDIR: 'there is a folder in its place',
  ELOOP: 'there is a link to itself in its place',
  EIO: 'the disk reports an error',
  EUCLEAN: 'the file system is damaged',
  EBADMSG: 'the file system is damaged',
  ESTALE: 'the network folder no longer has it',
  ENXIO: 'the device is gone',
  ENOTCONN: 'the network folder is not connected',
  ETIMEDOUT: 'the network folder does not answer',
};

/** Why existing evidence cannot be read; undefined for any other error. */
export const unreadableProblem = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? problems[String(error.code)] : undefined;

/** The error of evidence that exists and cannot be read. */
export function evidenceUnreadable(path: string, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'EVIDENCE_UNREADABLE',
    message: `Kept data cannot be read, so it cannot be verified: ${problem}.`,
    remedy:
      'Make the user that runs tieout the owner of the data directory and everything in it. If ownership is not the cause, restore the file from a backup.',
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

/**
 * The named error of evidence that cannot be read, because of its permissions, a folder in its place, or the disk. Any other error is
 * returned unchanged. `path` is the file where the error names none.
 */
function readingError(error: unknown, path: string): unknown {
  const problem = error instanceof TieoutError ? undefined : unreadableProblem(error);
  if (problem === undefined) return error;
  const named = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : path;
  return evidenceUnreadable(named, problem, error);
}

/** Reads evidence; an unreadable file is a named error (EVIDENCE_UNREADABLE, exit status 4). */
export async function readingEvidence<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw readingError(error, path);
  }
}

/** An error of reading evidence as a doubt of its verification. Throws any other error. */
export function doubtOf(error: unknown, path: string): TieoutError {
  const named = readingError(error, path);
  if (named instanceof TieoutError) return named;
  throw named;
}

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
      scope: 'company',
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
    scope: 'company',
    message: `This process may not write: ${lineOf(isNotWritable, notWritable)}`,
    remedy:
      'Make the user that runs tieout the owner of the data directory (data_dir in the configuration) and everything in it, or mount it for writing. Then repeat the command.',
    ...place,
    exitStatus: 2,
    cause: error,
  });
}
