import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { ReportScope } from '../table.ts';
import { briefly, countOf, countText, lastDay, moneyHtml, shortDay } from './figures.ts';
import { escaped } from './html.ts';
import type { PageData } from './page-data.ts';

const isCount = (row: WarehouseRow) => row.measure === 'count';

/** The file of a user's own control. */
const ownFileHtml = ({ own_file: file }: WarehouseRow) =>
  typeof file === 'string' ? `<span class="totals">${escaped(file)}</span>` : '';

function controlRow(row: WarehouseRow, isOneDay: boolean, words: Words): string {
  const measure = words.find(`controls-measures-${String(row.measure)}`) ?? String(row.measure);
  const isOpen = countOf(row, 'open_day_count') > 0;
  const labelled = (name: string) => `class="num" data-label="${escaped(name)}"`;
  const totals = [row.first_title, row.second_title].map((title) => escaped(briefly(words.phrase(String(title)), 200)));
  const figures = isOneDay
    ? `<td ${labelled(words.say('controls-ours'))}>${moneyHtml(row.first_total ?? null, row.currency ?? null, isCount(row))}</td><td ${labelled(words.say('controls-theirs'))}>${moneyHtml(row.second_total ?? null, row.currency ?? null, isCount(row))}</td>`
    : `<td ${labelled(words.say('controls-days_open'))}>${countText(countOf(row, 'open_day_count'))} / ${countText(countOf(row, 'day_count'))}</td>`;
  return `<tr${isOpen ? ' class="open"' : ''}><th scope="row">${escaped(words.phrase(String(row.reconciliation_title)))}${ownFileHtml(row)}</th><td>${escaped(briefly(words.phrase(String(row.subject)), 60))}, ${escaped(measure)}<span class="totals">${totals.join(' / ')}</span></td><td>${escaped(isCount(row) ? '' : String(row.currency))}</td>${figures}<td class="num residual" data-label="${escaped(words.say('controls-unexplained'))}">${moneyHtml(isOneDay ? row.residual : row.size_of_residual, row.currency ?? null, isCount(row))}</td></tr>`;
}

/** One row for each control, with both totals and the unexplained difference. Controls in balance are collapsed. */
export function controlsHtml(data: PageData, scope: ReportScope, words: Words): string {
  if (data.controls.length === 0) return '';
  const isOneDay = scope.from === lastDay(scope);
  const open = data.controls.filter((row) => countOf(row, 'open_day_count') > 0);
  const zero = data.controls.filter((row) => countOf(row, 'open_day_count') === 0);
  const figures = isOneDay
    ? `<th scope="col" class="num">${escaped(words.say('controls-ours'))}</th><th scope="col" class="num">${escaped(words.say('controls-theirs'))}</th>`
    : `<th scope="col" class="num">${escaped(words.say('controls-days_open'))}</th>`;
  const table = (rows: readonly WarehouseRow[], label: string) =>
    `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}"><table class="controls stack"><thead><tr><th scope="col">${escaped(words.say('controls-control'))}</th><th scope="col">${escaped(words.say('controls-subject'))}</th><td></td>${figures}<th scope="col" class="num">${escaped(words.say('controls-unexplained'))}</th></tr></thead><tbody>${rows.map((row) => controlRow(row, isOneDay, words)).join('')}</tbody></table></div>`;
  const opened =
    open.length === 0
      ? ''
      : `<p>${escaped(words.say('controls-out_of_balance', { controls: open.length }))}</p>${table(open, words.say('controls-out_of_balance', { controls: open.length }))}`;
  const closed =
    zero.length === 0
      ? ''
      : `<details><summary>${escaped(words.say('controls-in_balance', { controls: zero.length }))}</summary>${table(zero, words.say('controls-in_balance', { controls: zero.length }))}</details>`;
  return `<section id="controls"><h2>${escaped(words.say('controls-title'))}</h2><p class="about">${escaped(words.say('controls-about'))}</p>${opened}${closed}${bridgesHtml(data, words)}</section>`;
}

/** The bars of a bridge: each starts where the previous one ends. The axis starts near the totals, so that a small difference is visible. */
function bars(lines: readonly WarehouseRow[]): string[] {
  let at = 0;
  const spans = lines.map((line) => {
    const amount = Number(line.amount);
    if (line.is_total === true) {
      at = amount;
      return { from: 0, to: amount, isTotal: true };
    }
    const from = line.is_residual === true ? at - amount : at;
    const to = from + amount;
    if (line.is_residual !== true) at = to;
    return { from, to, isTotal: false };
  });
  const ends = spans.flatMap(({ from, to, isTotal }, index) => (isTotal || index === 0 ? [to] : [from, to]));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = (high - low) * 0.25 || Math.max(Math.abs(high), 1);
  const begin = low >= 0 ? Math.max(0, low - room) : low - room;
  const scale = 100 / (high + (high - low) * 0.04 - begin || 1);
  const place = (value: number) => Math.min(Math.max((value - begin) * scale, 0), 100);
  return spans.map(({ from, to, isTotal }, index) => {
    const left = isTotal || index === 0 ? 0 : place(Math.min(from, to));
    const right = place(Math.max(isTotal || index === 0 ? to : Math.max(from, to), begin));
    const shown = Math.max(right - left, from === to ? 0 : 0.6);
    return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect x="${left.toFixed(2)}" width="${shown.toFixed(2)}" height="10"/></svg>`;
  });
}

function bridgeHtml(lines: readonly WarehouseRow[], words: Words): string {
  const [first] = lines;
  if (first === undefined) return '';
  const drawn = bars(lines);
  const measure = words.find(`controls-measures-${String(first.measure)}`) ?? String(first.measure);
  const rows = lines.map((line, index) => {
    const kind = line.is_residual === true ? 'residual' : line.is_total === true ? 'total' : '';
    return `<tr${kind === '' ? '' : ` class="${kind}"`}><th scope="row">${escaped(briefly(words.phrase(String(line.title)), 200))}</th><td class="bar">${drawn[index]}</td><td class="num">${moneyHtml(line.amount ?? null, line.currency ?? null, isCount(line))}</td></tr>`;
  });
  const caption = `${escaped(words.phrase(String(first.reconciliation_title)))} <span>${escaped(briefly(words.phrase(String(first.subject)), 60))}, ${escaped(measure)}${isCount(first) ? '' : `, ${escaped(String(first.currency))}`}, ${escaped(shortDay(String(first.business_date), words))}</span>`;
  return `<table class="bridge"><caption>${caption}</caption><tbody>${rows.join('')}</tbody></table>`;
}

function bridgesHtml(data: PageData, words: Words): string {
  const bridges = new Map<string, WarehouseRow[]>();
  for (const line of data.openBridges) {
    bridges.set(String(line.place), [...(bridges.get(String(line.place)) ?? []), line]);
  }
  if (bridges.size === 0) return '';
  const more = data.openBridgeCount - bridges.size;
  return `<h3>${escaped(words.say('controls-bridges_title'))}</h3><p class="about">${escaped(words.say('controls-bridges_about'))}</p><div class="bridges">${[...bridges.values()].map((lines) => bridgeHtml(lines, words)).join('')}</div>${more > 0 ? `<p class="about">${escaped(words.say('controls-more', { bridges: more }))}</p>` : ''}`;
}
