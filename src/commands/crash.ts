import { appendFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { redactSecrets } from '../config/secret.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** Writes an error that nobody foresaw to the log with all that is known of it, and gives what a person is told. */
export async function keepCrash(
  error: unknown,
  logPath: string = join(tmpdir(), `tieout-${process.pid}.log`),
): Promise<TieoutError> {
  const entry = {
    time: new Date().toISOString(),
    level: 'error',
    code: 'UNEXPECTED',
    error: inspect(error, { depth: 6 }),
  };
  let isKept = true;
  try {
    await mkdir(dirname(logPath), { recursive: true, mode: 0o700 });
    await appendFile(logPath, `${redactSecrets(JSON.stringify(entry))}\n`, { mode: 0o600 });
  } catch {
    isKept = false;
  }
  const first = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return new TieoutError({
    code: 'UNEXPECTED',
    message: `Something went wrong that tieout does not know: ${first}`,
    remedy: isKept
      ? 'Nothing is half done: run it again. If it comes again, report it with the log.'
      : 'Nothing is half done: run it again. The details could not be written to a log.',
    ...(isKept ? { place: { file: logPath } } : {}),
    cause: error,
  });
}
