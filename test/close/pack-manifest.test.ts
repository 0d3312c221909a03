import { expect, test } from 'vitest';
import { writtenOff } from '../../src/close/pack-manifest.ts';

test('Written-off differences are added up by currency, author and approver, in either direction', () => {
  const decided = (amount: string | null, facts = {}) => ({
    ...{ decision: 'write_off', currency: 'MYR', author: 'Aida', approved_by: 'Badrul', amount },
    ...facts,
  });
  expect(writtenOff([])).toEqual([]);
  expect(
    writtenOff([
      decided('100.0000'),
      decided('-0.5000'),
      decided(null),
      decided('9.0000', { decision: 'explain' }),
      decided('1.2340', { currency: 'KWD' }),
      decided('3.0000', { approved_by: null }),
    ]),
  ).toEqual([
    { currency: 'MYR', amount: '100.5000', author: 'Aida', approved_by: 'Badrul' },
    { currency: 'KWD', amount: '1.2340', author: 'Aida', approved_by: 'Badrul' },
    { currency: 'MYR', amount: '3.0000', author: 'Aida', approved_by: null },
  ]);
});
