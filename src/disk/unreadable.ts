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
    message: `What is kept cannot be read, and so is not proven: ${problem}.`,
    remedy:
      'Give the user that runs tieout the data directory with all that is in it. Where that is not the cause, restore the file from a backup.',
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
