import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isNotThere, sha256OfFile } from '../disk/file.ts';
import { namesIn } from '../disk/folder.ts';
import { readingEvidence } from '../disk/unreadable.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { unfinishedReports } from '../report/write-reports.ts';

/** The files in a manifest, with their hashes. */
const manifestSchema = z.object({ files: z.array(z.object({ name: z.string(), sha256: z.string() })) });

export const manifestName = 'manifest.json';

function damaged(path: string, month: string, problem: string): TieoutError {
  return new TieoutError({
    code: 'PACK_DAMAGED',
    message: `The pack of ${month} is not the one that was closed: ${problem}.`,
    remedy: `Restore the folder of the month from a backup, or from whoever received the pack. Where nobody has it, \`tieout close ${month}\` closes the month again as it is now.`,
    place: { file: path },
    exitStatus: 4,
  });
}

async function hashIfThere(path: string): Promise<string | undefined> {
  try {
    return await readingEvidence(path, () => sha256OfFile(path));
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/**
 * Verifies the pack of a closed month against the manifest that was kept when the month was closed. Each file that is missing, changed
 * or added is a doubt (PACK_DAMAGED), and so is a file that cannot be read (EVIDENCE_UNREADABLE). Throws where the folder cannot be
 * listed.
 */
export async function packDoubts(
  folder: string,
  month: string,
  manifest: { text: string; sha256: string },
): Promise<TieoutError[]> {
  const { files } = manifestSchema.parse(JSON.parse(manifest.text));
  const expected = new Map([
    ...files.map(({ name, sha256 }) => [name, sha256] as const),
    [manifestName, manifest.sha256] as const,
  ]);
  const doubts: TieoutError[] = [];
  for (const [name, sha256] of expected) {
    const path = join(folder, name);
    let found: string | undefined;
    try {
      found = await hashIfThere(path);
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      doubts.push(error);
      continue;
    }
    if (found === undefined) doubts.push(damaged(path, month, `${name} is missing`));
    else if (found !== sha256) doubts.push(damaged(path, month, `${name} has sha256 ${found} instead of ${sha256}`));
  }
  const names = await readingEvidence(folder, () => namesIn(folder));
  const added = names.filter((name) => !expected.has(name));
  return [...doubts, ...added.map((name) => damaged(join(folder, name), month, `${name} was added`))];
}

/** The folders that a killed `close` left beside that of a closed month: packs that are incomplete, not yet in place, or replaced. */
async function unfinishedBeside(folder: string): Promise<string[]> {
  const isUnfinished = unfinishedReports(basename(folder));
  const names = (await namesIn(dirname(folder))).filter((name) => isUnfinished.test(name));
  return names.sort().map((name) => join(dirname(folder), name));
}

/** Whether a killed `close` left anything beside the folder of a closed month. */
export const hasUnfinished = async (folder: string): Promise<boolean> => (await unfinishedBeside(folder)).length > 0;

/**
 * The folder with the complete pack of a closed month, where `close` was killed after it had kept the manifest and before it had put the
 * pack in place. Undefined where there is no such folder.
 */
export async function unplacedPack(
  folder: string,
  month: string,
  manifest: { text: string; sha256: string },
): Promise<string | undefined> {
  for (const path of await unfinishedBeside(folder))
    if ((await packDoubts(path, month, manifest)).length === 0) return path;
  return undefined;
}
