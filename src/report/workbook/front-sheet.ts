import type { ReportTable } from '../table.ts';
import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import { isZero } from './amounts.ts';
import { writeStatement } from './books-statement.ts';
import type { Bridge } from './bridges.ts';
import { verdictColours } from './cells.ts';
import { bridgeFormula } from './controls-sheet.ts';
import type { WrittenSection } from './detail-sheet.ts';
import { type FigureSheet, figureColumns, figureSheet } from './figure-rows.ts';
import { countFormula } from './formula.ts';
import type { WorkbookOptions } from './options.ts';
import { readStatements } from './statement.ts';
import { controlsTitle, frontTitle, pageFooter, periodWords, remainderRemark } from './words.ts';

type Behind = {
  tables: readonly ReportTable[];
  written: ReadonlyMap<string, WrittenSection>;
  bridges: readonly Bridge[];
};

/** How many rows of a section are there by currency and one of its words, each as a count over its sheet. */
async function countBlock(
  sheet: FigureSheet,
  name: string,
  field: string,
  { tables, written }: Behind,
  remark: (row: { reasons: string; count: number }) => string,
  reason: string,
): Promise<void> {
  const table = tables.find(({ section }) => section.name === name);
  const section = written.get(name);
  if (table === undefined || section === undefined) return;
  if (table.count === 0) sheet.text('Nothing.');
  for (const row of await table.summarised(['currency', field], { reasons: `min(${reason})`, found: 'count(*)' })) {
    const word = String(row[field]).replaceAll('_', ' ');
    sheet.figure({
      title: `${String(row.currency)}: ${word}`,
      fill: verdictColours[String(row[field])],
      amount: String(row.found),
      formula: countFormula(section, [
        { field: 'currency', is: String(row.currency) },
        { field, is: word },
      ]),
      remark: remark({ reasons: String(row.reasons ?? ''), count: Number(row.found) }),
    });
  }
}

function controlBlock(sheet: FigureSheet, bridges: readonly Bridge[], written: WrittenSection | undefined): void {
  if (written === undefined || bridges.length === 0) return;
  sheet.heading('What the controls leave unexplained');
  const listed = bridges.flatMap((bridge) => {
    const residual = bridge.lines.find(({ isResidual }) => isResidual);
    return residual === undefined ? [] : [{ bridge, residual, leaves: residual.daysNotZero > 0 }];
  });
  // what leaves something comes first: on a good day nothing does
  for (const { bridge, residual } of [
    ...listed.filter(({ leaves }) => leaves),
    ...listed.filter(({ leaves }) => !leaves),
  ]) {
    sheet.figure({
      title: `${bridge.control}, ${bridge.subject}${bridge.measure === 'amount' ? '' : `, ${bridge.measure}`}`,
      currency: bridge.currency,
      isCount: bridge.measure === 'count',
      amount: residual.amount,
      formula: bridgeFormula(written, bridge, residual),
      remark: remainderRemark(residual.daysNotZero, isZero(residual.amount)),
    });
  }
  sheet.gap();
}

/** What a section's sheets do not hold of it, said where a reader looks first. */
function extent({ section, parts, count, written }: WrittenSection): string {
  const further = parts.slice(1).map((part) => part.sheet);
  const goesOn = further.length === 0 ? '' : ` It goes on on ${further.join(', ')}.`;
  const cut = (count - written).toLocaleString('en');
  return `${section.about}${goesOn}${count === written ? '' : ` ${cut} further rows are in ${section.name}.csv alone, and so figures above that rest on them are no formulas.`}`;
}

function contentBlock(sheet: FigureSheet, written: ReadonlyMap<string, WrittenSection>): void {
  sheet.heading('What is in this workbook');
  for (const section of written.values()) {
    const [first] = section.parts;
    if (section.section.name === 'bridges')
      sheet.link(
        controlsTitle,
        controlsTitle,
        '',
        'Each control as the bridge that it is, with formulas over the rows.',
      );
    if (first !== undefined) sheet.link(section.section.title, first.sheet, String(section.count), extent(section));
  }
}

/**
 * The front sheet: the verdicts, what changed, then the reconciliation statement of each currency. Every figure is a
 * formula over the sheets behind it, so that a reviewer can follow it; the result beside it is what the database says.
 */
export async function writeFront(
  workbook: WorkbookFile,
  title: string,
  behind: Behind,
  options: WorkbookOptions,
): Promise<void> {
  const { scope } = options;
  const writer = await workbook.sheet({
    name: frontTitle,
    columns: figureColumns,
    orientation: 'landscape',
    tabColour: '1D4ED8',
    footer: pageFooter(scope.company),
    order: 0,
  });
  const sheet = figureSheet(writer, workbook.styles, options);
  sheet.heading(`${title}: ${scope.company}`, 16);
  sheet.text(periodWords(scope), { colour: '616E7C' });
  sheet.gap();
  const isOneDay = Date.parse(scope.to) - Date.parse(scope.from) === 86_400_000;
  sheet.heading('Verdict');
  await countBlock(
    sheet,
    'verdicts',
    'verdict',
    behind,
    ({ reasons, count }) => (isOneDay ? reasons : `${count} ${count === 1 ? 'day' : 'days'}, for example: ${reasons}`),
    'reason',
  );
  sheet.gap();
  if (behind.written.has('changes')) {
    sheet.heading(isOneDay ? 'What changed since the day before' : 'What changed on these days');
    await countBlock(sheet, 'changes', 'change', behind, () => '', 'change');
    sheet.gap();
  }
  const bridges = behind.written.get('bridges');
  const items = behind.tables.filter(({ section }) =>
    section.columns.some(({ field }) => field === 'right_minus_left'),
  );
  const statements = bridges === undefined ? [] : await readStatements(behind.bridges, items);
  for (const statement of statements)
    if (bridges !== undefined) writeStatement(sheet, scope.company, statement, bridges, behind.written);
  if (statements.length === 0) {
    sheet.heading(`Reconciliation statement: ${scope.company}`);
    sheet.text(
      'The balance per gateway at both ends of these days is not known: there is no statement to make. The controls below hold their totals.',
      { isWrapped: true },
    );
    sheet.gap();
  }
  controlBlock(sheet, behind.bridges, bridges);
  contentBlock(sheet, behind.written);
  await writer.end({ links: sheet.links() });
}
