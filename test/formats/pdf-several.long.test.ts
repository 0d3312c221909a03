import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { bankPdf } from '../given/bank-pdf.ts';
import { type Figures, figuresOf, type Ledger, month } from '../given/bank-pdf-figures.ts';
import type { Layout } from '../given/bank-pdf-layout.ts';
import { layoutOf, layouts } from '../given/bank-pdf-layouts.ts';
import { expectLoaded, linesOf, loadPdf } from '../given/loaded-pdf.ts';
import { givenWarehouse } from '../given/warehouse.ts';

let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
});
afterAll(() => warehouse.close());

const figures = figuresOf(month);

async function refusal(bytes: Buffer, terms: Parameters<typeof loadPdf>[2] = {}) {
  const { outcome, lines } = await loadPdf(warehouse, bytes, terms);
  expect([outcome.status, lines]).toEqual(['refused', []]);
  return { code: outcome.error?.code, message: outcome.error?.message ?? '', remedy: outcome.error?.remedy ?? '' };
}

describe('One document', () => {
  const second: Figures = figuresOf({
    ...month,
    account: '998877665544',
    opening: -7_00,
    entries: month.entries.slice(1),
  });

  test.each(layouts.map((layout) => [layout.name, layout] as const))(
    'has several statements: %s',
    async (_name, layout) => {
      const { outcome, lines, balances } = await loadPdf(warehouse, await bankPdf(layout, [figures, second]));
      expect([outcome.status, outcome.message]).toEqual(['loaded', undefined]);
      expect(lines).toEqual([...linesOf(figures, layout), ...linesOf(second, layout)]);
      expect(balances.map(({ account, closing }) => [account, closing])).toEqual([
        [figures.account, String(figures.closing)],
        [second.account, String(second.closing)],
      ]);
    },
  );

  const november: Ledger = {
    ...month,
    from: '2026-11-01',
    to: '2026-11-30',
    opening: figures.closing,
    entries: [
      { day: '2026-11-03', cents: 8_00, texts: ['FPX PAYMENT'] },
      { day: '2026-11-04', cents: -11_11, texts: ['SERVICE FEE'] },
      { day: '2026-11-27', cents: 2_500_00, texts: ['CHEQUE DEPOSIT'] },
    ],
  };
  const next = figuresOf(november);

  test.each(layouts.map((layout) => [layout.name, layout] as const))(
    'has two months of one account: %s',
    async (_name, layout) => {
      const { outcome, lines, balances } = await loadPdf(warehouse, await bankPdf(layout, [figures, next]));
      expect([outcome.status, outcome.message]).toEqual(['loaded', undefined]);
      expect(lines).toEqual([...linesOf(figures, layout), ...linesOf(next, layout)]);
      expect(balances.map(({ account, opening, closing }) => [account, opening, closing])).toEqual([
        [month.account, String(figures.opening), String(figures.closing)],
        [month.account, String(next.opening), String(next.closing)],
      ]);
    },
  );

  const monthAlterations: readonly [string, (one: Figures) => Figures][] = [
    [
      'an amount',
      (one) => ({ ...one, rows: one.rows.with(1, { ...rowAt(one, 1), cents: rowAt(one, 1).cents - 1_00 }) }),
    ],
    ['the opening balance', (one) => ({ ...one, opening: one.opening + 1_00 })],
    ['the closing balance', (one) => ({ ...one, closing: one.closing + 1_00 })],
  ];
  const rowAt = ({ rows }: Figures, at: number) => {
    const row = rows[at];
    if (row === undefined) throw new Error(`no row ${at}`);
    return row;
  };

  test.each(layouts.map((layout) => [layout.name, layout] as const))(
    'of two months is refused with the place and both figures where a figure is altered: %s',
    async (_name, layout) => {
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
    const { outcome, currencies } = await loadPdf(warehouse, await bankPdf(layout, [figures, second]));
    expect([outcome.status, currencies]).toEqual(['loaded', ['MYR', 'SGD']]);
  });

  test('Two months of one account, one of them printed twice, count each entry once or are refused', async () => {
    const entries = month.entries.map((entry) => ({
      ...entry,
      day: entry.day.replace('-10-31', '-10-30').replace('-10-', '-11-'),
    }));
    const span = { from: '2026-11-01', to: '2026-11-30' };
    const next = figuresOf({ ...month, ...span, opening: figures.closing, entries });
    const loaded: string[] = [];
    for (const layout of layouts) {
      const { outcome, lines } = await loadPdf(warehouse, await bankPdf(layout, [figures, figures, next]));
      const isLoaded = outcome.status === 'loaded';
      expect(lines, layout.name).toEqual(isLoaded ? [...linesOf(figures, layout), ...linesOf(next, layout)] : []);
      if (isLoaded) loaded.push(layout.name);
    }
    // balances printed above or below the table cannot be assigned to a month
    expect(loaded.length).toBeGreaterThanOrEqual(3);
  });

  test.each(layouts.map((layout) => [layout.name, layout] as const))(
    'has a month of 300 lines: %s',
    async (_name, layout) => {
      const entries = Array.from({ length: 300 }, (_, index) => ({
        day: `2026-10-${String(1 + Math.floor(index / 10)).padStart(2, '0')}`,
        cents: (index % 4 === 0 ? -1 : 1) * (1 + ((index * 7919) % 250_000)),
        texts: [`ENTRY ${index}`, ...(index % 5 === 0 ? [`REF ${index * 13}`] : [])],
      }));
      const heavy = figuresOf({ ...month, entries });
      await expectLoaded(warehouse, await bankPdf(layout, heavy), heavy, layout);
    },
  );
});
