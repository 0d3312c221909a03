import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { notOfLanding } from '../company/not-of-landing.ts';
import { configurationKind } from '../company/recorded-configuration.ts';
import { configurationNotKept, lastRun, type RunMark, readRunMark } from '../company/run-mark.ts';
import { completePath } from '../company/swap-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { type CompanyPaths, companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Finding } from '../connectors/connector.ts';
import { headPath } from '../disk/chain.ts';
import { doubtOf } from '../disk/disk-error.ts';
import { ifThere, isThere } from '../disk/files.ts';
import { counted } from '../domain/counted.ts';
import { ignoreIfKnown } from '../domain/tieout-error.ts';
import { indexPath, type KeptLanding, readKeptLanding } from '../landing/landing.ts';
import { tombstoneKind } from '../landing/replaced-objects.ts';
import { joined, type Verification, verifyLanding } from '../landing/verify-landing.ts';
import { proveCompanyKey } from '../privacy/company-key.ts';
import { readSegment } from '../receiver/segment.ts';
import { segmentPaths } from '../receiver/take-segments.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { filesOfMasked } from '../warehouse/masked-snapshot.ts';
import { type Warehouse, withReader } from '../warehouse/open.ts';
import { hasLog, logPath } from '../warehouse/open-copy.ts';
import { leftOvers } from '../warehouse/publish.ts';
import { proveSnapshot, sealPath, snapshotMissing } from '../warehouse/seal.ts';
import { damagedError } from '../warehouse/warehouse-error.ts';

const check = 'evidence';

/** Checks quickly whether the kept data of a company is unchanged: one finding, or one for each doubt. */
export async function evidenceFindings(config: LoadedConfig, company: CompanyConfig): Promise<Finding[]> {
  const { landing, warehouse, published } = companyPaths(config.data_dir, company.name);
  // a company that has lost its index or its published file still counts as a company with data
  const signs = [indexPath(landing), headPath(indexPath(landing)), warehouse, published, sealPath(published)];
  if (!signs.some((path) => existsSync(path))) return [];
  const { proven, doubts } = await verifyCompany(config, company, { isQuick: true });
  if (doubts.length > 0)
    return doubts.map(({ message, remedy }) => ({ check, isOk: false, detail: message, fix: remedy }));
  const detail = `${proven.join('; ')} (\`tieout verify\` reads every file)`;
  return [{ check, isOk: true, detail, fix: null }];
}

/**
 * Proves that the configuration of each run was recorded before the run. With `isQuick` the marks are not read. A damaged mark is
 * reported as a doubt about the landing zone.
 */
async function verifyConfigurations(landing: KeptLanding, { isQuick }: { isQuick: boolean }): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  const marks = landing.receipts().filter(({ kind }) => kind === 'run');
  if (marks.length === 0) return found;
  if (isQuick) {
    found.notProven.push('the configuration of each run (checked without --quick)');
    return found;
  }
  const kept = new Map<string, number>();
  for (const { kind, sha256, receipt_id } of landing.receipts())
    if (kind === configurationKind && !kept.has(sha256)) kept.set(sha256, receipt_id);
  const named: RunMark[] = [];
  let unrecorded = 0;
  for (const receipt of marks) {
    const mark = await readRunMark(landing, receipt).catch(ignoreIfKnown);
    if (mark === undefined) continue;
    if (mark.configuration === null) unrecorded += 1;
    else if ((kept.get(mark.configuration) ?? mark.runId) < mark.runId) named.push(mark);
    else found.doubts.push(configurationNotKept(landing, mark));
  }
  const used = new Set(named.map(({ configuration }) => configuration)).size;
  if (named.length > 0)
    found.proven.push(
      `${counted(named.length, 'run')} ${named.length === 1 ? 'names its' : 'name their'} configuration, and ${used === 1 ? 'it is' : `all ${used} configurations are`} kept`,
    );
  if (unrecorded > 0)
    found.notProven.push(
      `the configuration of ${counted(unrecorded, 'run')}: made by a version that did not record it`,
    );
  return found;
}

/**
 * Compares the receipts that a snapshot was built from, and their hashes, with the landing index. Returns what is proven, and the number
 * of a run that the snapshot lacks.
 */
