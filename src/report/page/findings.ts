import { groupedBy } from '../../domain/grouped-by.ts';
import type { Words } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { daysText, inputName, unique } from '../proof.ts';
import { isZero, shownText } from '../shown-value.ts';
import type { ReportScope } from '../table.ts';
import type { CauseGroup } from './causes.ts';
import { actionOf, bothSidesHtml, briefly, countOf, daysIn, lastDay, shortDay, sizeText } from './figures.ts';
import { aboutHtml, escaped, sectionHtml } from './html.ts';
import type { PageData } from './page-data.ts';

/** Controls that were not made for one cause: a missing input, rejected rows, or what the control lacks. */
type NotMade = { head: string; facts: string[]; details: string[]; toDo: string; link?: string };

const reasonsOnPage = 3;

const inputsOf = ({ input }: WarehouseRow) => (input == null ? [] : String(input).split(', '));

function controlsOf(rows: readonly WarehouseRow[], words: Words): string {
  return unique(
    rows.map(({ title, subject }) => {
      const name = words.phrase(String(title));
      return subject === '' ? name : `${name} (${briefly(String(subject), 60)})`;
    }),
  ).join(', ');
}

function factsOf(rows: readonly WarehouseRow[], isOneDay: boolean, words: Words): string[] {
  const days = daysText(
    rows.map(({ business_date }) => String(business_date)),
    words,
  );
  return [unique(rows.map(({ currency }) => String(currency))).join(', '), ...(isOneDay ? [] : [days])];
}

function reasonsOf(rows: readonly WarehouseRow[], words: Words): string[] {
  const reasons = unique(rows.flatMap(({ reason }) => (reason == null ? [] : [String(reason)])));
  return reasons.slice(0, reasonsOnPage).map((reason) => briefly(words.sentence(reason)));
}

/** The causes of controls that were not made, missing inputs first. */
export function notMadeOf({ register, inputs }: PageData, isOneDay: boolean, words: Words): NotMade[] {
  const notMade = register.filter(({ state }) => state === 'not_made');
  const missing = inputs.filter(({ is_in_scope, state }) => is_in_scope === true && state === 'missing');
  const names = unique(missing.map(({ input }) => String(input)));
  const ofInputs = names.map((name) => {
    const rows = missing.filter(({ input }) => input === name);
    const controls = notMade.filter((row) => inputsOf(row).includes(name));
    return {
      head: words.say('findings-missing_input', { input: inputName(name, words) }),
      facts: factsOf(rows, isOneDay, words),
      details: [
        ...reasonsOf(rows, words),
        ...(controls.length > 0 ? [words.say('findings-not_made', { controls: controlsOf(controls, words) })] : []),
      ],
      toDo: words.say('findings-missing_input_to_do'),
    };
  });
  const others = notMade.filter((row) => !inputsOf(row).some((input) => names.includes(input)));
  const byReason = groupedBy(others, ({ reason, what_to_do: toDo }) => JSON.stringify([reason, toDo]));
  const ofReasons = [...byReason.values()].map((rows) => {
    const [row = {}] = rows;
    return {
      head: words.say('findings-not_made_head', {
        controls: unique(rows.map((one) => `${one.control} ${one.subject} ${one.currency}`)).length,
      }),
      facts: factsOf(rows, isOneDay, words),
      details: [...reasonsOf(rows, words), words.say('findings-not_made', { controls: controlsOf(rows, words) })],
      toDo: row.what_to_do == null ? words.say('findings-not_made_to_do') : words.sentence(String(row.what_to_do)),
      ...(inputsOf(row).length > 0 ? { link: 'rejected' } : {}),
    };
  });
  return [...ofInputs, ...ofReasons];
}

/** Findings beyond this number are only in the tables. */
const findingsOnPage = 15;

type FindingOptions = {
  scope: ReportScope;
  isPersonalShown: boolean;
  words: Words;
  /** The sections that have a table on the page, to which a finding can link. */
  sections: ReadonlySet<string>;
};

/** A link to the rows of a finding, where the page has them; filtered where a filter is given. */
export function rowsLink(
  section: string,
  { words, sections }: Pick<FindingOptions, 'words' | 'sections'>,
  filter?: string,
): string {
  if (!sections.has(section)) return '';
  const label = escaped(words.say('findings-show_rows'));
  if (filter === undefined) return ` <a href="#${section}">${label}</a>`;
  return ` <a href="#${section}" class="rows" data-filter="${escaped(filter)}" data-table="table-${section}">${label}</a>`;
}

/** A finding; `facts`, `details` and `link` are HTML. */
type Point = { head: string; facts: readonly string[]; details: readonly string[]; toDo: string; link: string };

