import { describe, expect, test } from 'vitest';
import { connectors } from '../../src/connectors/registry.ts';
import { landed } from '../given/landed.ts';
import { givenFreshRules } from '../given/rules.ts';

const both = { statement: { formats: ['csv', 'xlsx'] } };
const acme = givenFreshRules({ hasPayout: false, changes: both });

const window = { window_from: '2026-10-31T16:00:00Z', window_to: '2026-11-02T16:00:00Z' };
const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Net Amount,Payment Method,Status,Paid On,Settled On';
const lines = {
  p1: 'P-1,purchase,INV-1,MYR,100.00,1.00,99.00,fpx,paid,2026-11-01 09:00:00,',
  p2: 'P-2,purchase,INV-2,MYR,50.00,0.50,49.50,fpx,paid,2026-11-01 10:00:00,2026-11-02 12:00:00',
  p3: 'P-3,refund,INV-1,MYR,20.00,0.00,20.00,fpx,success,2026-11-02 11:00:00,',
};
const text = (rows: readonly string[], head = header) => `${[head, ...rows].join('\n')}\n`;

/** Loads a statement of record and its second format. Both are CSV text here: what differs is the kind of the receipt. */
async function received(
  first: readonly string[],
  second: readonly string[],
  { facts = window, head = header }: { facts?: object; head?: string } = {},
) {
  const of = (kind: string, rows: readonly string[]) => landed(text(rows, head), { kind, currency: 'MYR', ...facts });
  const one = of('statement', first);
  const two = of('statement_comparison', second);
  await acme.load(one);
  await acme.load(two);
  return { one: one.receipt_id, two: two.receipt_id, first: one.file_name, second: two.file_name };
}

const items = async (from = '2026-11-01', to = '2026-11-03') =>
  acme.said(
    `select business_date::text as day, outcome, reason_code, reason, right_minus_left
     from recon.statement_formats($from::date, $to::date) where outcome <> 'matched' order by all`,
    { from, to },
  );
const agreed = async () =>
  acme.said(
    `select reason from recon.statement_formats(date '2026-11-01', date '2026-11-03') where outcome = 'matched' order by business_date`,
  );
const missingInputs = async () =>
  (
    await acme.derived(`select business_date::text as day from recon.input_day(date '2026-11-01', date '2026-11-03')
       where state <> 'covered' and input = 'statement_comparison' order by all`)
  ).map(({ day }) => day);

test('lines that agree are counted by day, whatever their order', async () => {
  await received(Object.values(lines), Object.values(lines).reverse());
  expect(await items()).toEqual([]);
  expect(await agreed()).toEqual([
    { reason: 'Statement lines that agree in both formats: 2, MYR 148.50.' },
    { reason: 'Statement lines that agree in both formats: 1, MYR -20.00.' },
  ]);
  expect(await missingInputs()).toEqual([]);
});

test.each([
  ['a row with too few cells', ['P-4,purchase,INV-4,MYR,100.00']],
  ['a remark below the lines', ['This statement needs no signature']],
  [
    'two remarks in whole rows',
    ['This statement needs no signature,,,,,,,,,,', 'Thank you for your business,,,,,,,,,,'],
  ],
  [
    'a cell that is a formula',
    ['="P-4",purchase,INV-4,MYR,1.00,0.00,1.00,fpx,paid,2026-11-01 11:00:00,', 'A remark of ours'],
  ],
])('the statement of record is read again for the second format and remains as it was: %s', async (_what, more) => {
  const ofDays = { currency: 'MYR', ...window };
  const one = landed(text([lines.p1, lines.p2, ...more]), { kind: 'statement', ...ofDays });
  await acme.load(one);
  const asLoaded = async () => [
    await acme.rows('select * from raw.receipt where receipt_id = $id', { id: one.receipt_id }),
    await acme.rows('select * from staging.rejected_row order by all'),
  ];
  const before = await asLoaded();
  const second = [lines.p1, lines.p2, ...more.filter((row) => row.startsWith('='))];
  const { status } = await acme.load(landed(text(second), { kind: 'statement_comparison', ...ofDays }));
  expect(status).toBe('loaded');
  expect(await asLoaded()).toEqual(before);
  expect(await items()).toEqual([]);
  expect(await acme.rows('select distinct line_no from core.compared_line order by line_no')).toHaveLength(
    second.length,
  );
});

test('the lines of the second format are no payments', async () => {
  await received([lines.p1], [lines.p1, lines.p2]);
  const [row] = await acme.rows('select count(*) as n from core.payment');
  expect(row).toEqual({ n: 1n });
});

