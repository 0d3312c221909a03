import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { mt940 } from '../given/mt940.ts';
import { givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules({ hasPayout: false, books: { bank: {} } });

async function load(content: string, ext: string, name: string) {
  const file = landed(content, {
    kind: 'bank_statement',
    ext,
    file_name: `${name}.${ext}`,
    currency: 'MYR',
    received_at: '2026-11-20T00:00:00.000Z',
  });
  return acme.load(file, { books: { bank: {} } });
}

const first = { from: 3, to: 3, opening: 100, lines: [{ day: 3, amount: 50, text: 'A' }] };
const second = { from: 4, to: 4, opening: 150, lines: [{ day: 4, amount: -20, text: 'B' }] };
const third = { from: 5, to: 5, opening: 130, lines: [{ day: 5, amount: 5, text: 'C' }] };

const gaps = () => acme.derived('select gap_from, reason from core.bank_gap order by gap_from');
const lines = () =>
  acme.rows('select booked_on, amount, account, entry_id, reference from core.bank_line order by booked_on, line_no');

const ofx = (ledger: string, asOf: string, entries: [id: string, day: string, amount: string, name: string][]) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MYR<BANKACCTFROM><ACCTID>77</BANKACCTFROM>
<BANKTRANLIST>${entries
    .map(
      ([id, day, amount, name]) =>
        `\n<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`,
    )
    .join('')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${ledger}<DTASOF>${asOf}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

test('The key of a line in a table is what it was before the columns account and entry_id', async () => {
  const table = `Date,Value Date,Currency,Amount,Description,Reference,Balance,Account No,Transaction ID
2026-11-03,2026-11-03,MYR,500.00,PAYOUT,DISB-1,509.00,5140,T1
2026-11-03,,MYR,-1.50,FEE,,,5140,T2
2026-11-03,,MYR,-1.50,FEE,,,5140,T3
`;
  await load(table, 'csv', 'table');
  const keyOf = (content: string) => `bank-${createHash('md5').update(content).digest('hex').slice(0, 20)}`;
  const keys = await acme.rows('select bank_line_key as key from core.bank_line order by line_no');
  expect(keys.map(({ key }) => key)).toEqual([
    keyOf('2026-11-03|2026-11-03|MYR|500.0000|PAYOUT|DISB-1|509.0000|1'),
    keyOf('2026-11-03|MYR|-1.5000|FEE|1'),
    keyOf('2026-11-03|MYR|-1.5000|FEE|2'),
  ]);
});

test('Statements that continue have no gap, in whichever order they come', async () => {
  for (const one of [third, first, second]) await load(mt940(one), 'sta', `day-${one.from}`);
  expect(await gaps()).toEqual([]);
  expect(await lines()).toEqual([
    { booked_on: '2026-11-03', amount: '50.0000', account: '5140', entry_id: 'A1', reference: 'A' },
    { booked_on: '2026-11-04', amount: '-20.0000', account: '5140', entry_id: 'B1', reference: 'B' },
    { booked_on: '2026-11-05', amount: '5.0000', account: '5140', entry_id: 'C1', reference: 'C' },
  ]);
});

test('A missing statement makes the days from there on incomplete, and the file heals it when it comes', async () => {
  await load(mt940(first), 'sta', 'day-1');
  await load(mt940(third), 'sta', 'day-3');
  const reason =
    'Bank statements do not continue: day-1.sta ends with MYR 150.00 on 3 Nov 2026, and day-3.sta begins with MYR 130.00 on 5 Nov 2026.';
  expect(await gaps()).toEqual([{ gap_from: '2026-11-04', reason }]);
  const missing =
    await acme.derived(`select business_date, reason from recon.input_day(date '2026-11-02', date '2026-11-07')
     where state = 'missing' and input = 'bank' and contains(reason, 'do_not_continue') order by business_date`);
  expect(missing).toEqual(
    ['2026-11-04', '2026-11-05', '2026-11-06'].map((business_date) => ({ business_date, reason })),
  );
  await load(mt940(second), 'sta', 'day-2');
  expect(await gaps()).toEqual([]);
});

test('A statement with a wrong opening balance is a gap until a corrected one comes', async () => {
  await load(mt940(first), 'sta', 'day-1');
  await load(mt940({ ...second, opening: 151 }), 'sta', 'day-2');
  expect(await gaps()).toMatchObject([{ gap_from: '2026-11-04' }]);
  await load(mt940(second), 'sta', 'day-2-corrected');
  expect(await gaps()).toEqual([]);
  expect(await lines()).toHaveLength(2);
});

test('A repeated or overlapping statement is no gap, and its lines are known', async () => {
  for (const one of [first, second]) await load(mt940(one), 'sta', `day-${one.from}`);
  await load(mt940({ ...first, to: 4, lines: [...first.lines, ...second.lines] }), 'sta', 'both');
  expect(await gaps()).toEqual([]);
  expect(await lines()).toHaveLength(2);
});

test('Days without a statement are no gap when the balances continue', async () => {
  await load(mt940(first), 'sta', 'day-1');
  await load(mt940({ ...second, from: 9, to: 9, lines: [{ day: 9, amount: -20 }] }), 'sta', 'after-the-weekend');
  expect(await gaps()).toEqual([]);
});

test('A gap is a missing input, also where the bank statements were only imported', async () => {
  await load(mt940(first), 'sta', 'day-1');
  await load(mt940(third), 'sta', 'day-3');
  const inputs = () =>
    acme.derived(
      "select distinct input from recon.input_day(date '2026-11-02', date '2026-11-07') where state <> 'covered' and input like 'bank%'",
    );
  expect(await inputs()).toEqual([{ input: 'bank' }]);
  const configured = 'update core.company_input set coverage = $coverage where kind = $kind';
  await acme.execute(configured, { coverage: null, kind: 'bank_statement' });
  expect(await inputs()).toEqual([{ input: 'bank' }]);
  await acme.execute(configured, { coverage: 'file', kind: 'bank_statement' });
});

test('An OFX file with a closing balance only is proven by the one before it', async () => {
  await load(ofx('100.00', '20261103', [['1', '20261103', '100.00', 'A']]), 'ofx', 'one');
  // overlaps the first file by an entry
  const second: Parameters<typeof ofx>[2] = [
    ['1', '20261103', '100.00', 'A'],
    ['2', '20261104', '-30.00', 'B'],
  ];
  await load(ofx('70.00', '20261104', second), 'ofx', 'two');
  expect(await gaps()).toEqual([]);
  await load(ofx('90.00', '20261109', [['9', '20261109', '10.00', 'D']]), 'ofx', 'four');
  expect(await gaps()).toMatchObject([{ gap_from: '2026-11-05' }]);
  // 70.00 + 10.00 + 10.00 = 90.00
  await load(ofx('80.00', '20261106', [['5', '20261106', '10.00', 'C']]), 'ofx', 'three');
  expect(await gaps()).toEqual([]);
});

test('The same FITID for different entries loads both; the same entry in two files is one', async () => {
  const twice: Parameters<typeof ofx>[2] = [
    ['1', '20261103', '100.00', 'A'],
    ['1', '20261103', '40.00', 'B'],
  ];
  expect(await load(ofx('140.00', '20261103', twice), 'ofx', 'one')).toMatchObject({ status: 'loaded', rows: 2 });
  await load(ofx('145.00', '20261104', [...twice, ['2', '20261104', '5.00', 'C']]), 'ofx', 'two');
  expect((await lines()).map(({ amount }) => amount)).toEqual(['100.0000', '40.0000', '5.0000']);
});

test('Lines that are alike are told apart by account and entry number, in tables too', async () => {
  const header = 'Date,Description,Amount,Account No,Transaction ID\n';
  await load(`${header}2026-11-03,FEE,-1.00,5140,T1\n`, 'csv', 'noon');
  await load(`${header}2026-11-03,FEE,-1.00,5140,T2\n`, 'csv', 'evening');
  await load(`${header}2026-11-03,FEE,-1.00,6200,T1\n`, 'csv', 'other-account');
  // a whole day again, with the two lines that are known
  await load(`${header}2026-11-03,FEE,-1.00,5140,T1\n2026-11-03,FEE,-1.00,5140,T2\n`, 'csv', 'whole-day');
  expect((await lines()).map(({ account, entry_id }) => `${account} ${entry_id}`).sort()).toEqual([
    ...['5140 T1', '5140 T2', '6200 T1'],
  ]);
  const [counted] = await acme.rows('select count(distinct bank_line_key) as n from core.bank_line');
  expect(counted).toEqual({ n: 3n });
});

test('A line that an older version kept without its account is not loaded again', async () => {
  const header = 'Date,Description,Amount,Account No\n';
  await load(`${header}2026-11-03,FEE,-1.00,5140\n`, 'csv', 'before');
  await acme.execute('update core.bank_line set account = null');
  await load(`${header}2026-11-03,FEE,-1.00,5140\n2026-11-04,FEE,-1.00,5140\n`, 'csv', 'after');
  expect(await lines()).toHaveLength(2);
});

test('A statement that its file repeats is loaded once, and the receipt says so', async () => {
  await load(mt940(first) + mt940(first), 'sta', 'twice');
  expect(await lines()).toHaveLength(1);
  const [receipt] = await acme.rows('select notes from raw.receipt');
  expect(JSON.stringify(receipt?.notes)).toContain('is in the file twice, and was loaded once');
});
