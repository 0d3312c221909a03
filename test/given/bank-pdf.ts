import PDFDocument from 'pdfkit';
import { type Figures, sumOf } from './bank-pdf-figures.ts';
import { type Layout, type Line, money, printed, type Role } from './bank-pdf-layout.ts';

/*
 * Bank statements as PDF, in the layouts that docs/decisions/pdf-statements.md describes. The figures of a statement are computed once,
 * may then be altered, and are printed as they are.
 */

const pageBreak = Symbol('page');

/** The lines of the table of a layout, with its breaks. */
function tableLines(layout: Layout, figures: Figures): (Line | typeof pageBreak)[] {
  const { columns, isNewestFirst = false, hasDailyBalances = false, omitsDates = false } = layout;
  const column = (role: Role) => columns.find((one) => one.role === role);
  const balanceRight = column('balance')?.right ?? 0;
  const textLeft = column('text')?.left ?? 0;
  const at = (role: Role, text: string): Line => {
    const found = column(role);
    if (found === undefined) return [];
    return [found.right === undefined ? { left: found.left ?? 0, text } : { right: found.right, text }];
  };
  const marked = ({ label, hasDate }: Layout['opening'], cents: number, day: string): Line => [
    ...(hasDate ? at('date', printed(day, layout.date)) : []),
    { left: textLeft, text: label },
    { right: balanceRight, text: layout.balance(cents) },
  ];
  const opening = marked(layout.opening, figures.opening, figures.from);
  const closing = marked(layout.closing, figures.closing, figures.to);
  const rows = isNewestFirst ? figures.rows.toReversed() : figures.rows;
  const lines: (Line | typeof pageBreak)[] = isNewestFirst ? [] : [opening];
  rows.forEach((row, index) => {
    const previous = rows[index - 1];
    const next = rows[index + 1];
    const isNewPage = index > 0 && index % layout.rowsOfPage === 0;
    if (isNewPage) {
      const first = layout.carriedTotals === 'all' ? 0 : index - layout.rowsOfPage;
      const amounts = rows.slice(first, index).map(({ cents }) => cents);
      const totalOf = (sign: 1 | -1) => money(sumOf(amounts.filter((cents) => cents * sign > 0)));
      if (layout.carried !== undefined && previous !== undefined)
        lines.push([
          { left: textLeft, text: layout.carried },
          ...(layout.carriedTotals === undefined ? [] : [...at('debit', totalOf(-1)), ...at('credit', totalOf(1))]),
          { right: balanceRight, text: layout.balance(previous.balance) },
        ]);
      lines.push(pageBreak);
      if (layout.brought !== undefined && previous !== undefined)
        lines.push([
          { left: textLeft, text: layout.brought },
          { right: balanceRight, text: layout.balance(previous.balance) },
        ]);
    }
    const isSameDay = omitsDates && !isNewPage && previous?.day === row.day;
    const isLastOfDay = next?.day !== row.day;
    const [firstText = '', ...moreTexts] = row.texts;
    const figuresLine: Line = [
      ...(column('amount') === undefined
        ? at(row.cents < 0 ? 'debit' : 'credit', money(row.cents))
        : at('amount', layout.amount?.(row.cents) ?? money(row.cents))),
      ...(hasDailyBalances && !isLastOfDay ? [] : at('balance', layout.balance(row.balance))),
    ];
    const first: Line = [
      ...(isSameDay
        ? []
        : [...at('date', printed(row.day, layout.date)), ...at('value', printed(row.day, layout.date))]),
      { left: textLeft, text: firstText },
    ];
    const isLast = layout.hasFiguresLast === true && moreTexts.length > 0 && !isSameDay;
    lines.push(isLast ? first : [...first, ...figuresLine]);
    moreTexts.forEach((text, position) => {
      const own: Line = [{ left: textLeft, text }];
      lines.push(isLast && position === moreTexts.length - 1 ? [...own, ...figuresLine] : own);
    });
  });
  if (isNewestFirst) lines.push(opening);
  lines.push(closing);
  return lines;
}

/** How a statement is drawn besides its layout. */
export type Drawing = {
  /** Encrypts the document. */
  password?: string;
  /** Draws every text twice, as some programs make letters bold. */
  isBold?: boolean;
  /** Draws on each page, after its text. */
  over?: (document: PDFKit.PDFDocument) => void;
};

/** Writes a document with one statement, or with several one after the other. */
export async function bankPdf(
  layout: Layout,
  figures: Figures | readonly Figures[],
  { password, isBold = false, over = () => {} }: Drawing = {},
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password, ownerPassword: `${password}-owner` }),
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  for (const one of [figures].flat()) writeStatement(document, layout, one, { isBold, over });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function writeStatement(
  document: PDFKit.PDFDocument,
  layout: Layout,
  figures: Figures,
  { isBold, over }: Required<Pick<Drawing, 'isBold' | 'over'>>,
): void {
  const pitch = layout.size * 1.45;
  let top = 0;
  const write = (cells: Line) => {
    for (const { left, right, text } of cells) {
      const from = left ?? (right ?? 0) - document.widthOfString(text);
      document.text(text, from, top, { lineBreak: false });
      if (isBold) document.text(text, from + 0.3, top, { lineBreak: false });
    }
    top += pitch;
  };
  const lines = tableLines(layout, figures);
  const pages = lines.filter((one) => one === pageBreak).length + 1;
  const begin = (page: number) => {
    document.addPage();
    document.font(layout.font).fontSize(layout.size);
    top = 40;
    for (const cells of layout.facts(figures, page, pages)) write(cells);
    top += pitch;
    const height = Math.max(...layout.columns.map(({ head }) => head.length));
    for (let row = 0; row < height; row += 1) {
      write(
        layout.columns.flatMap(({ head, left, right, headAt }): Line => {
          const text = head[row];
          if (text === undefined) return [];
          return headAt === undefined && right !== undefined
            ? [{ right, text }]
            : [{ left: headAt ?? left ?? 0, text }];
        }),
      );
    }
    top += 4;
  };
  const end = () => {
    if (layout.footer !== undefined) {
      top = 800;
      write([{ left: 40, text: layout.footer }]);
    }
    over(document);
  };
  let page = 1;
  begin(page);
  for (const one of lines) {
    // a description may be longer than the page has room for
    if (one === pageBreak || top > 770) {
      end();
      page += 1;
      begin(page);
    }
    if (one !== pageBreak) write(one);
  }
  for (const cells of layout.totals(figures)) write(cells);
  end();
}
