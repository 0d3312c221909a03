import { describe, expect, test } from 'vitest';
import { bankPdf } from '../given/bank-pdf.ts';
import { type Figures, figuresOf, month } from '../given/bank-pdf-figures.ts';
import type { Layout } from '../given/bank-pdf-layout.ts';
import { layoutOf, layouts } from '../given/bank-pdf-layouts.ts';
import { givenPdfs, linesOf } from '../given/loaded-pdf.ts';

const { load, expectRead, refusal } = givenPdfs();

const figures = figuresOf(month);

describe('One document', () => {
  const second = figuresOf({ ...month, account: '998877665544', opening: -7_00, entries: month.entries.slice(1) });
  const next = figuresOf({
    ...month,
    from: '2026-11-01',
    to: '2026-11-30',
    opening: figures.closing,
    entries: [
      { day: '2026-11-03', cents: 8_00, texts: ['FPX PAYMENT'] },
      { day: '2026-11-04', cents: -11_11, texts: ['SERVICE FEE'] },
      { day: '2026-11-27', cents: 2_500_00, texts: ['CHEQUE DEPOSIT'] },
    ],
  });

  test.each(layouts)('has the statements of two accounts: $name', async (layout) => {
    await expectRead(layout, [figures, second]);
  });

  test.each(layouts)('has two months of one account: $name', async (layout) => {
    await expectRead(layout, [figures, next]);
  });

  const rowChanged = (one: Figures) => {
    const rows = one.rows.map((row, at) => (at === 1 ? { ...row, cents: row.cents - 1_00 } : row));
    return { ...one, rows };
  };
  const monthAlterations: readonly [string, (one: Figures) => Figures][] = [
    ['an amount', rowChanged],
    ['the opening balance', (one) => ({ ...one, opening: one.opening + 1_00 })],
    ['the closing balance', (one) => ({ ...one, closing: one.closing + 1_00 })],
  ];

  test.each(layouts)(
    'of two months is refused with the place and both figures where a figure is altered: $name',
    async (layout) => {
      for (const [title, alter] of monthAlterations)
        for (const [at, statements] of [
          [alter(figures), next],
          [figures, alter(next)],
        ].entries()) {
          const { code, message } = await refusal(await bankPdf(layout, statements));
          expect(code, `${title} of statement ${at + 1}`).toMatch(/^FILE_(BALANCE|TOTALS)_CONTRADICTS?$/);
          expect(message).toMatch(new RegExp(`page ${at + 1}, line \\d+`));
          expect(message.match(/\d\.\d\d\b/g)?.length).toBeGreaterThanOrEqual(2);
        }
    },
  );

  test('has accounts in two currencies, each named above its account', async () => {
    const layout: Layout = {
      ...layoutOf('signs in the heads'),
      facts: (one) => [
        [{ left: 45, text: `Details as at ${one.to.slice(8)}/10/2026` }],
        [{ left: 45, text: `Currency: ${one.account === second.account ? 'SGD' : 'MYR'}` }],
        [{ left: 45, text: `Account No. ${one.account}` }],
      ],
    };
    const { outcome, currencies } = await load(await bankPdf(layout, [figures, second]));
    expect([outcome.status, currencies]).toEqual(['loaded', ['MYR', 'SGD']]);
  });

  test('Two months of one account, one of them printed twice, count each entry once or are refused', async () => {
    const loaded: string[] = [];
    for (const layout of layouts) {
      const { outcome, lines } = await load(await bankPdf(layout, [figures, figures, next]));
      const isLoaded = outcome.status === 'loaded';
      expect(lines, layout.name).toEqual(isLoaded ? [...linesOf(figures, layout), ...linesOf(next, layout)] : []);
      if (isLoaded) loaded.push(layout.name);
    }
    // balances printed above or below the table cannot be assigned to a month
    expect(loaded.length).toBeGreaterThanOrEqual(3);
  });

  test.each(layouts)('has a month of 300 lines: $name', async (layout) => {
    const entries = Array.from({ length: 300 }, (_, index) => ({
      day: `2026-10-${String(1 + Math.floor(index / 10)).padStart(2, '0')}`,
      cents: (index % 4 === 0 ? -1 : 1) * (1 + ((index * 7919) % 250_000)),
      texts: [`ENTRY ${index}`, ...(index % 5 === 0 ? [`REF ${index * 13}`] : [])],
    }));
    await expectRead(layout, figuresOf({ ...month, entries }));
  });
});
