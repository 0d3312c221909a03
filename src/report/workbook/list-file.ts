import { chmod } from 'node:fs/promises';
import { cleanText, neutralised } from '../shown-value.ts';
import type { Cell } from '../xlsx/sheet.ts';
import { createWorkbook } from '../xlsx/workbook-file.ts';
import { heightOf, linesOf, pageFooter } from './cells.ts';

/** A list on one sheet: its title, sentences about it, and rows of texts below a heading row. */
export type ListSheet = {
  name: string;
  title: string;
  about: readonly string[];
  columns: readonly { title: string; width: number; isRight?: boolean }[];
  rows: readonly (readonly string[])[];
};

/** Writes a workbook with one list for people to read and print. */
export async function writeListFile(path: string, company: string, list: ListSheet): Promise<void> {
  const { name, title, about, columns, rows } = list;
  const workbook = await createWorkbook(path);
  const headerRow = about.length + 2;
  const sheet = await workbook.sheet({
    name,
    columns: columns.map(({ width }) => ({ width })),
    orientation: 'landscape',
    headerRow,
    footer: pageFooter(company),
  });
  const style = (of: Parameters<typeof workbook.styles.of>[0]) => workbook.styles.of(of);
  const text = (of: string, number: number): Cell => ({
    kind: 'text',
    text: neutralised(cleanText(of)),
    style: number,
  });
  let at = 1;
  sheet.row(at, [text(title, style({ isBold: true, size: 14 }))]);
  for (const sentence of about) {
    at += 1;
    sheet.row(at, [text(sentence, style({}))]);
  }
  at = headerRow;
  const headings = columns.map(
    ({ title: heading, isRight = false }): Cell => ({
      ...text(
        heading,
        style({ isBold: true, fill: 'E4E7EB', bottomLine: 'thin', horizontal: isRight ? 'right' : 'left' }),
      ),
    }),
  );
  sheet.row(at, headings);
  for (const row of rows) {
    at += 1;
    const cells = columns.map(({ isRight = false }, index) =>
      text(row[index] ?? '', style({ isWrapped: !isRight, horizontal: isRight ? 'right' : 'left' })),
    );
    const lines = columns.map(({ width }, index) => linesOf(row[index] ?? '', width));
    sheet.row(at, cells, heightOf(Math.max(1, ...lines)));
  }
  await sheet.end();
  await workbook.close(title);
  await chmod(path, 0o600);
}
