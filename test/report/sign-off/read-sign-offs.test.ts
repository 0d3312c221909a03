import { expect, test } from 'vitest';
import { listedDecisions, readSignOffs } from '../../../src/report/sign-off/read-sign-off.ts';
import { givenRules } from '../../given/rules.ts';

const acme = givenRules();

test('The largest decisions are listed one by one, as many as the page promises, and all are counted', async () => {
  const count = listedDecisions + 2;
  await acme.execute(
    `insert into recon.verdict by name
     select 1 as run_id, 'MYR' as currency, date '2026-11-02' as business_date, 'reconciled' as verdict, '' as reason,
       0 as matched_count, 0 as matched_amount, 0 as break_count, 0 as break_amount, 0 as timing_count, 0 as timing_amount,
       0 as suggested_count, 0 as overdue_count, 0 as rejected_count, 0 as residual`,
  );
  await acme.execute(
    `insert into mart.item by name
     select 'acme' as company, 'MYR' as currency, date '2026-11-02' as business_date, 'B-' || n as break_id, 'ORDER-' || n as item_key,
       'accepted' as status
     from range(1, ${count + 1}) as given (n)`,
  );
  await acme.execute(
    `insert into mart.decision by name
     select 'acme' as company, 'D-' || n as decision_id, 'B-' || n as break_id, 'accept' as decision, 'ann' as decided_by, true as is_in_force,
       n as right_minus_left
     from range(1, ${count + 1}) as given (n)`,
  );
  const [signOff] = await readSignOffs(acme.connection, {
    company: 'acme',
    zone: 'Asia/Kuala_Lumpur',
    from: '2026-11-02',
    to: '2026-11-03',
  });
  expect(signOff?.largest.map(({ reference }) => reference)).toEqual([
    'ORDER-7',
    'ORDER-6',
    'ORDER-5',
    'ORDER-4',
    'ORDER-3',
  ]);
  expect(signOff?.groups).toMatchObject([{ decision: 'accept', count, debit: '28.0000', credit: '0.0000' }]);
});
