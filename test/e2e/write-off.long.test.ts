import { expect, test } from 'vitest';
import { givenImporter } from '../given/shop.ts';

/*
 * Orders of 50.40 and 31.01 were paid with 50.00 and 30.00, and a payment of 0.50 has no order: the limit of 1.00 includes 0.40 and 0.50,
 * and not 1.01.
 */
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On
p2,purchase,INV-2,MYR,50.00,1.00,fpx,paid,2026-11-02 09:10:00
p3,purchase,INV-3,MYR,0.50,0.10,fpx,paid,2026-11-03 09:20:00
p5,purchase,INV-5,MYR,30.00,1.00,fpx,paid,2026-11-03 09:40:00
`;
const orders = `Period,2026-11-02 to 2026-11-03
Order,Reference,Placed On,Amount,Status,Currency
SO-2,INV-2,2026-11-02 08:00:00,50.40,paid,MYR
SO-5,INV-5,2026-11-03 08:00:00,31.01,paid,MYR
`;
const decision = {
  second_approval_for: ['write_off'],
  write_off: [{ currency: 'MYR', limit: '1.00', account: '6990 Rounding', reason: 'rounding' }],
};

const shop = givenImporter({ books: { orders: {} } });
shop.write('statement.csv', statement);
shop.write('orders.csv', orders);
await shop.tieout('import', 'statement', 'statement.csv');
await shop.tieout('import', 'orders', 'orders.csv');

/** The lines of an answer, without the reports that were written. */
const lines = ({ out }: { out: string }) =>
  out.split('\n').filter((line) => line !== '' && !line.startsWith('reports '));

test('Write-offs within the limit are recorded and approved together', async () => {
  const none = await shop.tieout('decide', 'write-off', '--proposed');
  expect(none).toMatchObject({
    status: 0,
    out: 'Nothing is proposed: decision.write_off in the configuration has no limit.\n',
  });

  shop.configure({}, { decision });
  const proposed = [
    'write-off 86f81bce8c21: MYR -0.40, 2026-11-02, Orders to statement',
    'write-off b1bed49c4538: MYR 0.50, 2026-11-03, Orders to statement',
  ];
  const totals = [
    'total     Orders to statement: 2 items, MYR 0.50 and MYR -0.40',
    'total     MYR: 2 causes, debit MYR 0.40, credit MYR 0.50, to 6990 Rounding',
  ];
  expect(lines(await shop.tieout('decide', 'write-off', '--proposed', '--dry-run'))).toEqual([
    ...proposed.map((line) => `dry run   ${line}`),
    ...totals,
    'effect    2026-11-02 MYR: stays incomplete',
    'effect    2026-11-03 MYR: stays incomplete',
  ]);

  const ofDay = await shop.tieout('decide', 'write-off', '--proposed', '--date', '2026-11-02', '--author', 'Aida');
  expect(lines(ofDay)[0]).toBe(`recorded  ${proposed[0]}`);
  const ofMonth = await shop.tieout('decide', 'write-off', '--proposed', '--month', '2026-11', '--author', 'Aida');
  expect(lines(ofMonth)).toEqual([
    `recorded  ${proposed[1]}`,
    'total     Orders to statement: 1 item, MYR 0.50 and MYR 0.00',
    'total     MYR: 1 cause, debit MYR 0.00, credit MYR 0.50, to 6990 Rounding',
    expect.stringMatching(/^approval {2}1 item to be approved: .* decide approve --proposed$/),
  ]);
  expect(lines(await shop.tieout('decide', 'write-off', '--proposed'))).toEqual([
    'Nothing is proposed: no open difference is within the limit.',
  ]);

  const own = await shop.tieout('decide', 'approve', '--proposed', '--author', 'aida');
  expect(own.status).toBe(1);
  expect(lines(own)).toEqual([
    'rejected  2 items: Aida made that decision; another person has to approve it. (SAME_PERSON)',
  ]);
  const approved = await shop.tieout('decide', 'approve', '--proposed', '--author', 'Bakar');
  expect(lines(approved)).toEqual([
    ...proposed.map((line) => `recorded  ${line.replace('write-off', 'approve')}`),
    ...totals,
  ]);
  expect(lines(await shop.tieout('decide', 'approve', '--proposed', '--author', 'Bakar'))).toEqual([
    'No write-off within the limit awaits approval.',
  ]);

  const written = `select decision_note, account, approved_by, is_in_force from decision where decision = 'write_off' order by right_minus_left`;
  const { out } = await shop.tieout('sql', written, '--format', 'csv');
  expect(out.replaceAll('\r', '').split('\n').slice(1, -1)).toEqual([
    '"6990 Rounding, within the limit of MYR 1.00",6990 Rounding,Bakar,true',
    '"6990 Rounding, within the limit of MYR 1.00",6990 Rounding,Bakar,true',
  ]);
});

test('Options that do not belong together are refused', async () => {
  for (const [args, message] of [
    [['accept', '--proposed'], '--proposed decides every write-off within the limit.'],
    [['write-off', '86f81bce8c21', '--proposed'], '--proposed decides every write-off within the limit.'],
    [['write-off', '--proposed', '--reason', 'other'], '--reason cannot be combined with --proposed.'],
    [['write-off', '--proposed', '--from', 'a.xlsx'], '--from cannot be combined with --proposed.'],
    [
      ['write-off', '--proposed', '--date', '2026-11-02', '--month', '2026-11'],
      '--date cannot be combined with --month.',
    ],
    [['write-off', '86f81bce8c21', '--month', '2026-11'], '--month is an option of --proposed.'],
  ] as const) {
    const { status, err } = await shop.tieout('decide', ...args);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(`DECISION_WRONG: ${message}`) });
  }
});