async function verifyOrigin(
  { connection, path }: Warehouse,
  landingFolder: string,
  company: string,
): Promise<{ proven: string; laterRun: number | undefined }> {
  const rows = await readRows(
    connection,
    'select receipt_id, sha256, load_status from raw.receipt order by receipt_id',
  );
  const [owner = {}] = await readRows(connection, 'select company from core.company');
  const [runs = {}] = await readRows(connection, 'select coalesce(max(run_id), 0)::integer as last from recon.run');
  const landing = await readKeptLanding(landingFolder);
  const landed = new Map(landing.receipts().map((receipt) => [receipt.receipt_id, receipt]));
  const refuse = (problem: string) => notOfLanding('The published snapshot', path, problem);
  if (owner.company !== company) throw refuse(`it is of ${String(owner.company)}, another company`);
  for (const row of rows) {
    const id = numberOf(row, 'receipt_id');
    const receipt = landed.get(id);
    if (receipt === undefined) throw refuse(`receipt ${id} is not in the index`);
    if (receipt.sha256 !== textOf(row, 'sha256')) throw refuse(`receipt ${id} has another sha256`);
    if (receipt.removed !== undefined && row.load_status !== 'refused')
      throw refuse(`the content of receipt ${id} was removed as refused, and was loaded`);
    if ((receipt.withdrawn !== undefined) !== (row.load_status === 'withdrawn'))
      throw refuse(`receipt ${id} is withdrawn in ${receipt.withdrawn === undefined ? 'it' : 'landing'} only`);
  }
  const newest = lastRun(landing);
  return {
    proven: `was built from ${rows.length} of the ${landed.size} entries of the landing index`,
    laterRun: newest > numberOf(runs, 'last') ? newest : undefined,
  };
}

type SnapshotOptions = { name: string; isQuick: boolean; isIndexProven: boolean; isPublished: boolean };

/** Proves one snapshot: its bytes by its seal, and its receipts where the index is proven. */
async function verifySnapshot(
  path: string,
  landing: string,
  company: string,
  { name, isQuick, isIndexProven, isPublished }: SnapshotOptions,
): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  try {
    if (!(await isThere(path))) {
      if (!(await isThere(sealPath(path)))) return found;
      if (!isPublished || (await leftOvers(path)).length > 0) {
        found.notProven.push(
          `${name}: not found, because a command that publishes or removes it was interrupted or is still running`,
        );
        return found;
      }
      // a run at the same time may have put it in place since
      if (!(await isThere(path))) throw snapshotMissing(path);
    }
    await proveSnapshot(path, { isWhole: !isQuick });
    found.proven.push(`${name} is unchanged since it was published`);
    if (await hasLog(path))
      found.notProven.push(`changes that another program wrote to ${basename(logPath(path))}: no command reads them`);
    if (isIndexProven) {
      const verify = (snapshot: Warehouse) => verifyOrigin(snapshot, landing, company);
      const { proven, laterRun } = await withReader(path, verify, { ofAnyVersion: true });
      found.proven.push(`${name} ${proven}`);
      if (laterRun !== undefined)
        found.notProven.push(
          `that ${name} is current: it lacks run ${laterRun} of the landing index. The next run publishes a new snapshot`,
        );
    } else found.notProven.push(`the files that ${name} was built from`);
  } catch (error) {
    found.doubts.push(doubtOf(damagedError(error, path) ?? error, path));
  }
  return found;
}

async function verifySnapshots(
  config: LoadedConfig,
  { name }: CompanyConfig,
  options: { isQuick: boolean; isIndexProven: boolean },
): Promise<Verification> {
  const { published, masked, landing } = companyPaths(config.data_dir, name);
  const one = await verifySnapshot(published, landing, name, {
    name: 'the published snapshot',
    isPublished: true,
    ...options,
  });
  const other = await verifySnapshot(masked, landing, name, {
    name: 'the masked snapshot',
    isPublished: config.warehouse.masked_snapshot !== 'none',
    ...options,
  });
  const isNone = (found: Verification) => Object.values(found).every((list) => list.length === 0);
  if (isNone(one)) one.notProven.push('the published snapshot: not found');
  if (isNone(other) && config.warehouse.masked_snapshot !== 'none')
    other.notProven.push('the masked snapshot: not found');
  return joined([other, one]);
}

