import { groupedBy } from '../../domain/grouped-by.ts';
import type { Words } from '../../messages/words.ts';
import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import type { ReportScope } from '../table.ts';
import { briefly, countOf, countText, daysIn, moneyHtml, shortDay } from './figures.ts';
import {
  aboutHtml,
  type Bar,
  bars,
  escaped,
  figures,
  rowHead,
  scrolling,
  sectionHtml,
  tableHtml,
  texts,
} from './html.ts';
import type { PageData } from './page-data.ts';

const isCount = (row: WarehouseRow) => row.measure === 'count';

/** The file of a user's own control. */
const ownFileHtml = ({ own_file: file }: WarehouseRow) =>
  typeof file === 'string' ? `<span class="totals">${escaped(file)}</span>` : '';

function controlTable(rows: readonly WarehouseRow[], isOneDay: boolean, label: string, words: Words): string {
  const money = (title: string, amountOf: (row: WarehouseRow) => WarehouseValue | undefined) =>
    figures(title, (row: WarehouseRow) => moneyHtml(amountOf(row), row.currency, isCount(row)));
  const days = (row: WarehouseRow) =>
    `${countText(countOf(row, 'open_day_count'))} / ${countText(countOf(row, 'day_count'))}`;
  const subject = (row: WarehouseRow) =>
    `${briefly(words.phrase(String(row.subject)), 60)}, ${words.find(`controls-measures-${String(row.measure)}`) ?? String(row.measure)}`;
  const totals = ({ first_title, second_title }: WarehouseRow) =>
    [first_title, second_title].map((title) => escaped(briefly(words.phrase(String(title)), 200))).join(' / ');
  const controlHtml = (row: WarehouseRow) =>
    `${escaped(words.phrase(String(row.reconciliation_title)))}${ownFileHtml(row)}`;
  const table = tableHtml<WarehouseRow>({
    kind: 'controls stack',
    columns: [
      rowHead(words.say('controls-control'), controlHtml),
      texts(
        words.say('controls-subject'),
        (row) => `${escaped(subject(row))}<span class="totals">${totals(row)}</span>`,
      ),
      texts('', (row) => escaped(isCount(row) ? '' : String(row.currency))),
      ...(isOneDay
        ? [
            money(words.say('controls-ours'), ({ first_total: total }) => total),
            money(words.say('controls-theirs'), ({ second_total: total }) => total),
          ]
        : [figures(words.say('controls-days_open'), days)]),
      {
        ...money(words.say('controls-unexplained'), (row) => (isOneDay ? row.residual : row.size_of_residual)),
        cellKind: 'residual',
      },
    ],
    rows,
    rowKind: (row) => (countOf(row, 'open_day_count') > 0 ? 'open' : ''),
  });
  return scrolling(label, table);
}

/** One row for each control, with both totals and the unexplained difference. Controls in balance are collapsed. */
export function controlsHtml(data: PageData, scope: ReportScope, words: Words): string {
  if (data.controls.length === 0) return '';
  const isOneDay = daysIn(scope) === 1;
  const open = data.controls.filter((row) => countOf(row, 'open_day_count') > 0);
  const zero = data.controls.filter((row) => countOf(row, 'open_day_count') === 0);
  const openTitle = words.say('controls-out_of_balance', { controls: open.length });
  const zeroTitle = words.say('controls-in_balance', { controls: zero.length });
  const opened =
    open.length === 0 ? '' : `<p>${escaped(openTitle)}</p>${controlTable(open, isOneDay, openTitle, words)}`;
  const closed =
    zero.length === 0
      ? ''
      : `<details><summary>${escaped(zeroTitle)}</summary>${controlTable(zero, isOneDay, zeroTitle, words)}</details>`;
  const content = `${opened}${closed}${bridgesHtml(data, words)}`;
  return sectionHtml('controls', words.say('controls-title'), words.say('controls-about'), content);
}

/** The bars of a bridge: each starts where the previous one ends. The axis starts near the totals, so that a small difference is visible. */
function barsOf(lines: readonly WarehouseRow[]): Bar[] {
  let at = 0;
  const spans = lines.map((line, index) => {
    const amount = Number(line.amount);
    const isWhole = line.is_total === true || index === 0;
    const from = line.is_residual === true ? at - amount : at;
    const to = isWhole ? amount : from + amount;
    if (line.is_residual !== true) at = to;
    return { from: isWhole ? to : from, to, isWhole, isNone: amount === 0 };
  });
  const ends = spans.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = (high - low) * 0.25 || Math.max(Math.abs(high), 1);
  const begin = low >= 0 ? Math.max(0, low - room) : low - room;
  const scale = 100 / (high + (high - low) * 0.04 - begin || 1);
  const place = (value: number) => Math.min(Math.max((value - begin) * scale, 0), 100);
  return spans.map(({ from, to, isWhole, isNone }) => {
    const left = isWhole ? 0 : place(Math.min(from, to));
    return { from: left, to: Math.max(place(Math.max(from, to)), left + (isNone ? 0 : 0.6)) };
  });
}

function bridgeHtml(lines: readonly WarehouseRow[], words: Words): string {
  const [first] = lines;
  if (first === undefined) return '';
  const drawn = barsOf(lines);
  const facts = [
    briefly(words.phrase(String(first.subject)), 60),
    words.find(`controls-measures-${String(first.measure)}`) ?? String(first.measure),
    ...(isCount(first) ? [] : [String(first.currency)]),
    shortDay(String(first.business_date), words),
  ].join(', ');
  return tableHtml<WarehouseRow>({
    kind: 'bridge',
    caption: `${escaped(words.phrase(String(first.reconciliation_title)))} <span>${escaped(facts)}</span>`,
    isWithoutHeadings: true,
    columns: [
      rowHead('', ({ title }) => escaped(briefly(words.phrase(String(title)), 200))),
      bars((line) => drawn.slice(lines.indexOf(line), lines.indexOf(line) + 1)),
      figures('', (line) => moneyHtml(line.amount, line.currency, isCount(line))),
    ],
    rows: lines,
    rowKind: (line) => (line.is_residual === true ? 'residual' : line.is_total === true ? 'total' : ''),
  });
}

function bridgesHtml(data: PageData, words: Words): string {
  const bridges = [...groupedBy(data.openBridges, ({ place }) => place).values()];
  if (bridges.length === 0) return '';
  const more = data.openBridgeCount - bridges.length;
  const drawn = bridges.map((lines) => bridgeHtml(lines, words)).join('');
  return `<h3>${escaped(words.say('controls-bridges_title'))}</h3>${aboutHtml(words.say('controls-bridges_about'))}<div class="bridges">${drawn}</div>${aboutHtml(more > 0 ? words.say('controls-more', { bridges: more }) : '')}`;
}
