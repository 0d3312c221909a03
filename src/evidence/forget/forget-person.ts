import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname, relative, sep } from 'node:path';
import { z } from 'zod';
import { buildBeside } from '../../company/build-warehouse.ts';
import { publishConfiguredLake } from '../../company/company-lake.ts';
import { keyOfCompany } from '../../company/key-of-company.ts';
import { publishInPlace } from '../../company/published-warehouse.ts';
import { withRunLock } from '../../company/run-lock.ts';
import { provenRecords } from '../../company/run-records.ts';
import { buildingPath, removeUnfinished, swapWarehouse } from '../../company/swap-warehouse.ts';
import type { CompanyConfig } from '../../config/company-schema.ts';
import { type CompanyPaths, companyPaths, dataPaths } from '../../config/data-paths.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { sync } from '../../disk/files.ts';
import { timestamp } from '../../domain/clock.ts';
import type { Progress } from '../../domain/progress.ts';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { type Landing, openLanding } from '../../landing/landing.ts';
import { type Renamed, signedTombstone, signingKey } from '../../landing/tombstone.ts';
import { isDistinct, type ValueFinder, valueFinder } from '../../privacy/find-values.ts';
import { normalValue, openPseudonyms, type Pseudonyms } from '../../privacy/pseudonym.ts';
import { takeSegments } from '../../receiver/take-segments.ts';
import { readRows, textOf, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { type Warehouse, withReader } from '../../warehouse/open.ts';
import type { ToForget } from './expired.ts';
import { type Copies, placesOf, planCopies } from './personal-places.ts';
import { removeCopies, rewriteRecords, rewriteReports } from './rewrite.ts';

/**
 * The values of a person: the given ones and those that only this person has; those that other people share; and those that are not
 * distinct enough to be replaced unless they are given.
 */
type Person = { values: string[]; shared: string[]; leftOut: string[] };

/** Records with several values of one person each. */
const records = [
  'select distinct customer_name as a, customer_email as b, null as c from core.payment',
  'select distinct customer_name, customer_email, null from core.merchant_order',
  'select distinct name, account_number, null from core.recipient',
  'select distinct paid_name, paid_account_number, email from core.payout',
];

const valuesOf = ({ a, b, c }: WarehouseRow): string[] =>
  [a, b, c].flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value] : []));

/** Finds the values that occur in published records together with the given ones. A value in a record of another person is shared. */
async function personOf(
  snapshot: string,
  given: readonly string[],
  isReplacement: (value: string) => boolean,
): Promise<Person> {
  const keys = new Set(given.map(normalValue));
  if (!existsSync(snapshot)) return { values: [...given], shared: [], leftOut: [] };
  return withReader(snapshot, async ({ connection }) => {
    const linked = new Map<string, string>();
    const others = new Set<string>();
    for (const row of await readRows(connection, records.join(' union '))) {
      const values = valuesOf(row);
      const isTheirs = values.some((value) => keys.has(normalValue(value)));
      for (const value of values) {
        const normal = normalValue(value);
        if (!isTheirs) others.add(normal);
        else if (!keys.has(normal) && !isReplacement(value)) linked.set(normal, value);
      }
    }
    const own = [...linked].flatMap(([normal, value]) => (others.has(normal) ? [] : [value]));
    return {
      values: [...given, ...own.filter(isDistinct)],
      shared: [...linked].flatMap(([normal, value]) => (others.has(normal) ? [value] : [])),
      leftOut: own.filter((value) => !isDistinct(value)),
    };
  });
}

/** The figures that must not change when a person is forgotten. */
const figures: Readonly<Record<string, string>> = {
  controls:
    'select company, business_date, currency, control, subject, state, is_decided, difference from mart.control',
  verdicts: 'select * exclude (reason) from mart.verdict',
  items: 'select reconciliation, business_date, currency, outcome, reason_code, right_minus_left from mart.item',
};

