import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gate } from '../close/gates.ts';
import { writeChecklist, writeDifferences } from '../close/lists.ts';
import type { MonthChange, MonthFacts } from '../close/month-facts.ts';
import { type ClosedCounts, writeManifest } from '../close/pack-manifest.ts';
import { completePack, manifestName, sumsName } from '../close/pack-sums.ts';
import { writeTables } from '../close/pack-tables.ts';
import { previousPack, recordClose, refuseReplacing } from '../close/record-close.ts';
import type { Reopening } from '../close/reopening.ts';
import { packFolder, packName } from '../close/sealed-pack.ts';
import { newestConfiguration } from '../company/recorded-configuration.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Signer } from '../decisions/signed-decisions.ts';
import { timestamp } from '../domain/clock.ts';
import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { reportCompany } from '../pipeline/report-company.ts';
import { type SignOffFile, signOffCompany } from '../pipeline/sign-off-company.ts';
import type { Letterhead } from '../report/sign-off/letterhead.ts';
import type { CompleteReport } from '../report/write-reports.ts';

/** The content of the pack of a month. */
export type Sealing = {
  month: string;
  period: Period;
  version: number;
  gates: readonly Gate[];
  /** The request for the further version and its approval; undefined in version 1. */
  reopening: Reopening | undefined;
  /** The content of the records of the month. */
  content: MonthFacts['content'];
  /** The changes since the version before. */
  changes: readonly MonthChange[];
  letterhead: Letterhead;
  signer: Signer | undefined;
};

/** A sealed pack: its folder, and the files that a person opens. */
export type Sealed = {
  version: number;
  folder: string;
  workbook: string;
  manifest: string;
  /** The pages that people sign, one for each currency. */
  statements: string[];
  /** The file with the hash of every other file. */
  sums: string;
  counts: ClosedCounts;
  pages: readonly SignOffFile[];
};

/** The configuration with which the month was reconciled, without secrets. */
const configurationName = 'configuration.json';

const reopenedFact = ({ requested, approved }: Reopening) => ({
  reason: requested.reason,
  requested_by: requested.author,
  requested_at: requested.at,
  approved_by: approved?.author ?? null,
  approved_at: approved?.at ?? null,
});

/**
 * Writes the pack of a month beside its earlier versions, and records it in landing. An interrupted command leaves either nothing, or a
 * whole pack that the next `close` puts in place. The caller holds the company's lock.
 */
export async function sealMonth(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  maskedCopy: string,
  { month, period, version, gates, reopening, content, changes, letterhead, signer }: Sealing,
): Promise<Sealed> {
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const place = packFolder(dataPaths(config.data_dir).closed, company.name, { month, version });
  await refuseReplacing(place, packName({ month, version }));
  let counts: ClosedCounts | undefined;
  let pages: SignOffFile[] = [];
  const complete: CompleteReport = async (folder, files) => {
    const lists = [await writeChecklist(folder, company.name, month, gates)];
    if (reopening !== undefined)
      lists.push(await writeDifferences(folder, company.name, { month, version, changes, reopening }));
    const configuration = newestConfiguration(landing, company.name);
    if (configuration !== undefined) {
      await writeFile(join(folder, configurationName), await landing.read(configuration), { mode: 0o600 });
      lists.push(configurationName);
    }
    const tables = await writeTables(maskedCopy, company.name, period, folder, { memoryLimit, threads });
    const facts = {
      ...{ company: company.name, month, period, version, content, changes },
      previous: await previousPack(landing),
      configuration: configuration?.sha256 ?? null,
      reopened: reopening === undefined ? null : reopenedFact(reopening),
      signedWith: signer?.fingerprint ?? null,
    };
    const manifest = await writeManifest(maskedCopy, facts, { folder, files, further: [...lists, ...tables] });
    const at = timestamp(config.clock);
    pages = await signOffCompany(config, company, period, {
      ...{ madeAt: at, manifest: manifest.sha256, isOpenMonth: false, letterhead },
      ...{ snapshot: maskedCopy, isMasked: true },
    });
    const sign = signer && (async (text: string) => (await signer.sign([text]))[0] ?? '');
    const sums = await completePack(folder, pages, sign);
    await recordClose(landing, { company: company.name, month, version, manifest, sums, closedAt: at });
    counts = manifest.counts;
  };
  const { folder, workbook } = await reportCompany(config, company, period, {
    packFolder: place,
    maskedCopy,
    complete,
  });
  if (counts === undefined) throw new TypeError('a pack has no manifest');
  const [manifest, sums] = [join(folder, manifestName), join(folder, sumsName)];
  const statements = pages.map(({ name }) => join(folder, name));
  return { version, folder, workbook, manifest, statements, sums, counts, pages };
}
