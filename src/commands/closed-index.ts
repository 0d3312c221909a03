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
import { escaped } from '../report/page/html.ts';
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

/** The rows of the page: each version of a closed month, the newest month first. */
async function rowsOf(config: LoadedConfig): Promise<string[]> {
  const { closed } = dataPaths(config.data_dir);
  const snapshots = await openReader(config, { ofAnyVersion: true });
  const states = await monthStates(config, config.companies, snapshots).finally(() => snapshots.close());
  const rows: { month: string; company: string; version: number; html: string }[] = [];
  for (const { name: company, zone } of config.companies) {
    const landing = await readKeptLanding(companyPaths(config.data_dir, company).landing);
    for (const pack of sealedPacks(landing.receipts())) {
      const { month, version = 1 } = pack;
      const state = states.find((one) => one.company === company && one.month === month);
      const place = join(packFolder(closed, company, pack), company);
      const path = relative(closed, place).split(sep).map(encodeURIComponent).join('/');
      const cells = [company, `v${version}`, dayIn(pack.receipt.received_at, zone), remarkOf(version, state)];
      const html = `<tr${state?.version === version ? '' : ' class="muted"'}><td class="date"><a href="${path}.html">${escaped(month)}</a></td>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}<td><a href="${path}.xlsx">Workbook</a></td></tr>`;
      rows.push({ month, company, version, html });
    }
  }
  rows.sort((a, b) => `${b.month} ${a.company}`.localeCompare(`${a.month} ${b.company}`) || b.version - a.version);
  return rows.map(({ html }) => html);
}

/**
 * Writes the page that lists the packs of closed months, with the changes after each close, and the page of all reports, which links to
 * it. Returns the errors that prevented this, such as the damage of another company, which do not change the result of the work before.
 */
export async function writeClosedIndex(config: LoadedConfig): Promise<TieoutError[]> {
  const { closed, reports, reportsLock } = dataPaths(config.data_dir);
  const write = async () => {
    const rows = await rowsOf(config);
    const heads = ['Month', 'Company', 'Version', 'Closed on', 'State', 'Workbook'].map(
      (head) => `<th scope="col">${head}</th>`,
    );
    const list = `<p class="about">A pack never changes. Changes after the close are in the reports of the days on which they became known.</p>
<section><div class="scroll" tabindex="0" role="region" aria-label="Closed months"><table class="controls stack"><thead><tr>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
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