function pointHtml({ head, facts, details, toDo, link }: Point, words: Words): string {
  const detail = details.join('<br>');
  return `<li><p class="what"><strong>${escaped(head)}</strong></p><p class="facts">${facts.filter((fact) => fact !== '').join(' · ')}</p>${detail === '' ? '' : `<p class="detail">${detail}</p>`}<p class="todo"><b>${escaped(words.say('findings-to_do'))}</b> ${escaped(toDo)}${link}</p></li>`;
}

function pointOf({ row, items }: CauseGroup, isOneDay: boolean, options: FindingOptions): Point {
  const { words, isPersonalShown } = options;
  const reasonOf = ({ reason }: WarehouseRow) =>
    briefly(shownText(words.sentence(String(reason)), 'text', isPersonalShown));
  const causes = countOf(row, 'cause_count');
  const days = countOf(row, 'day_count');
  const age = countOf(row, 'age_days');
  const { isWriteOff, meaning, toDo } = actionOf(row, words);
  const control = isWriteOff ? words.say('findings-write_offs') : words.phrase(String(row.reconciliation_title));
  const [first, to] = [String(row.first_day), lastDay(options.scope)];
  const when = isOneDay && first === to ? '' : days === 1 ? shortDay(first, words) : words.say('count-days', { days });
  const currency = escaped(String(row.currency));
  const hasAmount = !isZero(row.debit) || !isZero(row.credit);
  const isAwaiting = items.length > 0 && items.every(({ status }) => status === 'awaiting_approval');
  const texts = [
    typeof row.own_file === 'string' ? `${control} (${row.own_file})` : control,
    words.say('count-causes', { causes }),
    countOf(row, 'item_count') > causes ? words.say('count-items', { items: countOf(row, 'item_count') }) : '',
    when,
    age > 1 && causes === 1 ? words.say('findings-age', { days: age }) : '',
    age > 1 && causes > 1 ? words.say('findings-oldest', { days: age }) : '',
    isAwaiting ? words.say('findings-awaiting') : '',
  ];
  const facts = [
    hasAmount ? `<b class="money">${currency} ${bothSidesHtml(row.debit, row.credit, row.currency)}</b>` : currency,
    ...texts.map(escaped),
  ];
  const table = row.outcome === 'suggested' ? 'suggested' : 'unmatched';
  const sizes = unique(items.map(({ right_minus_left: difference }) => sizeText(difference, row.currency)));
  const filter = items.length > 1 ? sizes.join(' | ') : control;
  const link = rowsLink(table, options, isWriteOff ? undefined : filter);
  const others = items.filter(
    ({ reason, reconciliation }) => reason !== row.reason || reconciliation !== row.reconciliation,
  );
  const also = others.map(
    (other) => `${escaped(words.phrase(String(other.reconciliation_title)))}: ${escaped(reasonOf(other))}`,
  );
  const details = [
    ...(causes === 1 ? [escaped(reasonOf(row))] : []),
    ...(also.length === 0 ? [] : [`<span class="also">${escaped(words.say('findings-also'))}</span>`, ...also]),
  ];
  return { head: meaning, facts, details, toDo, link };
}

/** The findings, most serious first, each with the action to take; and the number of items brought forward. */
export function findingsHtml(data: PageData, carried: number, options: FindingOptions): string {
  const { scope, words } = options;
  const isOneDay = daysIn(scope) === 1;
  const notMade = notMadeOf(data, isOneDay, words);
  const points = notMade.slice(0, findingsOnPage).map(
    ({ head, facts, details, toDo, link }): Point => ({
      ...{ head, facts: facts.map(escaped), details: details.map(escaped), toDo },
      link: link === undefined ? '' : rowsLink(link, options),
    }),
  );
  const inScope = data.verdicts.filter((row) => row.is_in_scope === true);
  const rejected = Math.max(0, ...inScope.map((row) => countOf(row, 'rejected_count')));
  // a control that was not made for rejected rows names them
  if (rejected > 0 && !notMade.some(({ link }) => link === 'rejected')) {
    const link = rowsLink('rejected', options);
    const [head, toDo] = [words.say('findings-rejected', { rows: rejected }), words.say('findings-rejected_to_do')];
    points.push({ head, facts: [], details: [], toDo, link });
  }
  points.push(...data.causes.map((cause) => pointOf(cause, isOneDay, options)));
  const more = Math.max(data.causeCount - data.causes.length, 0) + Math.max(notMade.length - findingsOnPage, 0);
  const about = points.length === 0 ? '' : words.say('findings-about');
  const body =
    points.length === 0
      ? `<p class="nothing">${escaped(words.say('findings-nothing'))}</p>`
      : `<ol class="findings">${points.map((point) => pointHtml(point, words)).join('')}</ol>${aboutHtml(more > 0 ? words.say('findings-more', { findings: more }) : '')}`;
  const earlier =
    carried === 0
      ? ''
      : `<p class="carried">${escaped(words.say('findings-carried', { items: carried }))}${rowsLink('carried', options)}</p>`;
  return sectionHtml('findings', words.say('findings-title'), about, `${body}${earlier}`);
}
