import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { AnswerFailure } from '../domain/receipt.ts';

const countsSchema = z.record(z.string(), z.int());

/** One kill may be an accident: the file is read once more. */
const mostEnds = 2;

const refusal: AnswerFailure = {
  code: 'FILE_ENDS_READING',
  message: `The process ended ${mostEnds} times while it read the file: it was killed, or had too little memory or time.`,
  remedy:
    'Check the size of the file and the memory of this machine, or export fewer days at once. Then import the file again: it is read again twice.',
};

export const endsReading = refusal.code;

/** Counts the ends of processes while they read a file, by a key of the file, so that it does not end every later run. */
export type Readings = {
  /** Reads a file, or refuses it with the given reason where its reading ended too many processes. */
  of<T>(key: string, read: (refusal: AnswerFailure | undefined) => Promise<T>): Promise<T>;
  /** Begins to count again, after the refusal was reported: a person may bring the file again. */
  forget(key: string): Promise<void>;
};

/** The readings of a landing zone; the caller holds the lock of its company. */
export function openReadings(directory: string): Readings {
  const path = join(directory, 'reading.json');
  const counts = async (): Promise<Record<string, number>> => {
    try {
      return countsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      // none, or torn by a power cut: counting begins again
      return {};
    }
  };
  const keep = async (key: string, count: number) => {
    const { [key]: _, ...others } = await counts();
    const kept = count === 0 ? others : { ...others, [key]: count };
    if (Object.keys(kept).length === 0) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.tmp`, JSON.stringify(kept), { mode: 0o600 });
    return rename(`${path}.tmp`, path);
  };
  return {
    async of(key, read) {
      const count = (await counts())[key] ?? 0;
      if (count >= mostEnds) return read(refusal);
      await keep(key, count + 1);
      try {
        return await read(undefined);
      } finally {
        await keep(key, 0);
      }
    },
    forget: (key) => keep(key, 0),
  };
}
