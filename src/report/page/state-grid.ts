import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { type State, stateMarks, stateOrder, worstState } from '../states.ts';
import type { Words } from '../words/words.ts';
import { shortDay, weekday } from './figures.ts';
import { escaped } from './html.ts';

/** A row of a grid: its title, and the rows of the data behind it. */
export type GridLine = { title: string; detail: string; rows: readonly WarehouseRow[] };

type Grid = {
  /** The text above the column of titles. */
  corner: string;
  label: string;
  lines: readonly GridLine[];
  /** The values of the column that a cell belongs to, in order. */
  columns: readonly string[];
  by: 'business_date' | 'currency';
};

function cellHtml(state: State | undefined, title: string, isWide: boolean, words: Words): string {
  if (state === undefined) return '<td class="gap"></td>';
  const { mark, tone } = stateMarks[state];
  const text = words.states[state] ?? state;
  if (isWide) return `<td class="${tone}"><b aria-hidden="true">${mark}</b> ${escaped(text)}</td>`;
  return `<td class="${tone}" title="${escaped(`${title}: ${text}`)}"><b aria-hidden="true">${mark}</b><span class="unseen">${escaped(text)}</span></td>`;
}

/** The heading of a day: its number, with the month where it begins. */
function dayHead(day: string, index: number, words: Words): string {
  const month = words.shortMonths[Number(day.slice(5, 7)) - 1] ?? '';
  const isNamed = index === 0 || day.endsWith('-01');
  const weekend = weekday(day) > 4 ? ' class="weekend"' : '';
  return `<th scope="col"${weekend} title="${escaped(shortDay(day, words))}"><small>${isNamed ? escaped(month) : ''}</small>${Number(day.slice(8))}</th>`;
}

/** A state as a coloured word with its mark. */
export const stateChip = (state: State, words: Words) =>
  `<span class="chip ${stateMarks[state].tone}"><span aria-hidden="true">${stateMarks[state].mark} </span>${escaped(words.states[state] ?? state)}</span>`;

/** A table of texts that becomes a list on a narrow screen. */
export function stackHtml(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((title) => `<th scope="col">${escaped(title)}</th>`).join('');
  return `<table class="register stack"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The marks of the states that a grid shows, with their meaning. */
function legendHtml(states: ReadonlySet<State>, words: Words): string {
  const items = stateOrder.filter((state) => states.has(state)).reverse();
  return `<ul class="legend" aria-label="${escaped(words.calendar.legend)}">${items
    .map((state) => {
      const { mark, tone } = stateMarks[state];
      return `<li><span class="mark ${tone}" aria-hidden="true">${mark}</span> ${escaped(words.states[state] ?? state)}</li>`;
    })
    .join('')}</ul>`;
}

/** A grid of states: a row for each control or input, a column for each day or currency, in each cell the worst state. */
export function gridHtml({ corner, label, lines, columns, by }: Grid, words: Words): string {
  const isWide = by === 'currency';
  const states = new Set<State>();
  const rows = lines.map(({ title, detail, rows: own }) => {
    const cells = columns.map((column) => {
      const state = worstState(own.filter((row) => String(row[by]) === column));
      if (state !== undefined) states.add(state);
      return cellHtml(state, isWide ? column : shortDay(column, words), isWide, words);
    });
    const small = detail === '' ? '' : ` <small>${escaped(detail)}</small>`;
    return `<tr><th scope="row">${escaped(title)}${small}</th>${cells.join('')}</tr>`;
  });
  const heads = columns.map((column, index) =>
    isWide ? `<th scope="col">${escaped(column)}</th>` : dayHead(column, index, words),
  );
  const table = `<table class="grid${isWide ? ' wide' : ''}"><thead><tr><th scope="col">${escaped(corner)}</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${table}</div>${isWide ? '' : legendHtml(states, words)}`;
}