type Difference = {
  /** What the second format has instead of the line of the first: the line changed, none, or two. */
  second(line: string): string[];
  /** What the first format has, where it is not the line. */
  first?(line: string): string[];
  /** Outcome, reason code and difference of the item, and its sentence. */
  item: string;
  reason: string;
};
/** Of line {one} of {first} and line {two} of {second}. Each line has its own id: the id, amount and reference of N. */
const differ = 'Line {one} of {first} and line {two} of {second} differ in';
const details = 'control_breach details_differ 0.0000';
const changed = (from: string, to: string) => (line: string) => [line.replace(from, to)];
const differences: Difference[] = [
  {
    second: () => [],
    item: 'missing_right missing_in_second -49.5000',
    reason: 'Line {one} of {first}, MYR 50.00, is missing in {second}.',
  },
  {
    first: () => [],
    second: (line) => [line],
    item: 'missing_left missing_in_first 49.5000',
    reason: 'Line {two} of {second}, MYR 50.00, is missing in {first}.',
  },
  {
    second: changed('50.00,0.50,49.50', '55.00,0.50,54.50'),
    item: 'amount_differs amount_differs 5.0000',
    reason: `${differ} the amount: MYR 50.00 and MYR 55.00.`,
  },
  {
    second: changed('0.50,49.50', '0.60,49.40'),
    item: 'fee_differs fee_differs -0.1000',
    reason: `${differ} the fee: MYR 0.50 and MYR 0.60.`,
  },
  {
    // of a line that moved no money: of others a wrong net amount is rejected
    first: changed('paid', 'overdue'),
    second: (line) => [line.replace('paid', 'overdue').replace('49.50', '49.40')],
    item: 'amount_differs amount_differs 0.0000',
    reason: `${differ} the net amount: MYR 49.50 and MYR 49.40.`,
  },
  {
    second: changed('paid', 'settled'),
    item: 'status_differs status_differs 0.0000',
    reason: `${differ} the status: paid and settled.`,
  },
  {
    second: changed('purchase', 'chargeback_reversal'),
    item: 'amount_differs amount_differs 0.0000',
    reason: `${differ} the type: payment, incoming and chargeback reversal, incoming.`,
  },
  {
    second: changed('2026-11-01 10', '2026-11-02 10'),
    item: details,
    reason: `${differ} the paid time: 1 Nov 2026 10:00:00 and 2 Nov 2026 10:00:00.`,
  },
  {
    second: changed('2026-11-02 12:00:00', ''),
    item: details,
    reason: `${differ} the settlement time: 2 Nov 2026 12:00:00 and none.`,
  },
  {
    second: changed('INV-', 'INV-9'),
    item: details,
    reason: `${differ} the reference: INV-{n} and INV-9{n}.`,
  },
  {
    second: changed('fpx', 'card'),
    item: details,
    reason: `${differ} the payment method: fpx and card.`,
  },
  {
    second: changed('P-', 'Q-'),
    item: details,
    reason: `${differ} the id: P-{n} and Q-{n}.`,
  },
  {
    second: changed('50.00,0.50', 'fifty,0.50'),
    item: 'missing_right rejected_in_second -49.5000',
    reason:
      'Line {one} of {first}, MYR 50.00, was rejected as line {two} of {second}: The amount "fifty" is not a valid amount in MYR.',
  },
  {
    first: changed('paid', 'mystery'),
    second: (line) => [line],
    item: 'missing_left rejected_in_first 49.5000',
    reason:
      'Line {two} of {second}, MYR 50.00, was rejected as line {one} of {first}: The status "mystery" is unknown.',
  },
  {
    // the line is twice in the second
    second: (line) => [line, line],
    item: 'missing_left missing_in_first 49.5000',
    reason: 'Line {two} of {second}, MYR 50.00, is missing in {first}.',
  },
];

test('a difference is an item that names both files and lines', async () => {
  const first: string[] = [];
  const second: string[] = [];
  const places = differences.map((difference, index) => {
    const line = lines.p2.replace('P-2', `P-${index + 10}`).replace('INV-2', `INV-${index + 10}`);
    first.push(...(difference.first?.(line) ?? [line]));
    second.push(...difference.second(line));
    return { n: index + 10, one: first.length + 1, two: second.length + 1 };
  });
  const files = await received(first, second);
  const expected = differences.map(({ item, reason }, index) => {
    const gaps = { ...places[index], first: files.first, second: files.second };
    const filled = Object.entries(gaps).reduce(
      (text, [gap, value]) => text.replaceAll(`{${gap}}`, String(value)),
      reason,
    );
    return `2026-11-01 ${item}: ${filled}`;
  });
  const found = (await items()).map(
    ({ day, outcome, reason_code, reason, right_minus_left }) =>
      `${day} ${outcome} ${reason_code} ${right_minus_left}: ${reason}`,
  );
  expect(found.sort()).toEqual(expected.sort());
});

test('a line rejected in both formats is a rejected row, and no item', async () => {
  const broken = lines.p2.replace('50.00', 'fifty');
  await received([lines.p1, broken], [lines.p1, broken]);
  expect(await items()).toEqual([]);
  const rejected = await acme.rows('select line_no from staging.rejected_row');
  expect(rejected).toHaveLength(2);
});

