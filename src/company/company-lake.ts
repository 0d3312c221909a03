import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { diskError } from '../disk/disk-error.ts';
import { ifThere } from '../disk/files.ts';
import { sweepTemporary, temporaryPrefix } from '../disk/temporary.ts';
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

/** What engines read as a pattern or as the end of a text. */
const special = /[*?[\]{}'"`\\]/;

/** A folder that a person forgot to create, or a bucket that is not mounted, is not made. */
async function refuseUnusable(folder: string): Promise<void> {
  const found = await ifThere(() => stat(folder));
  if (found?.isDirectory() !== true)
    throw notWritten(folder, 'there is no such folder.', 'Create it, or mount the bucket, and run `tieout publish`.');
  const [character] = special.exec(folder) ?? [];
  if (character !== undefined)
    throw notWritten(folder, `engines cannot read a path with ${character}`, 'Give the folder another name.');
}

/**
 * Publishes a company's snapshot into its lake; the caller holds the company's lock. The rows are those of a masked copy, unless the
 * configuration shows personal data. While somebody is forgotten, replaced files are removed at once. Throws LAKE_NOT_WRITTEN, after
 * which readers of the lake still have the state before.
 */
export async function publishCompanyLake(
  config: LoadedConfig,
  { name, zone }: CompanyConfig,
  folder: string,
): Promise<LakeOutcome> {
  const paths = companyPaths(config.data_dir, name);
  const { memory_limit: memoryLimit, threads, masked_snapshot: masked } = config.warehouse;
  const limits = { memoryLimit, threads };
  const isMasked = config.lake?.personal_data !== 'shown';
  const isForgetting = existsSync(paths.forgetting);
  await refuseUnusable(folder);
  await sweepTemporary(dirname(paths.published));
  // the copies are in a folder that a later process removes after a kill
  const spool = join(dirname(paths.published), `${temporaryPrefix('lake')}${randomUUID()}`);
  const [copy, hashed] = [join(spool, 'copy.duckdb'), join(spool, 'masked.duckdb')];
  const isMaskedThere = masked !== 'none' && existsSync(paths.masked);
  try {
    await mkdir(spool, { mode: 0o700 });
    await provenCopy(isMasked && isMaskedThere ? paths.masked : paths.published, copy);
    if (isMasked && !isMaskedThere) await writeMasked(copy, hashed, await keyOfCompany(paths), limits);
    const snapshot = isMasked && !isMaskedThere ? hashed : copy;
    const address = (folder === config.lake?.folder ? config.lake.address : undefined) ?? folder;
    const publication = { snapshot, spool, limits, clock: config.clock, isMasked, isForgetting };
    return await publishLake({ folder, address, company: name, zone }, publication);
  } catch (error) {
    const isKnown = error instanceof Error && ('code' in error || /^[A-Z][A-Za-z ]+ Error: /.test(error.message));
    if (error instanceof TieoutError || !isKnown) throw error;
    const reason = diskError(error)?.message ?? error.message.split('\n')[0] ?? '';
    const again = isForgetting ? 'repeat `tieout forget`' : 'run `tieout publish`';
    throw notWritten(folder, reason, `Correct this, and ${again}.`, error);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** Publishes a company into the lake of the configuration, if it has one, in the same way. */
export async function publishConfiguredLake(config: LoadedConfig, company: CompanyConfig): Promise<void> {
  if (config.lake !== undefined) await publishCompanyLake(config, company, config.lake.folder);
}
