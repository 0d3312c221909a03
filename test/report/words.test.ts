import { expect, test } from 'vitest';
import { sentenceIn, wordsOf } from '../../src/report/words/words.ts';

test('A reason is translated sentence by sentence, with names and amounts unchanged', () => {
  const malay = (text: string) => sentenceIn(wordsOf('ms'), text);
  expect(malay('Order SO-7. B is for MYR 51.90; MYR 50.00 was paid.')).toBe(
    'Pesanan SO-7. B bernilai MYR 51.90, dan MYR 50.00 dibayar.',
  );
  expect(malay('The number of incoming payments agrees; turnover less statement is MYR 0.22. Located: x.')).toBe(
    'Bilangan bayaran masuk sama dalam kedua-duanya, dan perolehan berbeza MYR 0.22 daripada penyata. Ditemui: x.',
  );
  expect(malay('Nobody wrote this. MYR 1.00 was sent and MYR 0.99 was deposited. Nor this')).toBe(
    'Nobody wrote this. MYR 1.00 dihantar dan MYR 0.99 sampai. Nor this',
  );
  expect(sentenceIn(wordsOf('en'), 'Located: x.')).toBe('Located: x.');
});

test('A deadline is translated with what it was counted by', () => {
  const malay = (by: string) => sentenceIn(wordsOf('ms'), `Deposit in transit: MYR 5.00, expected by ${by}.`);
  expect(malay('25 Nov 2026 (2 business days; 23 Nov Deepavali)')).toBe(
    'MYR 5.00 dihantar dan dijangka pada 25 Nov 2026 (2 hari bekerja; 23 Nov Deepavali).',
  );
  expect(malay('24 Nov 2026 (1 business day)')).toBe(
    'MYR 5.00 dihantar dan dijangka pada 24 Nov 2026 (1 hari bekerja).',
  );
  expect(malay('25 Nov 2026 (without 23 Nov Deepavali)')).toBe(
    'MYR 5.00 dihantar dan dijangka pada 25 Nov 2026 (tanpa 23 Nov Deepavali).',
  );
  expect(malay('25 Nov 2026')).toBe('MYR 5.00 dihantar dan dijangka pada 25 Nov 2026.');
});

test('Translation time of hostile text is linear', () => {
  const hostile = 'Settlement missing:  of  payments, , due since : '.repeat(20_000);
  expect(sentenceIn(wordsOf('ms'), hostile)).toBe(hostile.trim());
});