test('lines without an id are paired by what they have in common, and never where two fit', async () => {
  const bare = (row: string) => row.slice(row.indexOf(',') + 1);
  const head = bare(header);
  const again = lines.p2.replace('10:00:00', '10:30:00');
  const first = [lines.p1, lines.p2, lines.p3, again].map(bare);
  await received(first, [lines.p1.replace('1.00,99.00', '1.10,98.90'), lines.p2, lines.p3, again].map(bare), { head });
  expect(await items()).toMatchObject([{ reason_code: 'fee_differs', right_minus_left: '-0.1000' }]);
  await acme.execute('delete from core.compared_line');
  const other = '2026-11-02T17:00:00Z';
  // two lines on one reference, both with another amount: which is which is not guessed
  const changed = [lines.p2, again].map((row) => row.replace('50.00,0.50,49.50', '51.00,0.50,50.50'));
  await received(first, [lines.p1, ...changed, lines.p3].map(bare), { head, facts: { ...window, window_to: other } });
  expect((await items()).map(({ reason_code }) => reason_code)).toEqual([
    ...['missing_in_first', 'missing_in_first', 'missing_in_second', 'missing_in_second'],
  ]);
});

test('times that differ by less than a second agree', async () => {
  await received([lines.p1], [lines.p1.replace('09:00:00', '09:00:00.400')]);
  expect(await items()).toEqual([]);
});

const of = (kind: string, facts: object, content = text([lines.p1])) =>
  landed(content, { kind, currency: 'MYR', ...window, ...facts });

describe('which statements are compared', () => {
  test('the newest of each format for a window', async () => {
    await received([lines.p1], [lines.p1, lines.p2]);
    expect(await items()).toHaveLength(1);
    const later = { received_at: '2026-11-04T00:00:00.000Z' };
    await received([lines.p1, lines.p2], [lines.p1, lines.p2], { facts: { ...window, ...later } });
    expect(await items()).toEqual([]);
  });

  test('those of the newest window that covers a day', async () => {
    await received([lines.p1], [lines.p1, lines.p2]);
    const wider = { window_from: '2026-10-31T16:00:00Z', window_to: '2026-11-03T16:00:00Z' };
    const next = lines.p3.replace('2026-11-02', '2026-11-03').replace('P-3', 'P-4');
    await received([lines.p1, lines.p2], [lines.p1, lines.p2, next], {
      facts: { ...wider, received_at: '2026-11-04T00:00:00.000Z' },
    });
    expect(await items('2026-11-01', '2026-11-04')).toMatchObject([
      { day: '2026-11-03', reason_code: 'missing_in_first' },
    ]);
  });

  test('also where the second format arrived before the statement of record', async () => {
    await acme.load(of('statement_comparison', {}));
    expect(await missingInputs()).toEqual(['2026-11-01', '2026-11-02']);
    await acme.load(of('statement', {}, text([lines.p1, lines.p2])));
    expect(await items()).toMatchObject([{ reason_code: 'missing_in_second' }]);
    expect(await missingInputs()).toEqual([]);
  });

  test('a line without a day, and one of a day outside the statement, is shown on its last day', async () => {
    const unpaid = lines.p1.replace('paid,2026-11-01 09:00:00', 'overdue,');
    const earlier = lines.p2.replace('2026-11-01', '2026-10-01');
    await received([lines.p3], [lines.p3, unpaid, earlier]);
    expect((await items()).map(({ day, reason_code }) => [day, reason_code])).toEqual([
      ['2026-11-02', 'missing_in_first'],
      ['2026-11-02', 'missing_in_first'],
    ]);
  });
});

describe('a day without its second format is incomplete', () => {
  const days = ['2026-11-01', '2026-11-02'];

  test.each([
    ['missing', undefined],
    ['refused', of('statement_comparison', {}, '<html>')],
    ['of another window', of('statement_comparison', { window_to: '2026-11-03T16:00:00Z' })],
    ['in another currency', of('statement_comparison', { currency: 'SGD' })],
  ])('%s', async (_what, second) => {
    await acme.load(of('statement', {}));
    if (second !== undefined) await acme.load(second);
    expect(await missingInputs()).toEqual(days);
  });

  test('and so is one whose statement was restated without it', async () => {
    await received([lines.p1], [lines.p1]);
    expect(await missingInputs()).toEqual([]);
    const facts = { window_to: '2026-11-03T16:00:00Z', received_at: '2026-11-04T00:00:00.000Z' };
    await acme.load(of('statement', facts));
    expect(await missingInputs()).toEqual(days);
  });
});

test('with one format nothing is compared or required, whatever was received before', async () => {
  await received([lines.p1], [lines.p1, lines.p2]);
  await acme.configure({ hasPayout: false });
  expect([await items(), await agreed(), await missingInputs()]).toEqual([[], [], []]);
  const gateway = connectors.find(({ name }) => name === 'gateway');
  expect(gateway?.requires({}).map(({ kind }) => kind)).toEqual(['statement', 'turnover', 'balance']);
  expect(gateway?.requires(both).map(({ kind }) => kind)).toEqual([
    'statement',
    'turnover',
    'balance',
    'statement_comparison',
  ]);
});
