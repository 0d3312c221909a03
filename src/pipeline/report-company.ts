import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { sweepReports } from '../company/left-overs.ts';
import { ownReportFolder } from '../company/open-writer.ts';
import { snapshotsThere } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { ifThere } from '../disk/files.ts';
import { boundsOf, type Period } from '../domain/period.ts';
import { writeIndexPage } from '../report/index-page.ts';
import { keptReports } from '../report/kept-reports.ts';
import { defaultReport } from '../report/load-definition.ts';
import { reportFolders } from '../report/own-reports.ts';
import { verdictsInForceSql } from '../report/superseded.ts';
import { wordsOf } from '../report/words.ts';
import { type CompleteReport, type WrittenReport, writeReports } from '../report/write-reports.ts';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { type Warehouse, withReader } from '../warehouse/open.ts';
import { lookOf } from '../warehouse/seal.ts';

/**
 * Another process may be writing a report of the same company, and a report of a year takes the longest; or many companies end at the
 * same time, and each writes the index page.
 */
const patienceMs = 600_000;

/** The verdicts in force in the snapshots that this process has read: opening one takes a tenth of a second. */
const inForceIn = new Map<string, { look: string; rows: WarehouseRow[] }>();

/** What tells a snapshot from the next; it is looked at before the snapshot is opened, because a run may replace it. */
const lookAt = async (snapshot: string): Promise<string> => JSON.stringify(await lookOf(snapshot));

async function keepInForce({ connection }: Warehouse, snapshot: string, look: string): Promise<WarehouseRow[]> {
  const rows = await readRows(connection, verdictsInForceSql);
  inForceIn.set(snapshot, { look, rows });
  return rows;
}

async function verdictsInForce(snapshot: string): Promise<WarehouseRow[]> {
  const look = await lookAt(snapshot);
  const known = inForceIn.get(snapshot);
  return known?.look === look ? known.rows : withReader(snapshot, (open) => keepInForce(open, snapshot, look));
}

/** The folder name of a period's reports: the day, the month (2026-10), or the first and last of its days. */
export function periodName({ from, to }: Period): string {
  const last = to.subtract({ days: 1 });
  if (from.day === 1 && to.equals(from.add({ months: 1 }))) return from.toPlainYearMonth().toString();
  return from.equals(last) ? from.toString() : `${from.toString()}_${last.toString()}`;
}

/** The days of a folder of reports, from its name (`periodName`). */
export function periodNamed(name: string): Period | undefined {
  const [, first = name, last = first] = /^([\d-]+)_([\d-]+)$/.exec(name) ?? [];
  try {
    if (/^\d{4}-\d{2}$/.test(name)) {
      const from = Temporal.PlainYearMonth.from(name).toPlainDate({ day: 1 });
      return { from, to: from.add({ months: 1 }) };
    }
    return { from: Temporal.PlainDate.from(first), to: Temporal.PlainDate.from(last).add({ days: 1 }) };
  } catch {
    return undefined;
  }
}

type ReportPlace = {
  /** The name of the report; the daily one by default. */
  name?: string;
  /** The folder of a pack, into which the report is written instead of the data directory's folder of reports. */
  packFolder?: string;
  /** A masked copy of the published snapshot, whose keyed hashes are shown instead of personal data. */
  maskedCopy?: string | undefined;
  /** A check of the snapshot, which throws before anything is written. */
  requires?: (snapshot: Warehouse) => Promise<void>;
  /** Called with the report's files before they replace an earlier report. */
  complete?: CompleteReport;
};

/** Writes the page that lists the reports below a folder. */
export async function writeReportIndex(config: LoadedConfig, base: string): Promise<void> {
  const write = async () => {
    const inForce: WarehouseRow[] = [];
    // the page is written whatever is wrong with the snapshot of another company
    for (const path of snapshotsThere(config, config.companies).values())
      inForce.push(...(await verdictsInForce(path).catch(() => [])));
    return writeIndexPage(base, await wordsOf(config.report.language), inForce);
  };
  // the page lists the reports of every company, so writers take turns and the last one sees the reports of the others
  await withRunLock(dataPaths(config.data_dir).reportsLock, write, { purpose: 'report', patienceMs });
}

