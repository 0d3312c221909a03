import { describe, expect, test } from 'vitest';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { bankPdf, type Drawing } from '../given/bank-pdf.ts';
import { figuresOf, month } from '../given/bank-pdf-figures.ts';
import { type Layout, money } from '../given/bank-pdf-layout.ts';
import { layoutOf, layouts } from '../given/bank-pdf-layouts.ts';
import { givenPdfs, linesOf } from '../given/loaded-pdf.ts';

const { load, expectRead, refusal } = givenPdfs();

const figures = figuresOf(month);
const oneLine = { lineBreak: false };

const signed = layoutOf('sign behind');
const summarised = layoutOf('a summary');
const twoLanguages = layoutOf('deposits before');

type Dictionary = { data: Record<string, unknown> };

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && 'data' in value && typeof value.data === 'object';

/** A dictionary of the writer that its types do not have. */
function privateParts(of: object, name: string): Dictionary {
  const found: unknown = Reflect.get(of, name);
  if (!isDictionary(found)) throw new Error(`the writer has no ${name}`);
  return found;
}

describe('A PDF with a password', () => {
  const place = { env: 'BANK_PDF_PASSWORD' };
  const encrypted = () => bankPdf(signed, figures, { password: 'one-for-you' });

  test('is read with the configured one', async () => {
    const keys: string[] = [];
    const secretOf = (_place: unknown, key: string) => {
      keys.push(key);
      return 'one-for-you';
    };
    await expectRead(signed, figures, { password: 'one-for-you', terms: { bank: { pdf_password: place }, secretOf } });
    expect(keys).toEqual(['books.bank.pdf_password']);
  });

  test('is refused without one, and says what to set', async () => {
    const { code, remedy } = await refusal(await encrypted());
    expect([code, remedy]).toEqual(['FILE_ENCRYPTED', expect.stringContaining('books.bank.pdf_password: { env:')]);
  });

  test('is refused with a wrong one, which no message repeats', async () => {
    const terms = { bank: { pdf_password: place }, secretOf: () => 'a-wrong-one' };
    const { code, message, remedy } = await refusal(await encrypted(), terms);
    expect([code, remedy]).toEqual(['FILE_ENCRYPTED', expect.stringContaining('books.bank.pdf_password')]);
    expect(message + remedy).not.toContain('a-wrong-one');
  });

  test('is refused where the variable is not set, and says which', async () => {
    const secretOf = () => {
      throw new TieoutError({ code: 'SECRET_MISSING', message: 'BANK_PDF_PASSWORD is not set.', remedy: 'Set it.' });
    };
    const { code, message } = await refusal(await encrypted(), { bank: { pdf_password: place }, secretOf });
    expect([code, message]).toEqual(['FILE_ENCRYPTED', expect.stringContaining('BANK_PDF_PASSWORD is not set')]);
  });

  test('that is not needed is not asked for', async () => {
    const secretOf = () => {
      throw new Error('asked');
    };
    await expectRead(signed, figures, { terms: { bank: { pdf_password: place }, secretOf } });
  });
});

describe('Text that is not read', () => {
  test.each(layouts)('letters drawn twice: $name', async (layout) => {
    await expectRead(layout, figures, { isBold: true });
  });

  const overs: readonly [string, NonNullable<Drawing['over']>][] = [
    [
      'a watermark across the page',
      (document) =>
        document
          .save()
          .rotate(40, { origin: [100, 200] })
          .fontSize(30)
          .text('COPY 9,999.99', 100, 200, oneLine)
          .restore(),
    ],
    ['text beside the page', (document) => document.text('02/10/26  9,999.99+  1.00', 620, 200, oneLine)],
  ];
  test.each(overs)('%s', async (_title, over) => {
    await expectRead(signed, figures, { over });
  });

  test('a layer that is not shown', async () => {
    const over = (document: PDFKit.PDFDocument) => {
      const layer = document.ref({ Type: 'OCG', Name: Object('hidden') });
      layer.end('');
      privateParts(document.page, 'resources').data.Properties = { Hidden: layer };
      privateParts(document, '_root').data.OCProperties = { OCGs: [layer], D: { OFF: [layer], Order: [] } };
      document.addContent('/OC /Hidden BDC');
      document.fontSize(8).text('16/10/26', 40, 300, oneLine).text('9,999.99+', 420, 300, oneLine);
      document.addContent('EMC');
    };
    await expectRead(signed, figures, { over });
  });
});

