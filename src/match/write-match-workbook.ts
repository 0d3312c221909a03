import type { ReportTable } from '../report/table.ts';
import { frontTitle, pageFooter, verdictColours, verdictText, type WorkbookOptions } from '../report/workbook/cells.ts';
import { isHiddenSheet, type WrittenSection, writeDetails } from '../report/workbook/detail-sheet.ts';
import { figureColumns, figureSheet } from '../report/workbook/figure-rows.ts';
import { createWorkbook, type WorkbookFile } from '../report/xlsx/workbook-file.ts';
import { fileParts, outcomeSentence } from './outcome-sentence.ts';
import type { MatchResult } from './result.ts';
import { statementLines } from './statement-lines.ts';

async function writeFront(
  workbook: WorkbookFile,
  result: MatchResult,
  written: readonly WrittenSection[],
  options: WorkbookOptions,
): Promise<void> {
  const writer = await workbook.sheet({
    name: frontTitle,
    columns: figureColumns,
    orientation: 'portrait',
    tabColour: '1D4ED8',
    footer: pageFooter(result.title),
    order: 0,
  });
  const sheet = figureSheet(writer, workbook.styles, options);
  sheet.heading(result.title, 16);
  sheet.text(`${verdictText(result.outcome)}: ${outcomeSentence(result)}`, {
    isWrapped: true,
    fill: verdictColours[result.outcome] ?? 'FFFFFF',
  });
  sheet.gap();
  for (const total of result.totals) {
    sheet.heading(`Statement in ${total.currency}`);
    for (const { title, amount, remark, kind } of statementLines(result, total))
      sheet.figure({ title, currency: total.currency, amount, remark, kind });
    sheet.gap();
  }
  sheet.heading('Files');
  for (const file of result.files) sheet.note(...fileParts(file));
  for (const note of result.notes) sheet.text(note, { isWrapped: true, colour: '616E7C' });
  sheet.gap();
  sheet.heading('Matches by pass');
  for (const { passNo, pass, sure, suggested } of result.passes)
    if (sure + suggested > 0)
      sheet.figure({
        title: `${passNo}. ${pass}`,
        amount: String(sure),
        remark: suggested > 0 ? `${suggested} suggested` : '',
      });
  sheet.gap();
  sheet.heading('Contents');
  for (const section of written) {
    if (!isHiddenSheet(section))
      sheet.link(section.section.title, section.section.title, String(section.count), section.section.about);
  }
  await writer.end({ links: sheet.links() });
}

/** Writes the workbook: the statement of each currency, and a sheet for each section that has rows. The same content gives the same bytes. */
export async function writeMatchWorkbook(
  result: MatchResult,
  tables: readonly ReportTable[],
  path: string,
  options: WorkbookOptions,
): Promise<void> {
  const workbook = await createWorkbook(path);
  try {
    const written: WrittenSection[] = [];
    for (const [index, table] of tables.entries())
      written.push(await writeDetails(workbook, table, options, index + 1));
    await writeFront(workbook, result, written, options);
  } catch (error) {
    await workbook.discard();
    throw error;
  }
  await workbook.close(result.title);
}