/**
 * Writes a report of a company and period from its published snapshot, and marks the other reports of the company that are no longer
 * current. The files of a sealed pack (`complete`) never change.
 */
export async function reportCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  period: Period,
  { name = defaultReport, packFolder, maskedCopy, requires, complete }: ReportPlace = {},
): Promise<WrittenReport> {
  const { report } = config;
  const base = dataPaths(config.data_dir).reports;
  const { published, reportLock } = companyPaths(config.data_dir, company.name);
  const now = config.clock().toZonedDateTimeISO(company.zone).toPlainDateTime();
  const supersedesAt = now.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  const write = async () => {
    if (packFolder === undefined) await sweepReports(base, company.name);
    // the page that lists the reports shows the verdicts in force
    const look = packFolder === undefined ? await ifThere(() => lookAt(published)) : undefined;
    const opened = async (snapshot: Warehouse) => {
      await requires?.(snapshot);
      if (look !== undefined && look !== inForceIn.get(published)?.look) await keepInForce(snapshot, published, look);
    };
    return writeReports(
      maskedCopy ?? published,
      { company: company.name, zone: company.zone, ...boundsOf(period) },
      packFolder ?? join(base, periodName(period), company.name),
      {
        csvDelimiter: report.csv_delimiter,
        decimalMark: report.decimal_mark,
        hasByteOrderMark: report.csv_byte_order_mark,
        isPersonalShown: report.show_personal_data || maskedCopy !== undefined,
        language: report.language,
        rates: { currency: report.currency, rates: report.rates },
        materiality: report.materiality,
        reasons: config.decision.reasons,
      },
      {
        name,
        title: packFolder === undefined ? undefined : company.name,
        folders: await reportFolders(ownReportFolder(config)),
        opened,
        complete,
        supersedesAt: packFolder === undefined ? supersedesAt : undefined,
      },
    );
  };
  // the writer of a pack holds the lock of the company
  if (packFolder !== undefined) return write();
  const written = await withRunLock(reportLock, write, { purpose: 'report', patienceMs });
  await writeReportIndex(config, base);
  return written;
}

/** The changes of a command: the periods of a company whose reports it writes, and a report that it was given. */
type Changed = {
  company: CompanyConfig;
  periods: readonly Period[];
  /** The reports of each period, by name; the daily one by default. */
  names?: readonly string[];
  /** The path of a workbook whose report is written again too, where it is one of the company's. */
  workbook?: string | undefined;
};

/**
 * Writes the reports of the periods that a command changed, then those that it superseded and that people work with: the report of the
 * latest day, and that of the given workbook. Further superseded reports are only marked.
 */
export async function reportChanges(
  config: LoadedConfig,
  { company, periods, names = [defaultReport], workbook }: Changed,
): Promise<WrittenReport[]> {
  const written: WrittenReport[] = [];
  for (const period of periods)
    for (const name of names) written.push(await reportCompany(config, company, period, { name }));
  if (written.length === 0) return written;
  const { reports } = dataPaths(config.data_dir);
  const kept = await keptReports(reports, company.name);
  const latest = kept
    .filter(({ report, period }) => report === defaultReport && /^\d{4}-\d{2}-\d{2}$/.test(period))
    .at(-1);
  const given = kept.find(({ period, folder }) => join(reports, period, folder) === dirname(workbook ?? ''));
  for (const one of new Set([latest, given])) {
    if (one?.superseded === undefined) continue;
    const period = periodNamed(one.period);
    if (period !== undefined) written.push(await reportCompany(config, company, period, { name: one.report }));
  }
  return written;
}
