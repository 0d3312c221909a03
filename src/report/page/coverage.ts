import { groupedBy } from '../../domain/grouped-by.ts';
import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { daysText, inputName, inputsInOrder, spanOf } from '../proof.ts';
import { type State, stateMarks, stateOf, stateOrder, worstState } from '../states.ts';
import { briefly, shortDay, weekday } from './figures.ts';
import { escaped, labelled, rowHead, scrolling, sectionHtml, tableHtml, texts } from './html.ts';
import type { PageData } from './page-data.ts';

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

const stateText = (state: State, words: Words) => words.find(`state-${state}`) ?? state;

function cellHtml(state: State | undefined, title: string, isWide: boolean, words: Words): string {
  if (state === undefined) return '<td class="gap"></td>';
  const { mark, tone } = stateMarks[state];
  const text = stateText(state, words);
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
  `<span class="chip ${stateMarks[state].tone}"><span aria-hidden="true">${stateMarks[state].mark} </span>${escaped(stateText(state, words))}</span>`;

/** Marks with their meaning, the worst of which is the first given and the last shown. */
export function legendHtml(marks: readonly { tone: string; mark: string; text: string }[], words: Words): string {
  const items = marks
    .toReversed()
    .map(
      ({ tone, mark, text }) =>
        `<li><span class="mark ${tone}" aria-hidden="true">${mark}</span> ${escaped(text)}</li>`,
    );
  return `<ul class="legend" aria-label="${escaped(words.say('calendar-legend'))}">${items.join('')}</ul>`;
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
  const shown = stateOrder.filter((state) => states.has(state));
  const marks = shown.map((state) => ({ ...stateMarks[state], text: stateText(state, words) }));
  return `${scrolling(label, table)}${isWide ? '' : legendHtml(marks, words)}`;
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Rows beyond this number are in the workbook and the file of the section only. */
export const rowsOnPage = 60;

/** One row for each input; one for each currency of it where the currencies differ. */
function gridLines(rows: readonly WarehouseRow[], words: Words): GridLine[] {
  return inputsInOrder(rows).flatMap((input) => {
    const own = rows.filter((row) => row.input === input);
    const byCurrency = groupedBy(own, ({ currency }) => String(currency));
    const byStates = groupedBy(byCurrency, ([, ofCurrency]) =>
      ofCurrency.map((row) => `${row.business_date} ${stateOf(row)}`).join(),
    );
    return [...byStates.values()].map((same) => ({
      title: titled(inputName(input, words)),
      detail: byStates.size > 1 ? same.map(([currency]) => currency).join(', ') : '',
      rows: same.flatMap(([, ofCurrency]) => ofCurrency),
    }));
  });
}

/** What is missing or awaited in the days of the report, with the reason. */
function openTable(rows: readonly WarehouseRow[], words: Words): string {
  const open = rows.filter(({ state }) => state !== 'covered');
  const groups = groupedBy(open, ({ state, input, reason }) => JSON.stringify([state, input, reason]));
  if (groups.size === 0) return '';
  const currencies = (own: readonly WarehouseRow[]) => [...new Set(own.map(({ currency }) => String(currency)))];
  const days = (own: readonly WarehouseRow[]) => own.map(({ business_date: day }) => String(day));
  const reasonOf = (row?: WarehouseRow) => briefly(words.sentence(String(row?.reason ?? '')));
  return tableHtml<readonly WarehouseRow[]>({
    kind: 'register stack',
    columns: [
      texts(words.say('register-state'), ([row = {}]) => stateChip(stateOf(row), words)),
      rowHead(words.say('coverage-input'), ([row]) => escaped(titled(inputName(String(row?.input), words)))),
      texts(words.say('summary-currency'), (own) => escaped(currencies(own).join(', '))),
      labelled(texts(words.say('register-days'), (own) => escaped(daysText(days(own), words)))),
      texts(words.say('coverage-reason'), ([row]) => escaped(reasonOf(row)), 'why'),
    ],
    rows: [...groups.values()].slice(0, rowsOnPage),
  });
}

/** Each coverage that is based on a declaration of a person or a rule of the configuration, marked as such. */
function declaredHtml(rows: readonly WarehouseRow[], words: Words): string {
  const declared = rows.filter(({ is_declared }) => is_declared === true);
  if (declared.length === 0) return '';
  const byPerson = groupedBy(declared, ({ input, declared_by: by }) => JSON.stringify([input, by ?? null]));
  const lines = [...byPerson.values()].map((own) => {
    const [row = {}] = own;
    const title = titled(inputName(String(row.input), words));
    const who = row.declared_by;
    const text =
      who == null
        ? words.say('coverage-rule', { input: title, days: spanOf(own, words) })
        : words.say('coverage-declared', { input: title, days: spanOf(own, words), who: String(who) });
    return `<li>${escaped(briefly(text))}</li>`;
  });
  return `<ul class="declared">${lines.join('')}</ul>`;
}

/** The calendar of inputs: the days of the report, at least the last fourteen, with what is missing, awaited or declared. */
export function coverageHtml({ inputs }: PageData, words: Words): string {
  if (inputs.length === 0) return '';
  const inScope = inputs.filter(({ is_in_scope }) => is_in_scope === true);
  const columns = [...new Set(inputs.map(({ business_date }) => String(business_date)))].sort();
  const grid = gridHtml(
    {
      corner: words.say('coverage-input'),
      label: words.say('coverage-matrix'),
      lines: gridLines(inputs, words),
      columns,
      by: 'business_date',
    },
    words,
  );
  const content = `${openTable(inScope, words)}${grid}${declaredHtml(inScope, words)}`;
  return sectionHtml('coverage', words.say('coverage-title'), words.say('coverage-about'), content);
}
