import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

const paymentDays = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'] as const;
// one payment a day of 100.00, of which 5.00 is withheld; the last minute of a day belongs to it
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Withheld,Net Amount,Status,Payment Method,Paid On
${paymentDays.map((day, at) => `p${at},purchase,INV-${at},MYR,100.00,1.00,5.00,94.00,paid,fpx,${day} 23:59:59`).join('\n')}
`;
const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  const received_at = '2026-11-08T00:10:00.000Z';
  await acme.receive(statement, { kind: 'statement', received_at, ...days('2026-11-02', '2026-11-07') });
});

type Fee = { method: string; currency?: string; flat: string; percent: string; minimum: string; from?: string };
const fee = (flat: string, changes: Partial<Fee> = {}): Fee => ({
  method: 'fpx',
  flat,
  percent: '0',
  minimum: '0',
  ...changes,
});

/** What each day of payment has by a configuration: the fee, the term of settlement and the day of release. */
async function termsWith({ fees = [], gateway = {}, statement: section = {} }: Record<string, unknown>) {
  const service = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'TIEOUT_TEST_SECRET' } };
  const own = typeof gateway === 'object' ? gateway : {};
  await acme.configure({ hasPayout: false, changes: { fees, gateway: { ...service, ...own }, statement: section } });
  return acme.rows(`select payment.business_date::text as day, fee.agreed, term.usual_days || ' to ' || term.most_days as settled,
       reserve.release_on::text as release_on
     from core.payment_now as payment
     left join core.agreed_fee as fee on fee.payment_key = payment.payment_key
     left join core.settlement_term as term
       on payment.business_date between term.first_day and term.last_day
     left join core.reserve as reserve on reserve.business_date = payment.business_date
     order by day`);
}

test('A price counts from its first day of payment, and not for the day before', async () => {
  const fees = [fee('1.00'), fee('1.20', { from: '2026-11-04' }), fee('1.30', { from: '2026-11-06' })];
  const found = await termsWith({ fees });
  expect(found.map(({ agreed }) => agreed)).toEqual(['1.0000', '1.0000', '1.2000', '1.2000', '1.3000']);
});

test('A price that begins with a day leaves the days before without one; that of the currency has precedence', async () => {
  const begins = await termsWith({ fees: [fee('1.20', { from: '2026-11-04' })] });
  expect(begins.map(({ agreed }) => agreed)).toEqual([null, null, '1.2000', '1.2000', '1.2000']);
  const fees = [fee('1.00'), fee('2.00', { from: '2026-11-05' }), fee('1.50', { currency: 'MYR', from: '2026-11-04' })];
  const found = await termsWith({ fees });
  expect(found.map(({ agreed }) => agreed)).toEqual(['1.0000', '1.0000', '1.5000', '1.5000', '1.5000']);
});

test('Terms of settlement and reserve change on a day of payment', async () => {
  const found = await termsWith({
    gateway: { settlement_days: { usual: 1, most: 3, changes: [{ from: '2026-11-04', usual: 0, most: 1 }] } },
    statement: { reserve_days: 10, reserve_changes: [{ from: '2026-11-05', days: 7 }] },
  });
  expect(found.map(({ settled }) => settled)).toEqual(['1 to 3', '1 to 3', '0 to 1', '0 to 1', '0 to 1']);
  expect(found.map(({ release_on }) => release_on)).toEqual([
    ...['2026-11-12', '2026-11-13', '2026-11-14'],
    ...['2026-11-12', '2026-11-13'],
  ]);
});

test('Without a term there are the defaults of a settlement, and no day of release', async () => {
  for (const found of await termsWith({})) expect(found).toMatchObject({ settled: '2 to 5', release_on: null });
});

test('Dated entries with equal values are the undated configuration', async () => {
  const froms = fc.subarray([...paymentDays], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        fees: froms,
        settled: froms,
        reserved: froms,
        usual: fc.nat(3),
        days: fc.integer({ min: 1, max: 9 }),
      }),
      async ({ fees, settled, reserved, usual, days: reserve_days }) => {
        const settlement_days = { usual, most: usual + 2 };
        const undated = await termsWith({
          fees: [fee('1.10')],
          gateway: { settlement_days },
          statement: { reserve_days },
        });
        const dated = await termsWith({
          fees: [fee('1.10'), ...fees.map((from) => fee('1.10', { from }))],
          gateway: {
            settlement_days: { ...settlement_days, changes: settled.map((from) => ({ from, ...settlement_days })) },
          },
          statement: { reserve_days, reserve_changes: reserved.map((from) => ({ from, days: reserve_days })) },
        });
        expect(dated).toEqual(undated);
      },
    ),
    { numRuns: 5 },
  );
});
