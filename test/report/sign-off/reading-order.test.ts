import { expect, test } from 'vitest';
import { inReadingOrder } from '../../../src/report/sign-off/reading-order.ts';

const printed = (text: string, fontOf: (character: string) => string = () => 'regular') =>
  inReadingOrder([...text].map((character) => ({ text: character, font: fontOf(character) }))).map((run) => run.text);

test('A text from left to right is one part for each font', () => {
  expect(printed('Kedai (1) Maju, 12')).toEqual(['Kedai (1) Maju, 12']);
  expect(printed('ab快c', (character) => (character === '快' ? 'further' : 'regular'))).toEqual(['ab', '快', 'c']);
});

test('The parts of a text from right to left are printed in reverse, and its numbers are not', () => {
  expect(printed('שלום 12 עולם')).toEqual(['עולם', ' ', '12', ' ', 'שלום']);
  expect(printed('by שלום 12, or')).toEqual(['by ', '12', ' ', 'שלום', ', or']);
  expect(printed('שלום 1,234.50 15/2')).toEqual(['15/2', ' ', '1,234.50', ' ', 'שלום']);
  expect(printed('12 שלום')).toEqual(['12 ', 'שלום']);
});

test('A mark stays with its letter', () => {
  expect(printed('שָׁלוֹם')).toEqual(['שָׁלוֹם']);
});
