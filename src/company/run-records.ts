import { ChainBroken, readChainFile } from '../disk/chain.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** The error of run records that were changed after they were written. */
export function recordsDamaged(path: string, { lineNo, message }: ChainBroken): TieoutError {
  return new TieoutError({
    code: 'RUN_RECORDS_DAMAGED',
    message: `The records of runs and notices are damaged: ${message}.`,
    remedy:
      'Restore runs.jsonl and runs.head.json from a backup, or remove both: what was received and decided is not in them. The schedule then runs again what it does not know of.',
    place: { file: path, line: lineNo },
    exitStatus: 4,
  });
}

/** The records of runs and notices, after their chain was verified. Throws RUN_RECORDS_DAMAGED. */
export async function readRunRecords(path: string): ReturnType<typeof readChainFile> {
  try {
    return await readChainFile(path);
  } catch (error) {
    throw error instanceof ChainBroken ? recordsDamaged(path, error) : error;
  }
}

/** The number of entries in the records of runs, after their chain was verified. Throws RUN_RECORDS_DAMAGED. */
export async function provenRecords(path: string): Promise<number> {
  return (await readRunRecords(path)).chain.entries.length;
}
