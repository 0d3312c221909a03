import { constants, copyFile, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { companyKey } from '../privacy/company-key.ts';
import { filesOfMasked, writeMasked } from '../warehouse/masked-snapshot.ts';
import { provenCopy } from '../warehouse/open-read-only.ts';

const copyName = /^pack-\d+\.duckdb/;

/** Removes copies, those of processes that were killed too. */
async function removeCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (copyName.test(name)) await rm(join(folder, name), { force: true });
}

/** One state of what is published, for as long as a pack is made from it. */
type PackCopies = {
  /** A proven copy of what is published. */
  whole: string;
  /** Copies it once more, for whoever changes the copy. Returns its path. */
  copy(): Promise<string>;
  /** Writes the copy of it that has keyed hashes instead of personal data. Returns its path. */
  mask(): Promise<string>;
};

/**
 * Makes a pack from one proven copy of what is published, whatever other programs do to that meanwhile. The copies are removed
 * afterwards; those of a process that was killed are removed by the next one. The caller holds the company's lock.
 */
export async function withPackCopies<T>(
  config: LoadedConfig,
  { name }: CompanyConfig,
  work: (copies: PackCopies) => Promise<T>,
): Promise<T> {
  const { published, privacyKey, masked: publishedMasked } = companyPaths(config.data_dir, name);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const folder = dirname(published);
  const masked = join(folder, `pack-${process.pid}.duckdb`);
  const whole = `${masked}.source`;
  await removeCopies(folder);
  try {
    await provenCopy(published, whole);
    return await work({
      whole,
      copy: async () => {
        const path = `${masked}.changed`;
        await copyFile(whole, path, constants.COPYFILE_FICLONE);
        return path;
      },
      mask: async () => {
        const key = await companyKey(privacyKey, filesOfMasked(publishedMasked));
        await writeMasked(whole, masked, key, { memoryLimit, threads });
        await rm(whole);
        return masked;
      },
    });
  } finally {
    await removeCopies(folder);
  }
}
