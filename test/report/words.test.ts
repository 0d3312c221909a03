import { expect, test } from 'vitest';
import { sentenceIn, wordsOf } from '../../src/report/words/words.ts';

test('A reason is translated sentence by sentence, with names and amounts unchanged', () => {
  const malay = (text: string) => sentenceIn(wordsOf('ms'), text);
  expect(malay('Nobody wrote this. Out of balance by MYR 1.00. Nor this')).toBe(
    'Nobody wrote this. Tidak seimbang sebanyak MYR 1.00. Nor this',
  );
  expect(sentenceIn(wordsOf('en'), 'Out of balance by MYR 1.00.')).toBe('Out of balance by MYR 1.00.');
});

test('Translation time of hostile text is linear', () => {
  const hostile = 'Settlement missing:  of  payments, , due since : '.repeat(20_000);
  expect(sentenceIn(wordsOf('ms'), hostile)).toBe(hostile.trim());
});
