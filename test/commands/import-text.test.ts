import { expect, test } from 'vitest';
import { importText } from '../../src/commands/import-text.ts';

const figures = { lines: 3, loaded: 1, noRecord: 0, totals: [], firstDay: '2026-11-02', lastDay: '2026-11-02' };

/** The text of an imported file that covers no day. */
const textWith = (rejected: number) =>
  importText(
    {
      ...{ file: 'bank.csv', status: 'loaded', receivedAt: '2026-11-03T00:00:00Z', format: 'csv', notes: [] },
      ...{ covered: [], provesDays: true, figures: { ...figures, rejected, reasons: [], rejectedLines: [] } },
    },
    [],
    { out: { columns: 80, answer() {}, write() {}, async pour() {} }, command: 'tieout' },
    (text) => text,
  );

test('A file without covered days says why: its rejected rows, or that it states no period', () => {
  expect(textWith(2)).toContain('covers no day while it has 2 rejected rows, which may be of any of its days.');
  expect(textWith(2)).not.toContain('states no period');
  expect(textWith(0)).toContain('It covers no day: it states no period and has no running balance.');
});
