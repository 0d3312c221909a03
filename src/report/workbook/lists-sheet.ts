import type { Cell } from '../xlsx/sheet.ts';
import type { WorkbookFile } from '../xlsx/workbook-file.ts';
import { quotedSheet } from '../xlsx/xml-text.ts';
import { decisionListName, decisionWords, reasonListName } from './decision-columns.ts';

const name = 'Lists';

/** The choices of the decision columns, on a hidden sheet. */
export async function writeLists(workbook: WorkbookFile, reasons: readonly string[], order: number): Promise<void> {
  const sheet = await workbook.sheet({
    name,
    columns: [{ width: 20 }, { width: 24 }],
    orientation: 'portrait',
    footer: '',
    isHidden: true,
    order,
  });
  const style = workbook.styles.of({});
  const cell = (text: string | undefined): Cell | undefined =>
    text === undefined ? undefined : { kind: 'text', text, style };
  for (let at = 0; at < Math.max(decisionWords.length, reasons.length); at += 1)
    sheet.row(at + 1, [cell(decisionWords[at]), cell(reasons[at])]);
  workbook.name({ name: decisionListName, refersTo: `${quotedSheet(name)}!$A$1:$A$${decisionWords.length}` });
  workbook.name({ name: reasonListName, refersTo: `${quotedSheet(name)}!$B$1:$B$${reasons.length}` });
  await sheet.end();
}
