import { expect, it } from 'vitest';
import { merchantScenario } from '../../src/scenario.ts';
import { ZONE as zone } from '../books.ts';

it('chargebacks occur, and some are reversed later, in full', () => {
  const scenario = { seed: 3, days: 40, until: '2026-10-31', ordersPerDay: 100, breaks: 'none' } as const;
  const { book } = merchantScenario({ ...scenario, zone, currencies: ['MYR', 'SGD', 'JPY'] });
  const chargebacks = book.payments.filter(({ kind }) => kind === 'chargeback');
  const reversals = book.payments.filter(({ kind }) => kind === 'chargeback_reversal');
  expect(chargebacks.length).toBeGreaterThan(8);
  expect(reversals.length).toBeGreaterThan(2);
  expect(reversals.length).toBeLessThan(chargebacks.length);
  const taken = new Map(chargebacks.map((chargeback) => [chargeback.relatedTo, chargeback]));
  for (const { relatedTo, amount, isOutgoing, createdAt } of reversals) {
    const chargeback = taken.get(relatedTo);
    expect([amount, isOutgoing]).toEqual([chargeback?.amount, false]);
    expect(createdAt).toBeGreaterThan(chargeback?.createdAt ?? Infinity);
  }
});