describe('Chinese text', () => {
  /** Draws text in a font that the document does not contain, with a code table or with a table of its letters. */
  const chinese =
    (encoding: string): NonNullable<Drawing['over']> =>
    (document) => {
      const isOwn = encoding === 'Identity-H';
      const descriptor = document.ref({ Type: 'FontDescriptor', FontName: 'MSung-Light', Flags: 6, StemV: 93 });
      descriptor.end('');
      const ordering = Object(isOwn ? 'Identity' : 'CNS1');
      const letters = document.ref({
        Type: 'Font',
        Subtype: 'CIDFontType0',
        BaseFont: 'MSung-Light',
        CIDSystemInfo: { Registry: Object('Adobe'), Ordering: ordering, Supplement: 0 },
        DW: 1000,
        FontDescriptor: descriptor,
      });
      letters.end('');
      const names = document.ref({});
      names.end(
        '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000><FFFF> endcodespacerange 1 beginbfrange <0000><FFFF><0000> endbfrange endcmap end end',
      );
      const font = document.ref({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: 'MSung-Light',
        Encoding: encoding,
        DescendantFonts: [letters],
        ...(isOwn ? { ToUnicode: names } : {}),
      });
      font.end('');
      Reflect.set(Object(Reflect.get(document.page, 'fonts')), 'FC', font);
      // behind the description of the first entry of the layout; the writer has turned the page upside down
      document.addContent('q BT /FC 8 Tf 1 0 0 -1 180 131 Tm <8F499CEC98069805> Tj ET Q');
    };

  test.each(['UniCNS-UCS2-H', 'Identity-H'])('is read: %s', async (encoding) => {
    const bytes = await bankPdf(summarised, figures, { over: chinese(encoding) });
    const { outcome, lines } = await load(bytes);
    expect([outcome.status, outcome.message]).toEqual(['loaded', undefined]);
    expect(lines.map(({ description }) => String(description)).join(' ')).toContain('\u8F49\u9CEC\u9806\u9805');
  });
});

describe('A PDF that is refused', () => {
  test('a scan', async () => {
    const nothing = { ...signed, columns: [], facts: () => [], totals: () => [], footer: '' };
    const over: Drawing['over'] = (document) => document.rect(50, 50, 300, 300).fill('grey');
    const empty = { opening: { label: '' }, closing: { label: '' }, balance: () => '' };
    const { code, message } = await refusal(
      await bankPdf({ ...nothing, ...empty }, { ...figures, rows: [] }, { over }),
    );
    expect([code, message]).toEqual(['FILE_NOT_A_TABLE', expect.stringContaining('without text')]);
  });

  test('bytes that are no PDF behind its signature', async () => {
    const bytes = Buffer.from(`%PDF-1.7\n${'nothing of the kind\n'.repeat(50)}`);
    expect((await refusal(bytes)).code).toBe('FILE_DAMAGED');
  });

  test('cut off anywhere, unless everything is there', async () => {
    const bytes = await bankPdf(summarised, figures);
    for (let part = 1; part < 20; part += 1) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 20));
      const { outcome, lines } = await load(cut);
      if (outcome.status === 'loaded') expect(lines).toEqual(linesOf(figures, summarised));
      else expect(outcome.error?.code).toMatch(/^FILE_/);
      expect(outcome.error?.code).not.toBe('FILE_NOT_LOADED');
    }
  });

  test('without an opening or a closing balance', async () => {
    for (const side of ['opening', 'closing']) {
      const layout = { ...twoLanguages, [side]: { label: 'SOMETHING ELSE' } };
      const { code, message } = await refusal(await bankPdf(layout, figures));
      expect(code).toMatch(/FILE_(BALANCE_MISSING|ROW_UNREADABLE)/);
      expect(message).toMatch(/page 1, line \d+/);
    }
  });

  test('with an amount that cannot be read', async () => {
    const layout: Layout = {
      ...signed,
      amount: (cents) => `${money(cents).replace('5', 'S')}${cents < 0 ? '-' : '+'}`,
    };
    const { code, message } = await refusal(await bankPdf(layout, figures));
    expect([code, message]).toEqual(['FILE_ROW_UNREADABLE', expect.stringMatching(/page 1, line \d+/)]);
  });

  test('without the head of a table', async () => {
    const layout = { ...signed, columns: signed.columns.map((column) => ({ ...column, head: ['XX'] })) };
    expect((await refusal(await bankPdf(layout, figures))).code).toBe('FILE_HEADER_NOT_FOUND');
  });

  test('with an unknown name of a column, which is then configured', async () => {
    const layout = {
      ...signed,
      columns: signed.columns.map((column) => (column.role === 'amount' ? { ...column, head: ['NILAI'] } : column)),
    };
    const { code, message } = await refusal(await bankPdf(layout, figures));
    expect([code, message]).toEqual(['FILE_COLUMN_MISSING', expect.stringContaining('"NILAI"')]);
    await expectRead(layout, figures, { terms: { bank: { aliases: { amount: ['Nilai'] } } } });
  });
});

