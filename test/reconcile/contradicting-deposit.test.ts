import { expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
old,custom,DISB-0,MYR,10.00,0,bank_transfer,paid,2026-10-20 09:00:00,,
d1,custom,DISB-1,MYR,500.00,0,bank_transfer,paid,2026-11-09 00:09:00,,
d2,custom,DISB-2,MYR,600.00,0,bank_transfer,paid,2026-11-09 16:01:00,,
d3,custom,DISB-3,MYR,70.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
d4,custom,DISB-4,MYR,80.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
d5,custom,ACME,MYR,91.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
d6,custom,ACME,MYR,92.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
d7,custom,DISB-7,MYR,93.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
d8,custom,DISB-8,MYR,94.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
d9,custom,DISB-9,MYR,95.00,0,bank_transfer,paid,2026-11-10 16:00:00,,
`;
const bank = `Date,Currency,Amount,Description,Reference
2026-11-05,MYR,+600.00,two business days before it was sent,DISB-2
2026-11-06,MYR,+500.00,on the business day before,DISB-1
2026-11-10,MYR,+80.00,the reference of another transfer,DISB-3
2026-11-10,MYR,+70.00,without a reference,
2026-11-10,MYR,+91.00,the same reference on all,ACME
2026-11-10,MYR,+92.00,the same reference on all,ACME
2026-11-10,MYR,+93.00,a reference of the bank,FT26310
2026-11-10,MYR,+94.00,the reference of another transfer in another form,disb 3
2026-11-10,MYR,+95.00,its own reference in another form,disb 9
`;

const books = { bank: {} };
const acme = givenRules({ books }, async (rules) => {
  const received_at = '2026-11-12T00:10:00.000Z';
  await rules.receive(statement, { kind: 'statement', received_at, ...days('2026-10-19', '2026-11-11') });
  await rules.receive(bank, { kind: 'bank_statement', received_at }, { books });
});

test('A deposit that was booked before its transfer was sent, or that names another transfer, is a break', async () => {
  await acme.find(['bank_to_settlement'], '2026-11-06', '2026-11-12');
  const items = await acme.lines(
    "select right_amount, outcome, coalesce(reason_code, match_pass) || ':', reason from recon.item order by right_key",
  );
  expect(items).toEqual([
    '500.0000 matched same_reference_and_amount: MYR 500.00 was deposited on 6 Nov 2026.',
    '600.0000 control_breach deposit_before_sent: MYR 600.00 was deposited on 5 Nov 2026, before it was sent on 9 Nov 2026.',
    '70.0000 matched amount_in_window: MYR 70.00 was deposited on 10 Nov 2026.',
    '80.0000 control_breach reference_differs: MYR 80.00 was deposited with the reference DISB-3, which is that of another transfer.',
    '91.0000 matched same_reference_and_amount: MYR 91.00 was deposited on 10 Nov 2026.',
    '92.0000 matched same_reference_and_amount: MYR 92.00 was deposited on 10 Nov 2026.',
    '93.0000 matched amount_in_window: MYR 93.00 was deposited on 10 Nov 2026.',
    '94.0000 control_breach reference_differs: MYR 94.00 was deposited with the reference disb 3, which is that of another transfer.',
    '95.0000 matched amount_in_window: MYR 95.00 was deposited on 10 Nov 2026.',
  ]);
});
