import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { groupedBy } from '../domain/grouped-by.ts';
import type { Words } from '../messages/words.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { emptyText, titlesOf } from './code-text.ts';
import type { ReportDefinition } from './definition.ts';
import { controlsHtml } from './page/controls.ts';
import { coverageHtml, legendHtml } from './page/coverage.ts';
import { documentHtml } from './page/document.ts';
import {
  agesHtml,
  bothSidesHtml,
  countOf,
  countText,
  daysIn,
  feesHtml,
  lagHtml,
  lastDay,
  longDay,
  periodText,
  shortDay,
  weekday,
} from './page/figures.ts';
import { findingsHtml } from './page/findings.ts';
import { flowHtml } from './page/flow.ts';
import { bannerHtml, chipHtml, escaped, figures, rowHead, sectionHtml, tableHtml, texts } from './page/html.ts';
import { openHtml } from './page/open.ts';
import type { PageData } from './page/page-data.ts';
import { registerHtml } from './page/register.ts';
import { collapsedSections, narrowStyle, sectionsHtml } from './page/rows.ts';
import { statementsHtml } from './page/statements.ts';
import { inputName, proofText } from './proof.ts';
import { added, isZero } from './shown-value.ts';
import { unexplainedText, verdictOrder, worstVerdict } from './states.ts';
import type { ReportScope, ReportTable } from './table.ts';

const marks = { reconciled: '✓', reconciled_with_timing: '◷', breaks: '≠', incomplete: '✕' } as const;

function dayHtml(row: WarehouseRow, isNow: boolean, words: Words): string {
  const day = String(row.business_date);
  const verdict = verdictOrder.find((name) => name === row.verdict) ?? 'incomplete';
  const breaks = countOf(row, 'break_count');
  const label = `${shortDay(day, words)}: ${words.say(`verdict-${verdict}`)}${breaks > 0 ? `, ${words.say('summary-breaks', { items: breaks })}` : ''}`;
  const date = day.endsWith('-01')
    ? `${Number(day.slice(8))} ${words.shortMonths[Number(day.slice(5, 7)) - 1]}`
    : String(Number(day.slice(8)));
  return `<td class="${verdict}${isNow ? ' now' : ''}" title="${escaped(label)}"><span aria-hidden="true">${escaped(date)}<b>${marks[verdict]}</b></span><span class="unseen">${escaped(label)}</span></td>`;
}

function weeksHtml(rows: readonly WarehouseRow[], words: Words): string {
  const weeks: string[][] = [];
  // the page of one day marks that day
  const inScope = rows.filter((row) => row.is_in_scope === true);
  const isNow = (row: WarehouseRow) => inScope.length === 1 && inScope.includes(row);
  for (const row of rows) {
    const column = weekday(String(row.business_date));
    const week = weeks.at(-1);
    if (week === undefined || week.length >= 7 || column < week.length) {
      weeks.push([...Array.from({ length: column }, () => '<td class="gap"></td>'), dayHtml(row, isNow(row), words)]);
    } else {
      while (week.length < column) week.push('<td class="gap"></td>');
      week.push(dayHtml(row, isNow(row), words));
    }
  }
  for (const week of weeks) while (week.length < 7) week.push('<td class="gap"></td>');
  return weeks.map((week) => `<tr>${week.join('')}</tr>`).join('');
}

/** A calendar of verdicts for each currency: the last thirty days, or every day of a longer period. */
function calendarHtml(verdicts: readonly WarehouseRow[], words: Words): string {
  const byCurrency = groupedBy(verdicts, ({ currency }) => String(currency));
  const tables = [...byCurrency].map(([currency, own]) => {
    const heads = words.shortWeekdays.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
    return `<table class="calendar"><caption>${escaped(currency)}</caption><thead><tr>${heads}</tr></thead><tbody>${weeksHtml(own, words)}</tbody></table>`;
  });
  const legend = verdictOrder.map((name) => ({ tone: name, mark: marks[name], text: words.say(`verdict-${name}`) }));
  const isLong = [...byCurrency.values()].some(({ length }) => length > 31);
  const title = isLong ? words.say('calendar-long_title') : words.say('calendar-title');
  const content = `<div class="calendars">${tables.join('')}</div>${legendHtml(legend, words)}`;
  return sectionHtml('calendar', title, words.say('calendar-about'), content);
}

