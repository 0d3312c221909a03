import { expect, test } from 'vitest';
import type { PdfWord } from '../../src/pdf/page-words.ts';
import { dateCells } from '../../src/pdf/table-lines.ts';

/** A word of ten points at a place, as wide as 5 points a letter. */
const word = (text: string, left: number): PdfWord => ({
  text,
  left,
  right: left + 5 * text.length,
  base: 0,
  size: 10,
});
const heads = [
  { column: 'booked_on', name: 'Date', left: 0, right: 30 },
  { column: 'description', name: 'Description', left: 100, right: 200 },
];
const texts = (words: readonly PdfWord[]) => words.map(({ text }) => text);

test('The words of a date are beside each other: a year in the next column is not its year', () => {
  const near = dateCells([word('02', 0), word('Nov', 13), word('2026', 31), word('RENT', 100)], heads);
  expect(near.dates.get('booked_on')).toMatchObject({ year: 2026 });
  expect(texts(near.others)).toEqual(['RENT']);
  const far = dateCells([word('02', 0), word('Nov', 13), word('2026', 100), word('RENT', 125)], heads);
  expect(far.dates.get('booked_on')).toMatchObject({ year: null });
  expect(texts(far.others)).toEqual(['2026', 'RENT']);
});
