import { groupedBy } from '../../domain/grouped-by.ts';
import { english } from '../../messages/words.ts';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { emptyText, wordOf } from '../code-text.ts';
import { actionOf, daysIn, lastDay, shortDay } from '../page/figures.ts';
import { openName } from '../page/open.ts';
import { added, groupedText, isZero, negated } from '../shown-value.ts';
import type { Statement } from '../statement/read-statements.ts';
import type { ReportTable } from '../table.ts';
import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import type { Bridge, BridgeLine } from './bridges.ts';
import type { WorkbookOptions } from './cells.ts';
import {
  controlsTitle,
  differenceRemark,
  frontTitle,
  pageFooter,
  periodWords,
  verdictColours,
  verdictText,
} from './cells.ts';
import { bridgeFormula } from './controls-sheet.ts';
import { isHiddenSheet, type WrittenSection } from './detail-sheet.ts';
import { type FigureSheet, figureColumns, figureSheet } from './figure-rows.ts';
import { countFormula, sumFormula } from './formula.ts';
import { writeStatement } from './statement-block.ts';

/** What was found in the period. */
export type Findings = {
  verdicts: readonly WarehouseRow[];
  /** The kinds of open causes of every day up to the end of the period, most serious first. */
  actions: readonly WarehouseRow[];
  /** All that is open at the end of the period, by currency and statement. */
  open: readonly WarehouseRow[];
  /** The control register of the period. */
  register: readonly WarehouseRow[];
  /** The proof of the report: controls, inputs, and the items that are not set up. */
  proof: readonly string[];
  statements: readonly Statement[];
};

/** The content of the front sheet: the findings, the tables with their sheets, and the bridges of the controls. */
type Contents = Findings & {
  tables: readonly ReportTable[];
  written: ReadonlyMap<string, WrittenSection>;
  bridges: readonly Bridge[];
};

/** The verdicts by currency. Where the report has a sheet of verdicts, each number of days is a count over it. */
function verdictBlock(sheet: FigureSheet, { verdicts, written }: Contents, isOneDay: boolean): void {
  sheet.heading(isOneDay ? 'Verdict' : 'Days by verdict');
  const section = written.get('verdicts');
  const groups = groupedBy(verdicts, ({ currency, verdict }) => `${String(currency)}\0${String(verdict)}`);
  for (const [, rows] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first = {}] = rows;
    const [currency, verdict, reason] = [String(first.currency), String(first.verdict), String(first.reason)];
    sheet.figure({
      title: `${currency}: ${verdictText(verdict)}`,
      fill: verdictColours[verdict],
      amount: String(rows.length),
      formula:
        section &&
        countFormula(section, [
          { field: 'currency', is: currency },
          { field: 'verdict', is: verdictText(verdict) },
        ]),
      remark: isOneDay || rows.length === 1 ? reason : `For example: ${reason}`,
    });
  }
  sheet.gap();
}

/** The actions that matter most, with their amount and age. They include causes of earlier days, which no figure of the period has. */
function actionBlock(sheet: FigureSheet, { actions }: Contents): void {
  if (actions.length === 0) return;
  sheet.heading('What to do first');
  for (const [index, row] of actions.entries()) {
    const [causes, age] = [Number(row.cause_count), Number(row.age_days)];
    const { meaning, toDo } = actionOf(row, english());
    sheet.figure({
      title: `${index + 1}. ${toDo}`,
      currency: String(row.currency),
      amount: added(row.debit, negated(String(row.credit))),
      remark: `${isZero(String(row.stake)) ? '' : `${english().say('open-at_stake', { amount: groupedText(String(row.stake), 2) })} `}${meaning} ${causes === 1 ? '1 cause' : `${causes} causes`}, ${age === 1 ? '1 day' : `${age} days`} open, from ${String(row.first_day)}.`,
    });
  }
  sheet.gap();
}

