import { groupedBy } from '../../domain/grouped-by.ts';
import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { daysText } from '../proof.ts';
import { type State, stateOf, stateOrder } from '../states.ts';
import type { ReportScope } from '../table.ts';
import { type GridLine, gridHtml, rowsOnPage, stateChip } from './coverage.ts';
import { briefly, daysIn, shortDay } from './figures.ts';
import { rowsLink } from './findings.ts';
import { aboutHtml, escaped, labelled, rowHead, sectionHtml, tableHtml, texts } from './html.ts';
import type { PageData } from './page-data.ts';

/** The states that a reader has to see without opening anything, the worst first. */
const openStates: readonly State[] = ['not_made', 'out_of_balance', 'waived', 'awaited', 'decided'];
/** The number of days whose results are listed in a row. */
const daysInResult = 3;

/** `file` has the rows of the register. */
type RegisterOptions = { words: Words; sections: ReadonlySet<string>; file: string };

const nameOf = ({ title, subject }: WarehouseRow, words: Words) =>
  `${words.phrase(String(title))}${subject === '' ? '' : `: ${briefly(String(subject), 60)}`}`;

/** The results of the days of one control; each day has its own where they differ. */
function resultText(rows: readonly WarehouseRow[], words: Words): string {
  const said = (row: WarehouseRow) => briefly(words.sentence(String(row.reason)));
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

const resultHtml = (own: readonly WarehouseRow[], options: RegisterOptions) =>
  `${escaped(resultText(own, options.words))}${causeLink(own[0] ?? {}, options)}`;

/** The controls that are not in balance: one row for each control and currency, with the days on which it is so. */
function openTable(rows: readonly WarehouseRow[], isOneDay: boolean, options: RegisterOptions): string {
  const { words } = options;
  const groups = [
    ...groupedBy(rows, (row) =>
      JSON.stringify([stateOf(row), row.control, row.subject, row.currency, row.what_to_do]),
    ).values(),
  ].sort(([a = {}], [b = {}]) => stateOrder.indexOf(stateOf(a)) - stateOrder.indexOf(stateOf(b)));
  const shown = groups.slice(0, rowsOnPage);
  const daysOf = (own: readonly WarehouseRow[]) => own.map(({ business_date: day }) => String(day));
  const days = labelled<readonly WarehouseRow[]>(
    texts(words.say('register-days'), (own) => escaped(daysText(daysOf(own), words))),
  );
  const table = tableHtml<readonly WarehouseRow[]>({
    kind: 'register stack',
    columns: [
      texts(words.say('register-state'), ([row = {}]) => stateChip(stateOf(row), words)),
      rowHead(words.say('register-control'), ([row = {}]) => escaped(nameOf(row, words))),
      texts(words.say('summary-currency'), ([row]) => escaped(String(row?.currency))),
      ...(isOneDay ? [] : [days]),
      texts(words.say('register-result'), (own) => resultHtml(own, options), 'why'),
      texts(words.say('register-to_do'), ([row]) => escaped(words.sentence(String(row?.what_to_do ?? ''))), 'why'),
    ],
    rows: shown,
  });
  const isCapped = groups.length > shown.length;
  const capped = isCapped
    ? words.say('table-capped', { shown: shown.length, all: groups.length, file: options.file })
    : '';
  return `${table}${aboutHtml(capped)}`;
}

function waiversHtml({ waivers }: PageData, words: Words): string {
  if (waivers.length === 0) return '';
  const until = (row: WarehouseRow) =>
    row.last_day == null ? words.say('register-no_end') : shortDay(String(row.last_day), words);
  const cells = (title: string, textOf: (row: WarehouseRow) => string) =>
    labelled(texts(title, (row: WarehouseRow) => escaped(briefly(textOf(row)))));
  const table = tableHtml<WarehouseRow>({
    kind: 'register stack',
    columns: [
      rowHead(words.say('register-control'), (row) => escaped(nameOf(row, words))),
      cells(words.say('register-why'), ({ reason }) => String(reason)),
      cells(words.say('register-by'), ({ waived_by: by }) => String(by)),
      cells(words.say('register-from'), ({ first_day: day }) => shortDay(String(day), words)),
      cells(words.say('register-through'), until),
    ],
    rows: waivers,
  });
  return `<h3>${escaped(words.say('register-waivers'))}</h3>${table}`;
}

/** The rows of the grid: one for each control and subject; of a period, one for each currency too. */
function gridLines(rows: readonly WarehouseRow[], isOneDay: boolean, words: Words): GridLine[] {
  const keyOf = ({ control, subject, currency }: WarehouseRow) =>
    JSON.stringify(isOneDay ? [control, subject] : [control, subject, currency]);
  const groups = [...groupedBy(rows, keyOf).values()].map((own) => {
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
  const isOneDay = daysIn(scope) === 1;
  const open = data.register.filter((row) => openStates.includes(stateOf(row)));
  const columns = [...new Set(data.register.map((row) => String(isOneDay ? row.currency : row.business_date)))].sort();
  const label = isOneDay ? words.say('register-matrix') : words.say('register-matrix_of_days');
  const grid = gridHtml(
    {
      corner: words.say('register-control'),
      label,
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
  const content = `${opened}<h3>${escaped(label)}</h3>${grid}${waiversHtml(data, words)}`;
  return sectionHtml('register', words.say('register-title'), words.say('register-about'), content);
}
