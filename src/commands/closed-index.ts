import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { packFolder, sealedPacks } from '../close/sealed-pack.ts';
import { openReader } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { readKeptLanding } from '../landing/landing.ts';
import { escaped } from '../report/page/html.ts';
import { pageStyle } from '../report/page/style.ts';
import { contentPolicy } from '../report/states.ts';
import { type MonthState, monthStates } from './closed-months.ts';

/** Writing the page takes an instant; a wait means that the commands of several companies end at the same time. */
const patienceMs = 60_000;

/** A version of a closed month in the index. */
type Entry = {
  company: string;
  month: string;
  version: number;
  closedOn: string;
  isNewest: boolean;
  remark: string;
  path: string;
};

/** The state of a pack in words: the changes after the close for the newest version, `superseded` for an earlier one. */
function remarkOf(version: number, state: MonthState | undefined): string {
  if (state === undefined || state.version === version)
    return state?.state === 'sealed' || state === undefined ? 'sealed' : `sealed; ${state.remark.replace(/\.$/, '')}`;
  return `superseded by v${state.version}`;
}

const dayIn = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();

async function entriesOf(config: LoadedConfig): Promise<Entry[]> {
  const { closed } = dataPaths(config.data_dir);
  const snapshots = await openReader(config, { ofAnyVersion: true });
  try {
    const states = await monthStates(config, config.companies, snapshots);
    const entries: Entry[] = [];
    for (const { name, zone } of config.companies) {
      const landing = await readKeptLanding(companyPaths(config.data_dir, name).landing);
      for (const pack of sealedPacks(landing.receipts())) {
        const version = pack.version ?? 1;
        const state = states.find((one) => one.company === name && one.month === pack.month);
        const folder = relative(closed, packFolder(closed, name, pack))
          .split(sep)
          .map(encodeURIComponent)
          .join('/');
        entries.push({
          ...{ company: name, month: pack.month, version, closedOn: dayIn(pack.receipt.received_at, zone) },
          ...{
            isNewest: state?.version === version,
            remark: remarkOf(version, state),
            path: `${folder}/${encodeURIComponent(name)}`,
          },
        });
      }
    }
    return entries.sort(
      (a, b) => `${b.month} ${a.company}`.localeCompare(`${a.month} ${b.company}`) || b.version - a.version,
    );
  } finally {
    snapshots.close();
  }
}

const rowHtml = ({ company, month, version, closedOn, isNewest, remark, path }: Entry) =>
  `<tr${isNewest ? '' : ' class="muted"'}><td class="date"><a href="${path}.html">${escaped(month)}</a></td><td>${escaped(company)}</td><td>v${version}</td><td>${escaped(closedOn)}</td><td>${escaped(remark)}</td><td><a href="${path}.xlsx">Workbook</a></td></tr>`;

/**
 * Writes the page that lists the packs of closed months, with the changes after each close. Returns the errors that prevented this, such as the
 * damage of another company, which do not change the result of the work before.
 */
export async function writeClosedIndex(config: LoadedConfig): Promise<TieoutError[]> {
  const { closed, reportsLock } = dataPaths(config.data_dir);
  const write = async () => {
    const entries = await entriesOf(config);
    const heads = ['Month', 'Company', 'Version', 'Closed on', 'State', 'Workbook'].map(
      (head) => `<th scope="col">${head}</th>`,
    );
    const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(pageStyle)}">
<title>Closed months</title><style>${pageStyle}</style></head>
<body><main><h1>Closed months</h1><p class="about">A pack never changes. Changes after the close are in the reports of the days on which they became known.</p>
<section><div class="scroll" tabindex="0" role="region" aria-label="Closed months"><table class="controls stack"><thead><tr>${heads.join('')}</tr></thead>
<tbody>${entries.map(rowHtml).join('\n')}</tbody></table></div></section></main></body></html>
`;
    const path = join(closed, 'index.html');
    await mkdir(closed, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.tmp`, html, { mode: 0o600 });
    await rename(`${path}.tmp`, path);
  };
  try {
    await withRunLock(reportsLock, write, { purpose: 'report', patienceMs });
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
