import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { daysText } from '../proof.ts';
import { type State, stateOf, stateOrder } from '../states.ts';
import type { ReportScope } from '../table.ts';
import { type GridLine, gridHtml, stackHtml, stateChip } from './coverage.ts';
import { briefly, lastDay, shortDay } from './figures.ts';
import { rowsLink } from './findings.ts';
import { escaped } from './html.ts';
import type { PageData } from './page-data.ts';

/** The states that a reader has to see without opening anything, the worst first. */
const openStates: readonly State[] = ['not_made', 'out_of_balance', 'waived', 'awaited', 'decided'];
/** Rows beyond this number are in the workbook and the file of the section only. */
const rowsOnPage = 60;
const textOnPage = 600;
/** The number of days whose results are listed in a row. */
const daysInResult = 3;

/** `file` has the rows of the register. */
type RegisterOptions = { words: Words; sections: ReadonlySet<string>; file: string };

const nameOf = ({ title, subject }: WarehouseRow, words: Words) =>
  `${words.phrase(String(title))}${subject === '' ? '' : `: ${briefly(String(subject), 60)}`}`;

function grouped(rows: readonly WarehouseRow[], keyOf: (row: WarehouseRow) => string): WarehouseRow[][] {
  const groups = new Map<string, WarehouseRow[]>();
  for (const row of rows) {
    const own = groups.get(keyOf(row));
    if (own === undefined) groups.set(keyOf(row), [row]);
    else own.push(row);
  }
  return [...groups.values()];
}

/** The results of the days of one control; each day has its own where they differ. */
function resultText(rows: readonly WarehouseRow[], words: Words): string {
  const said = (row: WarehouseRow) => briefly(words.sentence(String(row.reason)), textOnPage);
  const [first] = rows;
  if (first === undefined) return '';
  if (rows.every(({ reason }) => reason === first.reason)) return said(first);
  const shown = rows.slice(0, daysInResult);
  const more = rows.length - shown.length;
  return [
    ...shown.map((row) =>
      words.say('register-day_result', {
        day: shortDay(String(row.business_date), words).slice(0, -5),
        result: said(row),
      }),
    ),
    ...(more > 0 ? [words.say('register-more_days', { days: more })] : []),
  ].join(' ');
}

/** A link to the items of a control, or to its bridge. */
function causeLink(row: WarehouseRow, options: RegisterOptions): string {
  if (stateOf(row) !== 'out_of_balance' && stateOf(row) !== 'decided') return '';
  const isOfTotals = String(row.reason).startsWith('Out of balance by');
  const section = isOfTotals ? 'controls' : String(row.reason).includes('suggested') ? 'suggested' : 'unmatched';
  const { words } = options;
  return rowsLink(section, options, isOfTotals ? undefined : words.phrase(String(row.title)));
}

/** The controls that are not in balance: one row for each control and currency, with the days on which it is so. */
function openTable(rows: readonly WarehouseRow[], isOneDay: boolean, options: RegisterOptions): string {
  const { words } = options;
  const groups = grouped(rows, (row) =>
    JSON.stringify([stateOf(row), row.control, row.subject, row.currency, row.what_to_do]),
  ).sort(([a = {}], [b = {}]) => stateOrder.indexOf(stateOf(a)) - stateOrder.indexOf(stateOf(b)));
  const lines = groups.slice(0, rowsOnPage).map((own) => {
    const [row = {}] = own;
    const onDays = own.map(({ business_date }) => String(business_date));
    const days = `<td data-label="${escaped(words.say('register-days'))}">${escaped(daysText(onDays, words))}</td>`;
    const toDo = row.what_to_do == null ? '' : escaped(words.sentence(String(row.what_to_do)));
    return `<tr><td>${stateChip(stateOf(row), words)}</td><th scope="row">${escaped(nameOf(row, words))}</th><td>${escaped(String(row.currency))}</td>${isOneDay ? '' : days}<td class="why">${escaped(resultText(own, words))}${causeLink(row, options)}</td><td class="why">${toDo}</td></tr>`;
  });
  const heads = [
    words.say('register-state'),
    words.say('register-control'),
    words.say('summary-currency'),
    ...(isOneDay ? [] : [words.say('register-days')]),
    words.say('register-result'),
    words.say('register-to_do'),
  ];
  const capped =
    groups.length > lines.length
      ? words.say('table-capped', { shown: lines.length, all: groups.length, file: options.file })
      : undefined;
  return `${stackHtml(heads, lines)}${capped === undefined ? '' : `<p class="about">${escaped(capped)}</p>`}`;
}

function waiversHtml({ waivers }: PageData, words: Words): string {
  if (waivers.length === 0) return '';
  const rows = waivers.map((row) => {
    const until = row.last_day == null ? words.say('register-no_end') : shortDay(String(row.last_day), words);
    const cells = [
      [words.say('register-why'), String(row.reason)],
      [words.say('register-by'), String(row.waived_by)],
      [words.say('register-from'), shortDay(String(row.first_day), words)],
      [words.say('register-through'), until],
    ].map(([label = '', text = '']) => `<td data-label="${escaped(label)}">${escaped(briefly(text, textOnPage))}</td>`);
    return `<tr><th scope="row">${escaped(nameOf(row, words))}</th>${cells.join('')}</tr>`;
  });
  const heads = [
    words.say('register-control'),
    words.say('register-why'),
    words.say('register-by'),
    words.say('register-from'),
    words.say('register-through'),
  ];
  return `<h3>${escaped(words.say('register-waivers'))}</h3>${stackHtml(heads, rows)}`;
}

/** The rows of the grid: one for each control and subject; of a period, one for each currency too. */
function gridLines(rows: readonly WarehouseRow[], isOneDay: boolean, words: Words): GridLine[] {
  const keyOf = ({ control, subject, currency }: WarehouseRow) =>
    JSON.stringify(isOneDay ? [control, subject] : [control, subject, currency]);
  const groups = grouped(rows, keyOf).map((own) => {
    const [row = {}] = own;
    return { title: nameOf(row, words), detail: isOneDay ? '' : String(row.currency), rows: own };
  });
  // a control that is not set up on any of the days is in the line of the proof
  return groups.filter(({ rows: own }) => own.some(({ state }) => state !== 'not_set_up'));
}

/** The control register: what is not in balance with its reason and action, then the state of every control. */
export function registerHtml(data: PageData, scope: ReportScope, options: RegisterOptions): string {
  const { words } = options;
  if (data.register.length === 0) return '';
  const isOneDay = scope.from === lastDay(scope);
  const open = data.register.filter((row) => openStates.includes(stateOf(row)));
  const columns = [...new Set(data.register.map((row) => String(isOneDay ? row.currency : row.business_date)))].sort();
  const grid = gridHtml(
    {
      corner: words.say('register-control'),
      label: isOneDay ? words.say('register-matrix') : words.say('register-matrix_of_days'),
      lines: gridLines(data.register, isOneDay, words),
      columns,
      by: isOneDay ? 'currency' : 'business_date',
    },
    words,
  );
  const opened =
    open.length === 0
      ? `<p class="nothing">${escaped(words.say('register-all_made'))}</p>`
      : openTable(open, isOneDay, options);
  return `<section id="register"><h2>${escaped(words.say('register-title'))}</h2><p class="about">${escaped(words.say('register-about'))}</p>${opened}<h3>${escaped(isOneDay ? words.say('register-matrix') : words.say('register-matrix_of_days'))}</h3>${grid}${waiversHtml(data, words)}</section>`;
}
