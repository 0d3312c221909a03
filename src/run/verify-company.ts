import { existsSync } from 'node:fs';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openLanding } from '../landing/landing.ts';
import { type Verification, verifyLanding } from '../landing/verify-landing.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import { proveSnapshot } from '../warehouse/seal.ts';
import { verifyConfigurations } from './verify-configurations.ts';

function notFromLanding(path: string, problem: string): TieoutError {
  return new TieoutError({
    code: 'SNAPSHOT_NOT_OF_LANDING',
    message: `The published snapshot was not built from what the landing zone has: ${problem}.`,
    remedy:
      'If the landing folder was restored from a backup, restore the newest one; then run `tieout rebuild`, and the days since that backup again.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** Holds what a snapshot was built from against the landing index: the same receipts, with the same hashes. */
async function verifyOrigin(path: string, landingFolder: string, company: string): Promise<string> {
  const { connection, close } = await openSnapshot(path);
  try {
    const rows = await readRows(
      connection,
      'select file_id, sha256, load_status from raw.receipt where company = $company order by file_id',
      { company },
    );
    const landed = new Map(
      (await openLanding(landingFolder)).receipts().map((receipt) => [receipt.receipt_id, receipt]),
    );
    for (const row of rows) {
      const id = numberOf(row, 'file_id');
      const receipt = landed.get(id);
      if (receipt?.sha256 !== textOf(row, 'sha256'))
        throw notFromLanding(path, `receipt ${id} ${landed.has(id) ? 'has another sha256' : 'is not in the index'}`);
      if (receipt.removed !== undefined && row.load_status !== 'refused')
        throw notFromLanding(path, `the content of receipt ${id} was removed as refused, and was loaded`);
    }
    return `the published snapshot was built from ${rows.length} of the ${landed.size} entries of the landing index`;
  } finally {
    close();
  }
}

async function verifySnapshot(
  config: LoadedConfig,
  { name }: CompanyConfig,
  { isQuick }: { isQuick: boolean },
): Promise<Verification> {
  const { published, masked, landing } = companyPaths(config.data_dir, name);
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  if (!existsSync(published)) {
    found.notProven.push('a published snapshot: there is none yet');
    return found;
  }
  try {
    if (existsSync(masked)) {
      await proveSnapshot(masked, { isWhole: !isQuick });
      await verifyOrigin(masked, landing, name);
      found.proven.push('the masked snapshot is the one that was published, from the same entries');
    }
    const isSealed = await proveSnapshot(published, { isWhole: !isQuick });
    if (isSealed) found.proven.push('the published snapshot is the one that was published');
    else found.notProven.push('the published snapshot: it was published by a version that did not seal it');
    found.proven.push(await verifyOrigin(published, landing, name));
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    found.doubts.push(error);
  }
  return found;
}

const notForgotten =
  'that somebody was forgotten everywhere: a command was killed. The same `tieout forget` or `tieout retention` finishes it';

/** What no check of the files can prove, whoever runs it. */
const neverProven = [
  'that a source was complete when it was fetched: the controls compare sources with each other',
  'that nobody rewrote the index, its head and all objects together: the chain has no key. Keep the hash of the last entry elsewhere, and compare it',
  'that a person who is named as an author is that person',
];

/** Proves what is kept of a company: its landing zone, and the snapshot that was published from it. Changes nothing. */
export async function verifyCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  options: { isQuick: boolean },
): Promise<Verification> {
  const folder = companyPaths(config.data_dir, company.name).landing;
  const landing = await verifyLanding(folder, options);
  // an index that is damaged proves nothing of what was built from it
  const further =
    landing.proven.length === 0
      ? [{ proven: [], notProven: ['the configurations of runs', 'the published snapshot'], doubts: [] }]
      : [
          await verifyConfigurations(await openLanding(folder), options),
          await verifySnapshot(config, company, options),
        ];
  const all: Verification[] = [landing, ...further];
  return {
    proven: all.flatMap(({ proven }) => proven),
    notProven: [
      ...all.flatMap(({ notProven }) => notProven),
      ...(existsSync(companyPaths(config.data_dir, company.name).forgetting) ? [notForgotten] : []),
      ...neverProven,
    ],
    doubts: all.flatMap(({ doubts }) => doubts),
  };
}