describe('An amount without a sign', () => {
  const unsigned: Layout = { ...signed, amount: money };

  test('has the sign that the balances beside the lines prove', async () => {
    await expectRead(unsigned, figures);
  });

  test('is refused where no balance is beside the lines', async () => {
    const layout: Layout = { ...unsigned, columns: unsigned.columns, hasDailyBalances: true };
    const sameDay = figuresOf({ ...month, entries: month.entries.map((entry) => ({ ...entry, day: '2026-10-31' })) });
    const { code, message } = await refusal(await bankPdf(layout, sameDay));
    expect([code, message]).toEqual(['FILE_ROW_UNREADABLE', expect.stringContaining('has no sign')]);
  });

  test('is refused where one balance is altered', async () => {
    const rows = figures.rows.map((row, index) => (index === 1 ? { ...row, balance: row.balance + 1 } : row));
    expect((await refusal(await bankPdf(unsigned, { ...figures, rows }))).code).toMatch(/^FILE_/);
  });
});

describe('Dates', () => {
  const early = figuresOf({
    ...month,
    entries: month.entries.map((entry, index) => ({ ...entry, day: `2026-10-0${index + 2}` })),
  });
  const american: Layout = {
    ...summarised,
    date: 'MM/DD',
    facts: ({ account }) => [
      [{ left: 40, text: `Account Number: ${account}` }],
      [{ left: 40, text: 'October 01, 2026 through October 31, 2026' }],
      [{ left: 40, text: 'Statement period' }],
    ],
  };

  test('with the month first are proven by a number above 12', async () => {
    await expectRead(american, figures);
  });

  test('are proven by the period in words', async () => {
    await expectRead(american, early);
  });

  test('are refused where nothing proves their order, and read as configured', async () => {
    const layout: Layout = {
      ...twoLanguages,
      date: 'DD/MM/YYYY',
      facts: ({ account }) => [[{ left: 40, text: `Account No: ${account}` }]],
    };
    expect((await refusal(await bankPdf(layout, early))).code).toBe('FILE_DATE_ORDER_UNPROVEN');
    await expectRead(layout, early, { terms: { bank: { date_order: 'day_first' } } });
  });

  test('without a year are refused where the statement prints none', async () => {
    const layout: Layout = {
      ...layoutOf('dates without'),
      facts: ({ account }) => [[{ left: 40, text: `Account Number ${account}` }]],
    };
    expect((await refusal(await bankPdf(layout, figures))).code).toBe('FILE_ROW_UNREADABLE');
  });
});

describe('Totals by page', () => {
  const entries = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-10-${String(1 + index).padStart(2, '0')}`,
    cents: (index % 3 === 0 ? -1 : 1) * (1_00 + index),
    texts: [`ENTRY ${index}`],
  }));
  const long = figuresOf({ ...month, entries });

  test.each(['page', 'all'] as const)('beside the balance carried forward are read: %s', async (carriedTotals) => {
    const layout: Layout = { ...layoutOf('signs in the heads'), carriedTotals };
    await expectRead(layout, long);
  });

  test('that are wrong refuse the file', async () => {
    const layout: Layout = { ...layoutOf('signs in the heads'), carriedTotals: 'all' };
    const rows = long.rows.map((row, index) => (index === 1 ? { ...row, cents: row.cents + 1 } : row));
    expect((await refusal(await bankPdf(layout, { ...long, rows }))).code).toMatch(
      /^FILE_(TOTALS_CONTRADICT|BALANCE_CONTRADICTS)$/,
    );
  });
});

test('A balance beside an entry that cannot be read refuses the file', async () => {
  const layout: Layout = { ...twoLanguages, balance: (cents) => money(cents).replace('118.28', '1I8.28') };
  const { code, message } = await refusal(await bankPdf(layout, figures));
  expect([code, message]).toEqual(['FILE_ROW_UNREADABLE', expect.stringContaining('1I8.28')]);
});
