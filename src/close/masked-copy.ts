import { constants, copyFile, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { companyKey } from '../privacy/company-key.ts';
import { filesOfMasked, writeMasked } from '../warehouse/masked-snapshot.ts';
import { provenCopy } from '../warehouse/open-read-only.ts';

const copyName = /^pack-\d+\.duckdb/;

/** Removes the copies for packs, including those of killed processes. */
async function removeCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (copyName.test(name)) await rm(join(folder, name), { force: true });
}

/** Copies of one state of the published snapshot, kept while a pack is made from it. */
type PackCopies = {
  /** A proven copy of the published snapshot. */
  whole: string;
  /** Makes another copy, which the caller may change. Returns its path. */
  copy(): Promise<string>;
  /** Writes the masked copy, which has keyed hashes instead of personal data. Returns its path. */
  mask(): Promise<string>;
};

/**
 * Makes a pack from one proven copy of the published snapshot, so that changes by other programs do not affect it. The copies are
 * removed afterwards; the next process removes those of a killed process. The caller holds the company's lock.
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
