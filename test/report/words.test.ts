import { expect, test } from 'vitest';
import { sentenceIn, wordsOf } from '../../src/report/words/words.ts';

test('A reason is translated sentence by sentence, with its names and amounts as they are', () => {
  const malay = (text: string) => sentenceIn(wordsOf('ms'), text);
  expect(malay('Order SO-7. B is over MYR 51.90, and MYR 50.00 was paid.')).toBe(
    'Pesanan SO-7. B bernilai MYR 51.90, dan MYR 50.00 dibayar.',
  );
  expect(malay('As many incoming payments in both, and turnover is MYR 0.22 away from the statement. Found: x.')).toBe(
    'Bilangan bayaran masuk sama dalam kedua-duanya, dan perolehan berbeza MYR 0.22 daripada penyata. Ditemui: x.',
  );
  expect(malay('Nobody wrote this. MYR 1.00 was sent and MYR 0.99 arrived. Nor this')).toBe(
    'Nobody wrote this. MYR 1.00 dihantar dan MYR 0.99 sampai. Nor this',
  );
  expect(sentenceIn(wordsOf('en'), 'Found: x.')).toBe('Found: x.');
});

test('A hostile text takes no longer to translate than its length', () => {
  const hostile = ' of  payments, , are not settled, and should be since : '.repeat(20_000);
  expect(sentenceIn(wordsOf('ms'), hostile)).toBe(hostile.trim());
});