/** All undecided differences of every day up to the end of the period, by currency and statement. */
function openBlock(sheet: FigureSheet, { open }: Contents, day: string): void {
  sheet.heading(english().say('open-title'));
  sheet.text(open.length === 0 ? english().say('open-nothing') : english().say('open-about', { day }), {
    isWrapped: true,
  });
  for (const row of open) {
    const currency = String(row.currency);
    const of = row.statement === null ? '' : `, ${openName(row, english())}`;
    const facts = `${english().say('count-causes', { causes: Number(row.cause_count) })}, ${english().say('findings-oldest', { days: Number(row.oldest_days) })}.`;
    const sides = [
      { title: english().say('open-due'), amount: String(row.debit) },
      { title: english().say('open-held'), amount: negated(String(row.credit)) },
    ].filter(({ amount }) => !isZero(amount) || row.statement === null);
    // the number of causes is that of both directions together
    for (const [at, { title, amount }] of sides.entries())
      sheet.figure({ title: `${currency}${of}: ${title}`, currency, amount, remark: at === 0 ? facts : '' });
  }
  sheet.gap();
}

/** The unexplained differences by currency: over causes, so that one event counts once, with debits and credits separate. */
function unexplainedBlock(sheet: FigureSheet, { verdicts, written }: Contents): void {
  sheet.heading('Unexplained by cause');
  const section = written.get('verdicts');
  const figures = [
    { field: 'unexplained_debit', title: 'debit', remark: 'Due to the company.' },
    { field: 'unexplained_credit', title: 'credit', remark: 'Held by the company without being due to it.' },
    {
      field: 'unexplained_net',
      title: 'net',
      remark: 'Debit less credit. Amounts that cancel out do not reconcile a day.',
    },
  ];
  for (const [currency, rows] of [...groupedBy(verdicts, (row) => String(row.currency))].sort()) {
    for (const { field, title, remark } of figures) {
      sheet.figure({
        title: `${currency}: ${title}`,
        currency,
        amount: added(...rows.map((row) => row[field])),
        formula: section && sumFormula(section, field, [{ field: 'currency', is: currency }]),
        remark,
      });
    }
  }
  sheet.gap();
}

/** The proof: the controls that were made, the inputs with their days, and the items that are not set up. */
function proofBlock(sheet: FigureSheet, { proof }: Contents): void {
  const [controls = '', ...others] = proof;
  sheet.heading('Proof');
  sheet.note('Controls', controls);
  for (const part of others) {
    const at = part.indexOf(': ');
    sheet.note(part.charAt(0).toUpperCase() + part.slice(1, at), part.slice(at + 2));
  }
  sheet.gap();
}

/** The number of changes by currency and kind, each a count over the sheet of changes. */
async function changeBlock(sheet: FigureSheet, { tables, written }: Contents, isOneDay: boolean): Promise<void> {
  const table = tables.find(({ section }) => section.name === 'changes');
  const section = written.get('changes');
  if (table === undefined || section === undefined) return;
  sheet.heading(isOneDay ? 'Changes since the previous day' : 'Changes in this period');
  if (table.count === 0) sheet.text('None.');
  for (const row of await table.summarised(['currency', 'change'], { found: 'count(*)' })) {
    const [currency, change] = [String(row.currency), wordOf('change', String(row.change), english())];
    sheet.figure({
      title: `${currency}: ${change}`,
      amount: String(row.found),
      formula: countFormula(section, [
        { field: 'currency', is: currency },
        { field: 'change', is: change },
      ]),
    });
  }
  sheet.gap();
}

/** The remark on a difference. Where the totals agree, the records of a control may still differ: the register says so. */
function controlRemark(bridge: Bridge, { daysNotZero, amount }: BridgeLine, register: readonly WarehouseRow[]): string {
  const differing = register.filter(
    ({ title, currency, subject, state }) =>
      title === bridge.control &&
      currency === bridge.currency &&
      (subject === '' || subject === bridge.subject) &&
      state === 'out_of_balance',
  );
  const days = new Set(differing.map(({ business_date }) => business_date)).size;
  if (daysNotZero > 0 || days === 0) return differenceRemark(daysNotZero, isZero(amount));
  return `The totals agree; records differ on ${days === 1 ? '1 day' : `${days} days`}: see Unmatched.`;
}

