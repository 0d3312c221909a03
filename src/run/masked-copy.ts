import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { companyKey } from '../privacy/company-key.ts';
import { writeMasked } from '../warehouse/masked-snapshot.ts';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const copyName = /^pack-(\d+)\.duckdb/;

/** Removes the copies of processes that were killed. */
async function sweepCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = copyName.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/**
 * Reads a copy of what is published that has keyed hashes instead of personal data. The copy is removed afterwards; that of a
 * process that was killed is removed by the next one.
 */
export async function withMaskedCopy<T>(
  config: LoadedConfig,
  { name }: CompanyConfig,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { published, privacyKey } = companyPaths(config.data_dir, name);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const folder = dirname(published);
  const copy = join(folder, `pack-${process.pid}.duckdb`);
  await sweepCopies(folder);
  const removeCopy = async () => {
    for (const each of await readdir(folder)) if (each.startsWith(basename(copy))) await rm(join(folder, each));
  };
  await removeCopy();
  try {
    await writeMasked(published, copy, await companyKey(privacyKey), { memoryLimit, threads });
    return await work(copy);
  } finally {
    await removeCopy();
  }
}
