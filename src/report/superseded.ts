import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isThere } from '../disk/files.ts';
import type { Words } from '../messages/words.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { KeptReport } from './kept-reports.ts';
import { periodText } from './page/figures.ts';
import { escaped } from './page/html.ts';
import { daysKey, type ReportDays } from './report-content.ts';
import { verdictsFileSchema } from './verdicts-file.ts';

/** The report that was written, and the current content of the reports by their days (`readContents`). */
export type Writing = {
  reports: string;
  written: ReportDays & { report: string; path: string };
  contents: ReadonlyMap<string, string>;
  /** When, in the zone of the company: `2026-11-24 09:00`. */
  at: string;
  words: Words;
};

/** Writes a text file in place of an earlier one, as a whole. */
export async function replaceText(path: string, text: string): Promise<void> {
  await writeFile(`${path}.tmp`, text, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

const includes = (one: Writing['written'], other: KeptReport) =>
  one.report === other.report && one.from <= other.from && one.to >= other.to;

/** The line at the head of a superseded page. */
function lineHtml({ at, current }: { at: string; current: string }, name: string, words: Words): string {
  return `<p class="banner superseded"><span>${escaped(words.say('index-superseded_at', { at }))} ${escaped(words.say('index-current'))} <a href="${escaped(current)}">${escaped(name)}</a></span></p>`;
}

/**
 * Marks a report as superseded: in its page, and in its verdicts for programs and for the index page. The figures stay, because a report
 * is evidence of what was known. The page is marked first, so that an interrupted command can be repeated.
 */
async function mark(report: KeptReport, { reports, written, at, words }: Writing): Promise<void> {
  const folder = join(reports, report.period, report.folder);
  const isReplaced = includes(written, report);
  const target = isReplaced ? join(written.path, `${basename(written.path)}.html`) : join(reports, 'index.html');
  const superseded = { at, current: relative(folder, target).replaceAll('\\', '/') };
  const name = isReplaced ? periodText(written, words) : words.say('masthead-all_reports');
  const page = join(folder, `${report.folder}.html`);
  // a page that a person removed is not needed
  const html = (await isThere(page)) ? await readFile(page, 'utf8') : undefined;
  if (html?.includes('<p class="banner superseded">') === false)
    await replaceText(
      page,
      html.replace('<main>', () => `<main>\n${lineHtml(superseded, name, words)}`),
    );
  const verdicts = join(folder, 'verdicts.json');
  const json = await readFile(verdicts, 'utf8');
  await replaceText(verdicts, `{\n  "superseded": ${JSON.stringify(superseded)},${json.slice(1)}`);
}

/** The reports that can be marked: those that are not yet, and whose version kept a digest. Most older reports are marked already. */
export const markable = (kept: readonly KeptReport[]): KeptReport[] =>
  kept.filter(({ superseded, content }) => superseded === undefined && content !== undefined);

/**
 * Marks the reports of a company (`markable`) whose content has changed since they were written. Each names its replacement: the report
 * that was just written if it includes all of its days, else the page of all reports.
 */
export async function markSuperseded(kept: readonly KeptReport[], writing: Writing): Promise<void> {
  const { reports, written, contents } = writing;
  for (const report of kept) {
    const isWritten = join(reports, report.period, report.folder) === written.path;
    if (!isWritten && report.content !== contents.get(daysKey(report))) await mark(report, writing);
  }
}

/** The verdicts in force, each with the day on which it was made, in the order of the verdicts of a report. */
export const verdictsInForceSql = `
  select company, business_date::text as day, currency, verdict.verdict, break_count::integer as break_count,
    rejected_count::integer as rejected_count, max(run.as_of)::text as judged_on
  from mart.verdict as verdict
  left join mart.run_day as judged using (company, business_date)
  left join mart.run as run using (company, run_id)
  group by all order by day, currency`;

/** A report in the list: with the verdicts in force (rows of `verdictsInForceSql`), if they are no longer those of its page. */
export function judgedAgain(report: KeptReport, inForce: readonly WarehouseRow[]): KeptReport {
  const { company, from, to } = report;
  const ofDays = inForce.filter((row) => row.company === company && String(row.day) >= from && String(row.day) < to);
  // a report of a month that was written within the month has its first days
  const own = ofDays.slice(0, report.verdicts.length);
  const verdicts = verdictsFileSchema.shape.verdicts.parse(own);
  const changed = own.filter((_, at) => !isDeepStrictEqual(verdicts[at], report.verdicts[at]));
  const judgedOn = changed
    .map((row) => String(row.judged_on))
    .sort()
    .at(-1);
  return judgedOn === undefined ? report : { ...report, verdicts, judgedOn };
}
