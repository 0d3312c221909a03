import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankPdf } from '../given/bank-pdf.ts';
import { figuresOf, type Ledger } from '../given/bank-pdf-figures.ts';
import { layouts } from '../given/bank-pdf-layouts.ts';
import { givenPdfs, linesOf } from '../given/loaded-pdf.ts';

const { load } = givenPdfs();

/** Words as banks print them, among them such as labels, remarks and figures consist of. */
const word = fc.oneof(
  fc.stringMatching(/^[A-Z][A-Z0-9/&.-]{1,11}$/),
  fc.constantFrom(...'TOTAL BALANCE DEBIT CR B/F FEE 12,345.67 5.00 01/10 PAGE REF - JUMLAH 123456'.split(' ')),
);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const ledger: fc.Arbitrary<Ledger> = fc
  .record({
    opening: fc.integer({ min: -50_000_000, max: 50_000_000 }),
    entries: fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 31 }),
        cents: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
        texts: fc.array(text, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 30 },
    ),
  })
  .map(({ opening, entries }) => ({
    account: '512345678901',
    from: '2026-10-01',
    to: '2026-10-31',
    opening,
    entries: entries
      .toSorted((a, b) => a.day - b.day)
      .map(({ day, ...entry }) => ({ ...entry, day: `2026-10-${String(day).padStart(2, '0')}` })),
  }));

/** A description whose second line is a date, near the head of the dates where the column of texts begins close to it. */
const dateBelowTheText: Ledger = {
  ...{ account: '512345678901', from: '2026-10-01', to: '2026-10-31', opening: 0 },
  entries: [
    { cents: -1, texts: ['TOTAL', '01/10'], day: '2026-10-15' },
    { cents: 1, texts: ['AA'], day: '2026-10-15' },
  ],
};

test('A random ledger in a random layout is read exactly, or refused, and never read as another one', {
  timeout: 600_000,
}, async () => {
  let loaded = 0;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(ledger, fc.constantFrom(...layouts), fc.boolean(), async (given, layout, isBold) => {
      const figures = figuresOf(given);
      const { outcome, lines, balances } = await load(await bankPdf(layout, figures, { isBold }));
      count += 1;
      if (outcome.status === 'refused') {
        expect(outcome.error?.code).not.toBe('FILE_NOT_LOADED');
        return;
      }
      loaded += 1;
      // of a description, only the words are compared: a figure among them may be left out or divided
      const amounts = (of: readonly Record<string, unknown>[]) => of.map(({ day, cents }) => [day, cents]);
      expect(amounts(lines)).toEqual(amounts(linesOf(figures, layout)));
      expect(balances).toEqual([
        { account: figures.account, opening: String(figures.opening), closing: String(figures.closing) },
      ]);
    }),
    { numRuns: 60, examples: layouts.map((layout) => [dateBelowTheText, layout, false]) },
  );
  expect(loaded / count, 'the share of files that are read').toBeGreaterThan(0.6);
});
