import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { programVersion } from '../program-version.ts';
import { currencyFingerprint } from './currency-table.ts';
import { execute, readRows, textOf } from './duckdb-values.ts';
import { monthFingerprint } from './month-macro.ts';
import { rulesFingerprint } from './rules-fingerprint.ts';
import { sqlRoot } from './sql-files.ts';

const part = 'written_through';

/**
 * Records in a warehouse the newest entry of the landing index, for the next process that opens it; null while a command writes, so that
 * a killed command leaves no record.
 */
export async function noteWrittenThrough(connection: DuckDBConnection, receiptId: number | null): Promise<void> {
  await execute(connection, 'delete from main.made_with where part = $part', { part });
  if (receiptId !== null)
    await execute(connection, 'insert into main.made_with values ($part, $id)', { part, id: String(receiptId) });
}

/** Notes the newest run that a build of the warehouse has repeated, or could not repeat. */
export async function noteRepeatedThrough(connection: DuckDBConnection, runId: number): Promise<void> {
  await execute(connection, "insert into main.made_with values ('repeated_through', $id)", { id: String(runId) });
}

/** Whether a warehouse was closed before an entry was added to the landing index: it was restored from a backup, or is out of date. */
export async function wasClosedBefore(connection: DuckDBConnection, receiptId: number): Promise<boolean> {
  const noted = (await madeWith(connection))?.get(part);
  return noted !== undefined && Number(noted) < receiptId;
}

/** What a warehouse was made with, by part: the program, its rules, and the user's own files. */
type MadeWith = ReadonlyMap<string, string>;

/** The error of a database that another version made and that this version has to rebuild. */
export function rebuildPending(file: string, madeBy: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'REBUILD_PENDING',
    message: `${madeBy} made the warehouse; it has to be rebuilt from the landing zone.`,
    remedy:
      'Run `tieout rebuild`, or let the next run do it first: nothing is lost. With --estimate it says how long that takes.',
    place: { file },
    exitStatus: 4,
    cause,
  });
}

/** What a database was made with, by its own record; undefined without a record. `database` is its name where it is attached. */
export async function madeWith(connection: DuckDBConnection, database?: string): Promise<MadeWith | undefined> {
  const table = database === undefined ? 'main.made_with' : `"${database.replaceAll('"', '""')}".main.made_with`;
  try {
    const rows = await readRows(connection, `select part, made_with from ${table}`);
    return new Map(rows.map((row) => [textOf(row, 'part'), textOf(row, 'made_with')]));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Catalog Error')) return undefined;
    throw error;
  }
}

/** The parts that differ only between versions of the program. */
export async function partsOfVersion(root = sqlRoot): Promise<MadeWith> {
  return new Map([
    ['program', programVersion],
    ['rules', await rulesFingerprint(root)],
    ['currencies', currencyFingerprint],
    ['months', monthFingerprint],
  ]);
}

const programOf = (made: MadeWith | undefined) => {
  const program = made?.get('program');
  return program === undefined || program === programVersion ? 'Another version of tieout' : `tieout ${program}`;
};

/** Refuses a warehouse that was made with other parts than those of this version. Throws REBUILD_PENDING (exit status 4). */
export function refuseOtherVersion(file: string, made: MadeWith | undefined, parts: MadeWith): void {
  if ([...parts].some(([part, value]) => made?.get(part) !== value)) throw rebuildPending(file, programOf(made));
}

/**
 * Refuses a published snapshot of another version of the program. The version implies its rules, so a reader need not compute their
 * hash.
 */
export async function refuseOtherProgram(file: string, connection: DuckDBConnection, database?: string): Promise<void> {
  refuseOtherVersion(file, await madeWith(connection, database), new Map([['program', programVersion]]));
}
