import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname, relative } from 'node:path';
import { z } from 'zod';
import { type CompanyPaths, companyPaths, dataPaths } from '../../config/data-paths.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { CompanyConfig } from '../../config/schema.ts';
import { sync } from '../../disk/file.ts';
import type { Progress } from '../../domain/progress.ts';
import { newReceiptFacts } from '../../domain/receipt.ts';
import { type Landing, openLanding } from '../../landing/landing.ts';
import { type Renamed, signedTombstone, signingKey } from '../../landing/tombstone.ts';
import { companyKey } from '../../privacy/company-key.ts';
import { type ValueFinder, valueFinder } from '../../privacy/find-values.ts';
import { normalValue, openPseudonyms, type Pseudonyms } from '../../privacy/pseudonym.ts';
import { buildBeside } from '../build-warehouse.ts';
import { publishInPlace } from '../publish-company.ts';
import { withRunLock } from '../run-lock.ts';
import { buildingPath, finishSwap, swapWarehouse } from '../swap-warehouse.ts';
import { upgradeDataDirectory } from '../upgrade.ts';
import { type Person, personOf } from './person.ts';
import { placesOf } from './places.ts';
import { type Copy, planCopies } from './plan.ts';
import { removeCopies, rewriteRecords, rewriteReports } from './rewrite.ts';
import { proveSameFigures } from './same-figures.ts';

export type ForgetRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  /** Values by which the person is known: e-mail address, name, phone or account number. */
  values: readonly string[];
  author: string;
  reason: string;
  isDryRun: boolean;
  progress: Progress;
};

export type Forgotten = {
  company: string;
  /** How many values are replaced: those that were given, and those that only this person has beside them. */
  values: number;
  /** How many further values others have too; they are replaced only where they are given. */
  shared: number;
  files: number;
  reports: number;
  removed: string[];
  /** Where the values still are; with a dry run, where they are now. */
  places: string[];
};

const unfinished = z.strictObject({ values: z.array(z.string()) });

/** The values of a command that was killed: what is published may no longer link them. */
async function unfinishedValues(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  return unfinished.parse(JSON.parse(await readFile(path, 'utf8'))).values;
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
  const facts = newReceiptFacts({
    ...{ source: 'run', kind: 'tombstone', company: company.name, ext: 'json', content_type: 'application/json' },
  });
  const text = signedTombstone(
    {
      values: person.values.map(pseudonyms.hashOf).sort(),
      ...{ reason: finder.redactedText(reason), author, os_user: userInfo().username, host: hostname() },
      at: facts.received_at,
      replaced: copies.map(({ file: _file, ...replacement }) => replacement),
      renamed,
    },
    await signingKey(paths.signingKey),
  );
  await landing.put(facts, { bytes: text });
}

type Planned = { copies: Copy[]; renamed: Renamed[]; person: Person; pseudonyms: Pseudonyms; finder: ValueFinder };

async function planned({ config, company, values }: ForgetRequest, landing: Landing): Promise<Planned> {
  const { published, privacyKey, forgetting } = companyPaths(config.data_dir, company.name);
  const given = new Map([...(await unfinishedValues(forgetting)), ...values].map((each) => [normalValue(each), each]));
  const person = await personOf(published, [...given.values()]);
  const pseudonyms = openPseudonyms(await companyKey(privacyKey));
  const finder = valueFinder(person.values.map((value) => ({ value, by: pseudonyms.ofSameForm(value) })));
  const renamed = landing.receipts().flatMap(({ receipt_id, original_name: name }): Renamed[] => {
    const redacted = name === null ? null : finder.redactedText(name);
    return redacted === null || redacted === name ? [] : [{ receipt_id, original_name: redacted }];
  });
  return { person, pseudonyms, finder, renamed, copies: await planCopies(landing, finder) };
}

/** Builds the warehouse from the copies, and reads them from then on if no figure is another one. Throws FORGET_CHANGES_FIGURES. */
async function replaceObjects(
  request: ForgetRequest,
  landing: Landing,
  plan: Planned,
  { isUnfinished }: { isUnfinished: boolean },
): Promise<void> {
  const { config, company, progress } = request;
  const paths = companyPaths(config.data_dir, company.name);
  await landing.stage(plan.copies, plan.renamed);
  try {
    await buildBeside(config, company, landing, progress);
    if (existsSync(paths.published)) await proveSameFigures(paths.published, buildingPath(paths.warehouse));
  } catch (error) {
    await finishSwap(paths.warehouse);
    await landing.unstage();
    if (!isUnfinished) await rm(paths.forgetting, { force: true });
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
    isOthers: (path: string) =>
      [reports, closed].some((folder) => path.startsWith(folder)) &&
      !path.split('/').some((part) => part === name || part.startsWith(`${name}.`)),
  };
};

async function forgetLocked(request: ForgetRequest): Promise<Forgotten> {
  const { config, company, isDryRun } = request;
  const paths = companyPaths(config.data_dir, company.name);
  const landing = await openLanding(paths.landing);
  const plan = await planned(request, landing);
  const { person, finder, copies } = plan;
  const found = {
    ...{ company: company.name, values: person.values.length, shared: person.shared.length, files: copies.length },
    ...{ reports: 0, removed: [] },
  };
  const places = () => placesOf(config.data_dir, searched(config, company), person.values, finder);
  if (isDryRun) {
    for (const { file } of copies) await rm(file, { force: true });
    return { ...found, places: await places() };
  }
  const isUnfinished = existsSync(paths.forgetting);
  await noteUnfinished(paths.forgetting, person.values);
  await replaceObjects(request, landing, plan, { isUnfinished });
  const removed = (await removeCopies(config, company)).map((path) => relative(config.data_dir, path));
  const reports = await rewriteReports(config, company);
  await rewriteRecords(config, company, finder, { isUnfinished });
  await rm(paths.forgetting, { force: true });
  return { ...found, reports, removed, places: await places() };
}

/**
 * Forgets a person in the data of a company: replaces every received file that has one of the values by a redacted copy, which a
 * signed tombstone links to it, rebuilds and publishes the warehouse, and writes reports and records again. Killed at any point,
 * the repeated command finishes it; nothing is changed before the figures are proven to stay. Throws FORGET_CHANGES_FIGURES.
 */
export async function forgetPerson(request: ForgetRequest): Promise<Forgotten> {
  const { config, company, progress } = request;
  await upgradeDataDirectory(config, progress);
  return withRunLock(companyPaths(config.data_dir, company.name).lock, () => forgetLocked(request), {
    purpose: 'forget',
  });
}
