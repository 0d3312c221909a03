import { expect, test } from 'vitest';
import { bankPdf } from '../given/bank-pdf.ts';
import { type Figures, figuresOf, type Ledger, month as monthOfFour } from '../given/bank-pdf-figures.ts';
import { money } from '../given/bank-pdf-layout.ts';
import { layouts } from '../given/bank-pdf-layouts.ts';
import { givenPdfs } from '../given/loaded-pdf.ts';
import { shareOf } from '../given/share.ts';

const { load, expectRead } = givenPdfs();

const month: Ledger = {
  ...monthOfFour,
  entries: [
    { day: '2026-10-02', cents: 123_45, texts: ['FPX PAYMENT'] },
    { day: '2026-10-02', cents: -5_00, texts: ['SERVICE FEE'] },
    { day: '2026-10-02', cents: 1_000_00, texts: ['CHEQUE DEPOSIT'] },
    { day: '2026-10-15', cents: -12_345_67, texts: ['TRANSFER TO SUPPLIER'] },
    { day: '2026-10-31', cents: 99, texts: ['INTEREST'] },
  ],
};

const yearTurn: Ledger = {
  ...month,
  from: '2026-12-16',
  to: '2027-01-15',
  entries: [
    { day: '2026-12-16', cents: 50_00, texts: ['BEFORE THE TURN'] },
    { day: '2026-12-31', cents: -20_00, texts: ['LAST DAY'] },
    { day: '2027-01-02', cents: 70_10, texts: ['FIRST DAY'] },
    { day: '2027-01-15', cents: -1_00, texts: ['AFTER THE TURN'] },
  ],
};

const described: Ledger = {
  ...month,
  entries: month.entries.map((entry, index) => ({
    ...entry,
    texts: [...entry.texts, `REF NO 2026-${index}`, ...(index % 2 === 0 ? ['AHMAD BIN ALI ENTERPRISE'] : [])],
  })),
};

// months of several pages are in pdf-several.long.test.ts
const variations: readonly [string, Ledger][] = [
  ['one page', month],
  ['a year turn', yearTurn],
  ['continued descriptions', described],
  ['overdrawn', { ...month, opening: -500_00 }],
  ['a month without entries', { ...month, entries: [] }],
];

/** Every layout with every case, or a share of them. */
const pairs = <T>(cases: readonly (readonly [string, T])[], count: number) =>
  shareOf(
    layouts.flatMap((layout) => cases.map(([title, given]) => [layout.name, title, layout, given] as const)),
    count,
  );

test.each(pairs(variations, 20))('The layout "%s" is read: %s', async (_name, _title, layout, ledger) => {
  const figures = figuresOf(ledger);
  await expectRead(layout, figures);
});

/** Alters the figures of a statement that has at least five entries on several days. */
type Alteration = (figures: Figures) => Figures;

const rowChanged =
  (at: number, change: (row: Figures['rows'][number]) => Partial<Figures['rows'][number]>): Alteration =>
  (figures) => ({
    ...figures,
    rows: figures.rows.map((row, index) => (index === at ? { ...row, ...change(row) } : row)),
  });

const alterations: readonly [string, Alteration][] = [
  ['an amount by one cent', rowChanged(3, ({ cents }) => ({ cents: cents + 1 }))],
  ['an amount by a digit', rowChanged(2, ({ cents }) => ({ cents: cents + 90_00 }))],
  ['the sign of an amount', rowChanged(0, ({ cents }) => ({ cents: -cents }))],
  ['a balance beside an entry', rowChanged(3, ({ balance }) => ({ balance: balance + 10_00 }))],
  ['an entry removed', (figures) => ({ ...figures, rows: figures.rows.toSpliced(1, 1) })],
  ['the last entry removed', (figures) => ({ ...figures, rows: figures.rows.slice(0, -1) })],
  [
    'an entry doubled',
    (figures) => ({ ...figures, rows: figures.rows.flatMap((row, index) => (index === 2 ? [row, row] : [row])) }),
  ],
  ['the opening balance', (figures) => ({ ...figures, opening: figures.opening + 1 })],
  ['the closing balance', (figures) => ({ ...figures, closing: figures.closing - 1_00 })],
  [
    'the amounts of two entries exchanged',
    (figures) => {
      const [second, fourth] = [figures.rows[1]?.cents ?? 0, figures.rows[3]?.cents ?? 0];
      return rowChanged(3, () => ({ cents: second }))(rowChanged(1, () => ({ cents: fourth }))(figures));
    },
  ],
  ['a day that does not exist', rowChanged(3, () => ({ day: '2026-10-32' }))],
  ['a letter in a date', rowChanged(3, () => ({ day: '2026-1O-15' }))],
  ['a day outside the statement', rowChanged(4, () => ({ day: '2026-11-02' }))],
];

const refusals = [
  ...['FILE_BALANCE_CONTRADICTS', 'FILE_TOTALS_CONTRADICT', 'FILE_ROW_UNREADABLE', 'FILE_BALANCE_MISSING'],
  'FILE_DATE_ORDER_CONTRADICTS',
];

test.each(pairs(alterations, 26))('An altered "%s" is refused: %s', async (_name, _title, layout, alter) => {
  const { outcome, lines, balances } = await load(await bankPdf(layout, alter(figuresOf(month))));
  expect(outcome.status).toBe('refused');
  expect(refusals).toContain(outcome.error?.code);
  expect(outcome.message).toMatch(/page \d+, line \d+/);
  expect(outcome.error?.place).toMatchObject({ page: 1, line: expect.any(Number) });
  expect([lines, balances]).toEqual([[], []]);
});

const withTotals = layouts.filter(({ totals, facts }) => {
  const figures = figuresOf(month);
  return JSON.stringify([totals(figures), facts(figures, 1, 1)]).includes(money(figures.debits));
});

test.each(withTotals)('A wrong total is refused: $name', async (layout) => {
  for (const total of ['credits', 'debits'] as const) {
    const figures = figuresOf(month);
    const { outcome } = await load(await bankPdf(layout, { ...figures, [total]: figures[total] + 1 }));
    expect([outcome.status, outcome.error?.code]).toEqual(['refused', 'FILE_TOTALS_CONTRADICT']);
  }
});
