import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { diskError } from '../disk/disk-error.ts';
import { ifThere } from '../disk/files.ts';
import { temporaryPrefix } from '../disk/temporary.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type LakeOutcome, publishLake } from '../lake/publish-lake.ts';
import { writeMasked } from '../warehouse/masked-snapshot.ts';
import { provenCopy } from '../warehouse/open-read-only.ts';
import { keyOfCompany } from './key-of-company.ts';

function notWritten(folder: string, reason: string, remedy: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'LAKE_NOT_WRITTEN',
    message: `The lake was not written: ${reason}`,
    remedy,
    place: { file: folder },
    exitStatus: 4,
    cause,
  });
}

/** A folder that a person forgot to create, or a bucket that is not mounted, is not made. */
async function refuseMissing(folder: string): Promise<void> {
  const found = await ifThere(() => stat(folder));
  if (found?.isDirectory() !== true)
    throw notWritten(
      folder,
      'there is no such folder.',
      'Create the folder, or mount the bucket, and run `tieout publish`.',
    );
}

/**
 * Publishes a company's snapshot into its lake; the caller holds the company's lock. The rows are those of a masked copy, unless the
 * configuration shows personal data. With `isForgetting`, replaced files are removed at once. Throws LAKE_NOT_WRITTEN, after which
 * readers of the lake still have the state before.
 */
export async function publishCompanyLake(
  config: LoadedConfig,
  { name, zone }: CompanyConfig,
  folder: string,
  isForgetting = false,
): Promise<LakeOutcome> {
  const paths = companyPaths(config.data_dir, name);
  const { memory_limit: memoryLimit, threads, masked_snapshot: masked } = config.warehouse;
  const limits = { memoryLimit, threads };
  const isShown = config.lake?.personal_data === 'shown';
  await refuseMissing(folder);
  // the copies are in a folder that a later process removes after a kill
  const spool = join(dirname(paths.published), `${temporaryPrefix('lake')}${randomUUID()}`);
  const [copy, hashed] = [join(spool, 'copy.duckdb'), join(spool, 'masked.duckdb')];
  const isMaskedHere = !isShown && masked === 'none';
  try {
    await mkdir(spool, { mode: 0o700 });
    await provenCopy(isShown || isMaskedHere ? paths.published : paths.masked, copy);
    if (isMaskedHere) await writeMasked(copy, hashed, await keyOfCompany(paths), limits);
    const lake = { folder, address: config.lake?.address ?? folder, company: name, zone };
    const now = config.clock().epochMilliseconds;
    return await publishLake(lake, { snapshot: isMaskedHere ? hashed : copy, spool, limits, now, isForgetting });
  } catch (error) {
    const isOfDisk = error instanceof Error && ('code' in error || error.message.startsWith('IO Error'));
    if (error instanceof TieoutError || !isOfDisk) throw error;
    const reason = diskError(error)?.message ?? error.message.split('\n')[0] ?? '';
    throw notWritten(folder, reason, 'Correct the folder, and run `tieout publish`.', error);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** Publishes a company into the lake of the configuration, if it has one, in the same way. */
export async function publishConfiguredLake(
  config: LoadedConfig,
  company: CompanyConfig,
  isForgetting = false,
): Promise<void> {
  if (config.lake !== undefined) await publishCompanyLake(config, company, config.lake.folder, isForgetting);
}