function changed(name: string, path: string): TieoutError {
  return new TieoutError({
    code: 'FORGET_CHANGES_FIGURES',
    message: `Replacing these values would change the ${name}. Nothing has been changed.`,
    remedy:
      'Run `tieout rebuild` first, so that the published figures follow from this configuration. If the error remains, one of the values is also used for figures (a status, an order number) or is in a signed callback: give another value.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** The number of rows and the sum of their hashes, which needs no memory for the rows and does not depend on their order. */
async function fingerprint({ connection }: Warehouse, sql: string): Promise<string> {
  const [row = {}] = await readRows(
    connection,
    `select count(*) || ' ' || coalesce(sum(hash(each)), 0) as fingerprint from (${sql}) as each`,
  );
  return textOf(row, 'fingerprint');
}

/**
 * Compares the published figures with those of a closed warehouse. The records that an item matches are not compared, because their keys
 * may be among the values. Throws FORGET_CHANGES_FIGURES.
 */
async function proveSameFigures(before: string, after: string): Promise<void> {
  for (const [name, sql] of Object.entries(figures)) {
    const read = (opened: Warehouse) => fingerprint(opened, sql);
    const published = await withReader(before, read);
    if (published !== (await withReader(after, read, { isPublished: false, ofAnyVersion: true })))
      throw changed(name, before);
  }
}

type ForgetRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  /**
   * The values that identify people (e-mail address, name, phone or account number), read while no other process writes. `isReplacement`
   * says whether a value is the replacement of an earlier one.
   */
  valuesOf: (isReplacement: (value: string) => boolean) => Promise<ToForget>;
  author: string;
  reason: string;
  isDryRun: boolean;
  progress: Progress;
};

export type Forgotten = {
  company: string;
  /** The number of values that are replaced: the given ones, and further ones that only this person has. */
  values: number;
  /** The number of further values that other people share; they are replaced only where they are given. */
  shared: number;
  /** The number of values that are kept because files may contain them for other reasons; they are replaced only where they are given. */
  left_out: number;
  /** The ids of signed decisions that contain a value and are left unchanged. */
  signed: string[];
  files: number;
  reports: number;
  removed: string[];
  /** The places that still contain the values; with a dry run, the places that contain them now. */
  places: string[];
};

const unfinished = z.strictObject({ values: z.array(z.string()) });

/** The values of a killed command, because the published snapshot may no longer link them. */
async function unfinishedValues(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const text = await readFile(path, 'utf8');
  try {
    return unfinished.parse(JSON.parse(text)).values;
  } catch (cause) {
    throw new TieoutError({
      code: 'FORGETTING_UNREADABLE',
      message: 'The record of an interrupted `tieout forget` cannot be read.',
      remedy: 'Remove this file, then repeat `tieout forget` with the values of that person.',
      place: { file: path },
      exitStatus: 4,
      cause,
    });
  }
}

async function noteUnfinished(path: string, values: readonly string[]): Promise<void> {
  await writeFile(`${path}.tmp`, JSON.stringify({ values }), { mode: 0o600 });
  await sync(`${path}.tmp`);
  await rename(`${path}.tmp`, path);
}

async function recordTombstone(
  landing: Landing,
  paths: CompanyPaths,
  { company, author, reason }: ForgetRequest,
  { copies, renamed, person, pseudonyms, finder }: Planned,
): Promise<void> {
  const at = timestamp(landing.clock);
  const facts = newReceiptFacts({
    source: 'run',
    kind: 'tombstone',
    company: company.name,
    ext: 'json',
    content_type: 'application/json',
    received_at: at,
  });
  const text = signedTombstone(
    {
      values: person.values.map(pseudonyms.hashOf).sort(),
      replacements: person.values.map((value) => pseudonyms.hashOf(pseudonyms.ofSameForm(value))).sort(),
      reason: finder.redactedText(reason),
      author,
      os_user: userInfo().username,
      host: hostname(),
      at,
      replaced: copies.map(({ file: _file, ...replacement }) => replacement),
      renamed,
    },
    await signingKey(paths.signingKey),
  );
  await landing.put(facts, { bytes: text });
}

type Planned = Copies & {
  renamed: Renamed[];
  person: Person;
  leftOut: number;
  pseudonyms: Pseudonyms;
  finder: ValueFinder;
  /** Whether a killed command has already recorded its tombstone, so that its work can only be completed. */
  isRecorded: boolean;
};

/** The plan of the work; undefined where there is nothing to forget. */
async function planned({ config, company, valuesOf }: ForgetRequest, landing: Landing): Promise<Planned | undefined> {
  const paths = companyPaths(config.data_dir, company.name);
  const { published, forgetting } = paths;
  const pseudonyms = openPseudonyms(await keyOfCompany(paths));
  const isReplacement = (value: string) =>
    value.startsWith('person-') || landing.replacements().has(pseudonyms.hashOf(value));
  const { values, leftOut } = await valuesOf(isReplacement);
  const begun = await unfinishedValues(forgetting);
  const given = new Map([...begun, ...values].map((each) => [normalValue(each), each]));
  if (given.size === 0 && leftOut === 0) return undefined;
  const person = await personOf(published, [...given.values()], isReplacement);
  const finder = valueFinder(person.values.map((value) => ({ value, by: pseudonyms.ofSameForm(value) })));
  const renamed = landing.receipts().flatMap(({ receipt_id, original_name: name }): Renamed[] => {
    const redacted = name === null ? null : finder.redactedText(name);
    return redacted === null || redacted === name ? [] : [{ receipt_id, original_name: redacted }];
  });
  return {
    person,
    pseudonyms,
    finder,
    renamed,
    leftOut: leftOut + person.leftOut.length,
    isRecorded: begun.length > 0 && begun.every((value) => landing.forgotten().has(pseudonyms.hashOf(value))),
    ...(await planCopies(landing, finder)),
  };
}

/**
 * Builds the warehouse from the redacted copies, and puts them in place if every run could be repeated and no figure changed. Throws
 * FORGET_CHANGES_FIGURES, or the reason why a run could not be repeated.
 */
async function replaceObjects(request: ForgetRequest, landing: Landing, plan: Planned): Promise<void> {
  const { config, company, progress } = request;
  const paths = companyPaths(config.data_dir, company.name);
  try {
    await landing.stage(plan.copies, plan.renamed);
    const {
      errors: [notRepeated],
    } = await buildBeside(config, company, landing, progress);
    if (notRepeated !== undefined) throw notRepeated;
    if (existsSync(paths.published)) await proveSameFigures(paths.published, buildingPath(paths.warehouse));
  } catch (error) {
    await removeUnfinished(paths.warehouse);
    await landing.unstage();
    // nothing was changed, so the next command begins with its own values
    if (!plan.isRecorded) await rm(paths.forgetting, { force: true });
    throw error;
  }
  if (plan.copies.length + plan.renamed.length > 0) await recordTombstone(landing, paths, request, plan);
  await landing.removeReplaced();
  await swapWarehouse(paths.warehouse);
  await publishInPlace(config, company);
}

const searched = (config: LoadedConfig, { name }: CompanyConfig) => {
  const { runs, log, reports, closed } = dataPaths(config.data_dir);
  const { lock } = companyPaths(config.data_dir, name);
  return {
    folders: [dirname(lock), reports, closed],
    files: [runs, log].filter((path) => existsSync(path)),
    // a folder of reports or packs has a folder for each period, which has one for each company
    isOthers: (path: string) =>
      [reports, closed].some((folder) => {
        const [days, ...further] = relative(folder, path).split(sep);
        return (
          days !== '..' && further.length > 0 && further.every((part) => part !== name && !part.startsWith(`${name}.`))
        );
      }),
  };
};

async function forgetLocked(request: ForgetRequest): Promise<Forgotten> {
  const { config, company, isDryRun } = request;
  const paths = companyPaths(config.data_dir, company.name);
  const landing = await openLanding(paths.landing, config.clock);
  if (!isDryRun) {
    // received deliveries are redacted as files of landing
    const [notTaken] = await takeSegments({ landing, folder: paths.received, company });
    if (notTaken !== undefined) throw notTaken;
  }
  const plan = await planned(request, landing);
  const nothing = { values: 0, shared: 0, left_out: 0, signed: [], files: 0, reports: 0, removed: [], places: [] };
  if (plan === undefined) return { company: company.name, ...nothing };
  const { person, finder, copies, signed } = plan;
  const found = {
    company: company.name,
    values: person.values.length,
    shared: person.shared.length,
    left_out: plan.leftOut,
    signed,
    files: copies.length,
    reports: 0,
    removed: [],
    places: [],
  };
  if (person.values.length === 0) return found;
  const places = () => placesOf(config.data_dir, searched(config, company), person.values, finder);
  if (isDryRun) {
    for (const { file } of copies) await rm(file, { force: true });
    return { ...found, places: await places() };
  }
  await provenRecords(dataPaths(config.data_dir).runs);
  await noteUnfinished(paths.forgetting, person.values);
  await replaceObjects(request, landing, plan);
  const removed = await removeCopies(config, company);
  const reports = await rewriteReports(config, company, finder);
  await rewriteRecords(config, company, finder);
  await publishConfiguredLake(config, company);
  await rm(paths.forgetting, { force: true });
  return {
    ...found,
    reports: reports.count,
    places: await places(),
    removed: [...removed, ...reports.removed].map((path) => relative(config.data_dir, path)),
  };
}

/**
 * Forgets a person in the data of a company. Every received file that contains one of the values is replaced by a redacted copy, and a
 * signed tombstone links the two. The warehouse is then rebuilt and published, and reports and records are written again. After a kill
 * at any point, the repeated command completes the work. Nothing is changed before the figures are proven to be unchanged. Throws
 * FORGET_CHANGES_FIGURES or RUN_RECORDS_DAMAGED.
 */
export async function forgetPerson(request: ForgetRequest): Promise<Forgotten> {
  const { config, company } = request;
  return withRunLock(companyPaths(config.data_dir, company.name).lock, () => forgetLocked(request), {
    purpose: 'forget',
  });
}
