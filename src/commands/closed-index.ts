import { join, relative, sep } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { packFolder, sealedPacks } from '../close/sealed-pack.ts';
import { openReader } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readKeptLanding } from '../landing/landing.ts';
import { writeReportIndex } from '../pipeline/report-company.ts';
import { writeListPage } from '../report/index-page.ts';
import { aboutHtml, escaped, scrolling, tableHtml, texts } from '../report/page/html.ts';
import { type MonthState, monthStates } from './closed-months.ts';

/** Many companies may end at the same time, and each writes the page of all reports. */
const patienceMs = 600_000;

/** The state of a pack in words: the changes after the close for the newest version, `superseded` for an earlier one. */
function remarkOf(version: number, state: MonthState | undefined): string {
  if (state === undefined || state.version === version)
    return state?.state === 'sealed' || state === undefined ? 'sealed' : `sealed; ${state.remark.replace(/\.$/, '')}`;
  return `superseded by v${state.version}`;
}

const dayIn = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();

/** A version of a closed month, and its address without the ending. */
type ClosedMonth = {
  month: string;
  company: string;
  version: number;
  closedOn: string;
  remark: string;
  isInForce: boolean;
  address: string;
};

/** Each version of a closed month, the newest month first. */
async function closedMonthsOf(config: LoadedConfig): Promise<ClosedMonth[]> {
  const { closed } = dataPaths(config.data_dir);
  const snapshots = await openReader(config, { ofAnyVersion: true });
  const states = await monthStates(config, config.companies, snapshots).finally(() => snapshots.close());
  const months: ClosedMonth[] = [];
  for (const { name: company, zone } of config.companies) {
    const landing = await readKeptLanding(companyPaths(config.data_dir, company).landing);
    for (const pack of sealedPacks(landing.receipts())) {
      const { month, version = 1 } = pack;
      const state = states.find((one) => one.company === company && one.month === month);
      const place = join(packFolder(closed, company, pack), company);
      months.push({
        ...{ month, company, version, remark: remarkOf(version, state), isInForce: state?.version === version },
        closedOn: dayIn(pack.receipt.received_at, zone),
        address: relative(closed, place).split(sep).map(encodeURIComponent).join('/'),
      });
    }
  }
  return months.sort(
    (a, b) => `${b.month} ${a.company}`.localeCompare(`${a.month} ${b.company}`) || b.version - a.version,
  );
}

function closedMonthsHtml(months: readonly ClosedMonth[]): string {
  const table = tableHtml<ClosedMonth>({
    kind: 'controls stack',
    columns: [
      texts('Month', ({ month, address }) => `<a href="${address}.html">${escaped(month)}</a>`, 'date'),
      texts('Company', ({ company }) => escaped(company)),
      texts('Version', ({ version }) => `v${version}`),
      texts('Closed on', ({ closedOn }) => closedOn),
      texts('State', ({ remark }) => escaped(remark)),
      texts('Workbook', ({ address }) => `<a href="${address}.xlsx">Workbook</a>`),
    ],
    rows: months,
    rowKind: ({ isInForce }) => (isInForce ? '' : 'muted'),
  });
  const about =
    'A pack never changes. Changes after the close are in the reports of the days on which they became known.';
  return `${aboutHtml(about)}\n<section>${scrolling('Closed months', table)}</section>`;
}

/**
 * Writes the page that lists the packs of closed months, with the changes after each close, and the page of all reports, which links to
 * it. Returns the errors that prevented this, such as the damage of another company, which do not change the result of the work before.
 */
export async function writeClosedIndex(config: LoadedConfig): Promise<TieoutError[]> {
  const { closed, reports, reportsLock } = dataPaths(config.data_dir);
  const write = async () => {
    const list = closedMonthsHtml(await closedMonthsOf(config));
    await writeListPage(join(closed, 'index.html'), 'en', 'Closed months', list);
  };
  try {
    await withRunLock(reportsLock, write, { purpose: 'report', patienceMs });
    await writeReportIndex(config, reports);
    return [];
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return [error];
  }
}

/** Writes the page again where runs found changes of closed months. Returns like writeClosedIndex. */
export async function noteLateChanges(
  config: LoadedConfig,
  results: readonly { lateChanges: readonly unknown[] }[],
): Promise<TieoutError[]> {
  return results.some(({ lateChanges }) => lateChanges.length > 0) ? writeClosedIndex(config) : [];
}