const sum = (rows: readonly WarehouseRow[], field: string) =>
  rows.reduce((total, row) => total + countOf(row, field), 0);

const unexplainedOf = (rows: readonly WarehouseRow[]) => ({
  unexplained_debit: added(...rows.map((row) => row.unexplained_debit)),
  unexplained_credit: added(...rows.map((row) => row.unexplained_credit)),
});

/** The reasons for the verdict of a currency's days, from their counts. */
function whyText(rows: readonly WarehouseRow[], missing: readonly WarehouseRow[], words: Words): string {
  const verdict = worstVerdict(rows);
  const inputs = [...new Set(missing.map(({ input }) => inputName(String(input), words)))];
  const notMade = sum(rows, 'control_count') - sum(rows, 'made_count');
  const currency = rows[0]?.currency;
  const causes = sum(rows, 'cause_count');
  const unexplained = unexplainedOf(rows);
  // a cause may have no amount, such as a wrong status
  const hasAmount = !isZero(unexplained.unexplained_debit) || !isZero(unexplained.unexplained_credit);
  const money = hasAmount ? `${currency ?? ''} ${unexplainedText(unexplained, String(currency ?? ''))}` : undefined;
  const isReconciled = (row: WarehouseRow) => row.verdict === 'reconciled' || row.verdict === 'reconciled_with_timing';
  const parts = [
    notMade > 0 ? words.say('summary-not_made', { controls: notMade }) : '',
    inputs.length > 0 ? words.say('summary-not_received', { inputs: inputs.join(', ') }) : '',
    sum(rows, 'rejected_count') > 0 ? words.say('summary-rejected', { rows: sum(rows, 'rejected_count') }) : '',
    causes > 0 ? words.say('summary-causes', { causes, items: sum(rows, 'cause_item_count'), money }) : '',
    causes === 0 && sum(rows, 'break_count') > 0
      ? words.say('summary-earlier_breaks', { items: sum(rows, 'break_count') })
      : '',
    sum(rows, 'suggested_count') > 0 ? words.say('summary-suggested', { items: sum(rows, 'suggested_count') }) : '',
    verdict !== 'reconciled' && sum(rows, 'timing_count') > 0
      ? words.say('summary-outstanding', { items: sum(rows, 'timing_count') })
      : '',
    sum(rows, 'decided_count') > 0 ? words.say('summary-decided', { items: sum(rows, 'decided_count') }) : '',
  ].filter((part) => part !== '');
  const days =
    rows.length > 1
      ? `${words.say('summary-days_of', { reconciled: rows.filter(isReconciled).length, days: rows.length })} `
      : '';
  const text = parts.join('; ');
  if (text === '') return days + words.say(`verdict_sentence-${verdict}`);
  return `${days}${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The verdict of each currency over all days of the period, at the top of the page. */
function summaryHtml(data: PageData, words: Words): string {
  const verdicts = data.verdicts.filter((row) => row.is_in_scope === true);
  const inputs = data.inputs.filter((row) => row.is_in_scope === true);
  const missingOf = ([of]: WarehouseRow[]) =>
    inputs.filter(({ currency, state }) => currency === of?.currency && state === 'missing');
  const verdictText = (own: WarehouseRow[]) => words.say(`verdict-${worstVerdict(own)}`);
  const table = tableHtml<WarehouseRow[]>({
    kind: 'summary',
    columns: [
      rowHead(words.say('summary-currency'), ([row]) => escaped(String(row?.currency))),
      texts(words.say('summary-verdict'), (own) => chipHtml(worstVerdict(own), verdictText(own))),
      texts(words.say('summary-why'), (own) => escaped(whyText(own, missingOf(own), words)), 'why'),
      figures(words.say('summary-controls'), (own) =>
        escaped(words.say('summary-of', { made: sum(own, 'made_count'), all: sum(own, 'control_count') })),
      ),
      figures(words.say('summary-agree'), (own) => countText(sum(own, 'matched_count'))),
      figures(words.say('summary-disagree'), (own) => countText(sum(own, 'break_count'))),
      figures(words.say('summary-timing'), (own) => countText(sum(own, 'timing_count'))),
      figures(words.say('summary-unexplained'), (own) => {
        const { unexplained_debit, unexplained_credit } = unexplainedOf(own);
        return bothSidesHtml(unexplained_debit, unexplained_credit, own[0]?.currency);
      }),
    ],
    rows: [...groupedBy(verdicts, ({ currency }) => currency).values()],
  });
  const worst = worstVerdict(verdicts);
  const proof = proofText(data.register, inputs, words);
  return `<section id="verdict" class="verdict-block">${bannerHtml(worst, words.say(`verdict-${worst}`), words.say(`verdict_sentence-${worst}`))}
<p class="proof">${escaped(proof.charAt(0).toUpperCase() + proof.slice(1))}</p>
${table}</section>`;
}

type PageOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  words: Words;
  /** The address of the page of all reports, from that of this report. */
  toIndex?: string | undefined;
};

type Chart = ReportDefinition['charts'][number];

/** The views that a chart shows completely, so that the page needs no table of them. */
const viewsOfCharts: Partial<Record<Chart, string>> = {
  register: 'mart.control',
  coverage: 'mart.input_day',
};

type ChartOptions = PageOptions & { sections: ReadonlySet<string>; registerFile: string };

const chartHtml: Readonly<Record<Chart, (data: PageData, options: ChartOptions) => string>> = {
  statements: ({ statements }, { scope, words }) => statementsHtml(statements, scope, words),
  register: (data, options) => registerHtml(data, options.scope, { ...options, file: options.registerFile }),
  coverage: (data, { words }) => coverageHtml(data, words),
  flow: ({ flow }, { words }) => flowHtml(flow, words),
  controls: (data, { scope, words }) => controlsHtml(data, scope, words),
  ages: ({ ages }, { words }) => agesHtml(ages, words),
  calendar: ({ verdicts }, { words }) => calendarHtml(verdicts, words),
  lag: ({ lag }, { words }) => lagHtml(lag, words),
  fees: ({ fees }, { words }) => feesHtml(fees, words),
};

function mastheadHtml(
  definition: ReportDefinition,
  { knownOn, isTest }: PageData,
  title: string,
  { scope, words, toIndex = '../../index.html' }: PageOptions,
): string {
  const days = daysIn(scope);
  const about =
    days === 1
      ? words.say('masthead-day', { zone: scope.zone })
      : words.say('masthead-days', { days, zone: scope.zone });
  const known = knownOn === undefined ? '' : `, ${words.say('masthead-known', { day: shortDay(knownOn, words) })}`;
  const mode = isTest
    ? `<p class="banner test-mode"><strong>${escaped(words.say('masthead-test_mode'))}</strong></p>\n`
    : '';
  return `${mode}<header><p class="kind">${escaped(words.phrase(definition.title))}</p><h1>${escaped(scope.company)}</h1><p class="period"><b>${escaped(days === 1 ? longDay(scope.from, words) : periodText(scope, words))}</b> <span>${escaped(about + known)}</span></p>
<nav aria-label="${escaped(words.say('masthead-files'))}"><a href="${escaped(encodeURIComponent(title))}.xlsx">${escaped(words.say('masthead-workbook'))}</a><a href="verdicts.json">${escaped(words.say('masthead-verdicts_file'))}</a><a href="${toIndex}">${escaped(words.say('masthead-all_reports'))}</a></nav></header>`;
}

/** Links to the charts and tables of the page. */
function contentsHtml(parts: readonly { id: string; title: string; count?: number }[], words: Words): string {
  const links = parts.map(
    ({ id, title, count }) =>
      `<span><a href="#${id}">${escaped(title)}</a>${count === undefined ? '' : ` <small>${countText(count)}</small>`}</span>`,
  );
  return `<nav class="contents" aria-label="${escaped(words.say('masthead-contents'))}">${links.join('')}</nav>`;
}

/**
 * Writes the page: one file that needs no network, with the verdict, the findings, the charts and the tables. The same
 * content gives the same bytes.
 */
export async function writePage(
  definition: ReportDefinition,
  tables: readonly ReportTable[],
  data: PageData,
  path: string,
  options: PageOptions,
): Promise<void> {
  const { scope, words } = options;
  const titles = titlesOf(data.reconciliations);
  // items that need a person come before tables that repeat the charts
  const isUrgent = ({ section }: ReportTable) => !collapsedSections.includes(section.name);
  const drawn = definition.charts.flatMap((chart) => viewsOfCharts[chart] ?? []);
  const listed = tables.filter(({ section }) => !drawn.includes(section.view) && section.view !== 'mart.waived');
  const ordered = [...listed.filter(isUrgent), ...listed.filter((other) => !isUrgent(other))];
  const carried = tables.find(({ section }) => section.name === 'carried')?.count ?? 0;
  const filled = ordered.filter(({ count }) => count > 0);
  const empty = ordered.filter(({ count }) => count === 0);
  const titlesOfEmpty = empty.map(({ section }) => words.phrase(section.title)).join(', ');
  const emptyTexts = [
    words.say('table-empty', { titles: titlesOfEmpty }),
    ...empty.flatMap((table) => emptyText(table, words)),
  ];
  const sections = await sectionsHtml(filled, { ...options, titles });
  const named = new Set(filled.map(({ section }) => section.name));
  const linked = new Set([...named, ...definition.charts]);
  const registerFile = tables.find(({ section }) => section.view === 'mart.control')?.file ?? 'verdicts.json';
  const charts = definition.charts
    .map((chart) => ({
      id: chart,
      title: words.say(chart === 'fees' ? 'agreed_fees-title' : `${chart}-title`),
      html: chartHtml[chart](data, { ...options, sections: linked, registerFile }),
    }))
    .filter(({ html }) => html !== '');
  const contents = [
    { id: 'findings', title: words.say('findings-title') },
    ...charts,
    ...filled.map(({ section, count }) => ({ id: section.name, title: words.phrase(section.title), count })),
  ];
  const html = documentHtml({
    language: words.language,
    title: `${words.phrase(definition.title)}: ${scope.company}, ${periodText(scope, words)}`,
    style: narrowStyle(filled, scope, words),
    scriptWords: words,
    before: `<a class="skip" href="#findings">${escaped(words.say('masthead-skip'))}</a>`,
    main: `${mastheadHtml(definition, data, basename(path, '.html'), options)}
${summaryHtml(data, words)}
${openHtml(data, lastDay(scope), words)}
${contentsHtml(contents, words)}
${findingsHtml(data, carried, { ...options, sections: named })}
${charts.map(({ html: drawn }) => drawn).join('\n')}
<noscript><p class="about">${escaped(words.say('table-no_script'))}</p></noscript>
${sections}
${empty.length === 0 ? '' : `<p class="empty">${emptyTexts.map(escaped).join('<br>')}</p>`}
<p class="on-paper">${escaped(words.say('masthead-on_paper'))}</p>
<footer>${escaped(words.say('footer'))}</footer>`,
  });
  await writeFile(path, html, { mode: 0o600 });
}
