import { constants, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { diskError } from '../disk/disk-error.ts';
import { redactSecrets } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { packageRoot } from '../package-root.ts';
import { damagedError } from '../warehouse/warehouse-error.ts';

/** The source map beside a bundled file; undefined without a map. */
function mapOf(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * A stack trace whose places in the bundle (file:///…/dist/run-Bd6.js:12:3) are replaced by those in the sources
 * (src/pipeline/run-company.ts:40:5). The maps are read only for an error, because loading them would slow the start of every command.
 */
function withSourcePlaces(trace: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return trace.replaceAll(/(file:\/\/\S+?\.js):(\d+):(\d+)/g, (place, url: string, line: string, column: string) => {
    const path = fileURLToPath(url);
    if (!maps.has(path)) maps.set(path, mapOf(path));
    const origin = maps.get(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (origin === undefined || !('originalSource' in origin)) return place;
    const source = relative(packageRoot, resolve(dirname(path), origin.originalSource));
    return `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}

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
    error: withSourcePlaces(inspect(error, { depth: 6 })),
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