const noWarehouse = 'the warehouse: not found. The next run builds it from the received files';

const notInPlace =
  'that the rebuilt warehouse is in place: a command is replacing it, or was interrupted. The next command that writes to the warehouse moves it into place';

/** Reports a missing warehouse, and a rebuilt warehouse that is not in place yet. Only a rebuild proves its content. */
async function verifyWarehouse({ warehouse }: CompanyPaths): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  try {
    if (!(await isThere(warehouse))) found.notProven.push(noWarehouse);
    if (await isThere(completePath(warehouse))) found.notProven.push(notInPlace);
  } catch (error) {
    found.doubts.push(doubtOf(error, warehouse));
  }
  return found;
}

const notForgotten =
  'that personal data was forgotten everywhere: a command was interrupted. The same `tieout forget` or `tieout retention` finishes it';

const lostKey =
  'that keyed hashes match those in earlier packs and tombstones: privacy.key is lost. Restore it before the next `tieout close`, which makes another key';

/** Checks the privacy key. `hasHashes` says whether landing has a pack or a tombstone, which contain hashes made with the key. */
async function verifyPrivacy(
  { forgetting, privacyKey, masked }: CompanyPaths,
  hasHashes: boolean,
): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  try {
    if (await isThere(forgetting)) found.notProven.push(notForgotten);
    if (!(await proveCompanyKey(privacyKey, filesOfMasked(masked))) && hasHashes) found.notProven.push(lostKey);
  } catch (error) {
    found.doubts.push(doubtOf(error, privacyKey));
  }
  return found;
}

/** Proves the received deliveries that no run has taken into landing yet. */
async function verifyReceived({ received }: CompanyPaths): Promise<Verification> {
  const found: Verification = { proven: [], notProven: [], doubts: [] };
  let count = 0;
  for (const path of await segmentPaths(received)) {
    try {
      // a run may take it meanwhile
      const segment = await ifThere(() => readSegment(path));
      count += segment?.deliveries ?? 0;
    } catch (error) {
      found.doubts.push(doubtOf(error, path));
    }
  }
  if (count > 0)
    found.proven.push(
      `${counted(count, 'received delivery', 'received deliveries')} that no run has taken yet are unchanged`,
    );
  return found;
}

/** What no check of the files can prove. */
const neverProven = [
  'that a source was complete when it was fetched: the controls compare sources with each other',
  'that nobody rewrote the index, its head and all objects together: the chain has no key. Keep the hash of the last entry elsewhere, and compare it',
  'that the warehouse was built from the received files: `tieout rebuild --compare` checks the data published from it',
  'that the named author of a decision is the person who made it',
];

/** Proves the kept data of a company: its landing zone, and what was published from it. Changes nothing. */
export async function verifyCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  options: { isQuick: boolean },
): Promise<Verification> {
  const paths = companyPaths(config.data_dir, company.name);
  const landing = await verifyLanding(paths.landing, options);
  // a damaged index proves nothing about what was built from it
  const isIndexProven = landing.proven.length > 0;
  const kept = isIndexProven ? await readKeptLanding(paths.landing) : undefined;
  const hasHashes = kept?.receipts().some(({ kind }) => kind === 'close' || kind === tombstoneKind) ?? false;
  const all: Verification[] = [
    landing,
    kept !== undefined
      ? await verifyConfigurations(kept, options)
      : { proven: [], notProven: ['the configurations of runs'], doubts: [] },
    await verifyReceived(paths),
    await verifyWarehouse(paths),
    await verifySnapshots(config, company, { ...options, isIndexProven }),
    await verifyPrivacy(paths, hasHashes),
  ];
  const { proven, notProven, doubts } = joined(all);
  // several checks report the same unreadable folder
  const once = new Map(doubts.map((doubt) => [`${doubt.code} ${doubt.message} ${doubt.place?.file}`, doubt]));
  return { proven, notProven: [...notProven, ...neverProven], doubts: [...once.values()] };
}