/** The unexplained difference of each control. Returns the row of the heading. */
function controlBlock(sheet: FigureSheet, { bridges, register, written }: Contents): number | undefined {
  const section = written.get('bridges');
  if (section === undefined || bridges.length === 0) return undefined;
  const first = sheet.heading('Unexplained differences by control');
  const listed = bridges.flatMap((bridge) => {
    const residual = bridge.lines.find(({ isResidual }) => isResidual);
    return residual === undefined ? [] : [{ bridge, residual, isInBalance: residual.daysNotZero === 0 }];
  });
  for (const { bridge, residual } of listed.sort((a, b) => Number(a.isInBalance) - Number(b.isInBalance))) {
    sheet.figure({
      title: `${bridge.control}, ${bridge.subject}${bridge.measure === 'amount' ? '' : `, ${bridge.measure}`}`,
      currency: bridge.currency,
      isCount: bridge.measure === 'count',
      amount: residual.amount,
      formula: bridgeFormula(section, bridge, residual),
      remark: controlRemark(bridge, residual, register),
    });
  }
  sheet.gap();
  return first;
}

/** The description of a section, and the place of the rows that are not on its sheet. */
function extent({ section, file, count, written }: WrittenSection): string {
  const omitted = groupedText(String(count - written), 0);
  const rest = ` ${omitted} further rows are in ${file} only; figures based on them have no formula.`;
  return count === written ? section.about : section.about + rest;
}

/** Where the rows are that the control totals add up. */
const rowsOfBridges = ({ section, file }: WrittenSection) =>
  `The rows of each day are on the hidden sheet ${section.title} and in ${file}.`;

/** The sheets with rows, with links. Returns the row of the heading. */
function contentBlock(sheet: FigureSheet, { written }: Contents): number {
  const at = sheet.heading('Contents');
  for (const section of written.values()) {
    if (section.section.name === 'bridges' && section.count > 0)
      sheet.link(controlsTitle, controlsTitle, String(section.count), `${extent(section)} ${rowsOfBridges(section)}`);
    if (!isHiddenSheet(section))
      sheet.link(section.section.title, section.section.title, String(section.count), extent(section));
  }
  const empty = [...written.values()].filter(({ count }) => count === 0);
  const texts = [
    empty.map(({ section }) => section.title).join(', '),
    ...empty.flatMap((table) => emptyText(table, english())),
  ];
  if (empty.length > 0) sheet.note('Without rows, and hidden', texts.join('\n'));
  return at;
}

/** The statements of each currency as of the end of the period. Returns the rows that begin a page: one page for each currency. */
function statementBlock(sheet: FigureSheet, { statements, written }: Contents, { scope }: WorkbookOptions): number[] {
  const composition = written.get('composition');
  const pages: number[] = [];
  for (const [index, statement] of statements.entries()) {
    const first = writeStatement(sheet, statement, composition, scope);
    if (statements[index - 1]?.currency !== statement.currency) pages.push(first);
  }
  if (statements.some(({ name }) => name === 'gateway')) return pages;
  sheet.heading(english().say('statements-title'));
  sheet.text(english().say('statements-missing'), { isWrapped: true });
  sheet.gap();
  return pages;
}

/**
 * Writes the front sheet: the verdicts, the changes, and the statements of each currency. Every figure is a
 * formula over the sheets behind it, so that a reviewer can trace it; its stored result is the database's figure.
 */
export async function writeFront(
  workbook: WorkbookFile,
  title: string,
  contents: Contents,
  options: WorkbookOptions,
): Promise<void> {
  const { scope } = options;
  const writer = await workbook.sheet({
    name: frontTitle,
    columns: figureColumns,
    orientation: 'portrait',
    tabColour: '1D4ED8',
    footer: pageFooter(scope.company),
    order: 0,
  });
  const sheet = figureSheet(writer, workbook.styles, options);
  sheet.heading(`${title}: ${scope.company}`, 16);
  if (options.isTest) sheet.text('Test mode: not real money', { isBold: true, size: 14, colour: 'B45309' });
  sheet.text(periodWords(scope), { colour: '616E7C' });
  sheet.gap();
  const isOneDay = daysIn(scope) === 1;
  openBlock(sheet, contents, shortDay(lastDay(scope), english()));
  actionBlock(sheet, contents);
  verdictBlock(sheet, contents, isOneDay);
  unexplainedBlock(sheet, contents);
  proofBlock(sheet, contents);
  await changeBlock(sheet, contents, isOneDay);
  const pages = statementBlock(sheet, contents, options);
  const first = controlBlock(sheet, contents);
  const after = contentBlock(sheet, contents);
  await writer.end({ links: sheet.links(), pages: pages.length === 0 ? [] : [...pages, first ?? after] });
}
