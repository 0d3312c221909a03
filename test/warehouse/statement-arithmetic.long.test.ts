import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instructionsFor } from '../../src/company/reading-instructions.ts';
import { readWith } from '../../src/warehouse/load/landed-file.ts';
import { givenReading, landed, loadLanded } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

const acme = givenRules();

/** How a gateway may write its figures. */
const convention = fc.record({
  isFeeNegative: fc.boolean(),
  isOutgoingNegative: fc.boolean(),
  /** Of outgoing money the net amount is what leaves the balance, or the amount less the fee. */
  isFeeAdded: fc.boolean(),
  /** In per cent; with or without a column of its own. */
  reserve: fc.constantFrom(0, 5, 10),
  isReserveStated: fc.boolean(),
});
type Convention = typeof convention extends fc.Arbitrary<infer Value> ? Value : never;

/** In cents: the fee is positive when it is charged. */
type Line = { isOutgoing: boolean; amount: number; fee: number };
const line = (isOutgoing: boolean, isGivenBack: boolean): fc.Arbitrary<Line> =>
  fc
    .record({ amount: fc.integer({ min: 1000, max: 5_000_000 }), fee: fc.integer({ min: 1, max: 400 }) })
    .map(({ amount, fee }) => ({ isOutgoing, amount, fee: isGivenBack ? -fee : fee }));

const major = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const withheldOf = ({ isOutgoing, amount }: Line, { reserve }: Convention) =>
  isOutgoing ? 0 : Math.floor((amount * reserve) / 100);

/** The cells of a line, `error` cents added to its net amount. */
function written(each: Line, how: Convention, index: number, error: number): string {
  const { isOutgoing, amount, fee } = each;
  const withheld = withheldOf(each, how);
  const net = isOutgoing ? (how.isFeeAdded ? amount + fee : amount - fee) : amount - fee - withheld;
  const sign = isOutgoing && how.isOutgoingNegative ? -1 : 1;
  const cells = [
    ...[isOutgoing ? 'refund' : 'purchase', `R-${index}`, major(sign * amount), major(how.isFeeNegative ? -fee : fee)],
    ...[how.isReserveStated ? major(withheld) : '', major(sign * (net + error)), 'paid', '2026-11-02 09:00:00'],
  ];
  return cells.join(',');
}

async function load(lines: readonly Line[], how: Convention, wrong: number | undefined, error: number) {
  const head = 'Type,Reference,Amount,Fee,Withheld,Net Amount,Status,Paid On';
  const rows = lines.map((each, index) => written(each, how, index, index === wrong ? error : 0));
  const file = landed(`${[head, ...rows].join('\n')}\n`, { kind: 'statement', currency: 'MYR' });
  const { status } = await loadLanded(acme.connection, file, {}, undefined, { keepsLines: true });
  const id = { id: file.receipt_id };
  const fees = await acme.rows(
    `select line_no, (fee * 100)::bigint as fee from staging.statement_line($id, $zone, 'file_line')
     where reject_code is null order by line_no`,
    { ...id, zone: 'Asia/Kuala_Lumpur' },
  );
  const rejected = await acme.rows('select line_no, reason_code from staging.rejected_row where receipt_id = $id', id);
  return { status, fees: fees.map(({ line_no, fee }) => [Number(line_no), Number(fee)]), rejected };
}

test('in every convention the fees are read with their signs, and one wrong net amount is one rejected line', async () => {
  await fc.assert(
    fc.asyncProperty(
      convention,
      fc.array(line(false, false), { minLength: 8, maxLength: 12 }),
      fc.array(line(false, true), { maxLength: 2 }),
      fc.array(line(true, false), { minLength: 3, maxLength: 5 }),
      fc.array(line(true, true), { maxLength: 1 }),
      fc.option(fc.nat(7), { nil: undefined }),
      fc.constantFrom(-1, 1, 2500),
      async (how, paid, paidBack, refunded, refundedBack, wrong, drawn) => {
        // of a reserve that no column states, a cent may be rounding
        const error = how.reserve > 0 && !how.isReserveStated ? 2500 : drawn;
        const lines = [...paid, ...paidBack, ...refunded, ...refundedBack];
        const right = lines.flatMap(({ fee }, index) => (index === wrong ? [] : [[index + 2, fee]]));
        expect(await load(lines, how, wrong, error)).toEqual({
          status: 'loaded',
          fees: right,
          rejected: wrong === undefined ? [] : [{ line_no: BigInt(wrong + 2), reason_code: 'net_differs' }],
        });
      },
    ),
    { numRuns: 12, seed: 20261122, endOnFailure: true },
  );
});

const side = (turnover: number, fee_sell: number, all: number) => ({ turnover, fee_sell, count: { all } });

test('a fee that was given back agrees with the turnover that counts it negative', async () => {
  const statement = `ID,Type,Reference Nr.,Amount,Fee,Net Amount,Status,Paid On,Related To
c1,purchase,C-1,100.00,1.00,99.00,paid,2026-11-02 09:00:00,
c2,purchase,C-2,50.00,0.50,49.50,paid,2026-11-02 10:00:00,
c3,refund,C-2,-20.00,-0.20,-19.80,success,2026-11-02 11:00:00,c2
`;
  // by hand: incoming 150.00 with fees of 1.50, outgoing 20.00 with a fee of 0.20 given back
  const turnover = { incoming: side(15000, 150, 2), outgoing: side(2000, -20, 1) };
  await acme.receive(statement, { kind: 'statement', ...days('2026-11-02') });
  await acme.receive(JSON.stringify(turnover), { kind: 'turnover', ...days('2026-11-02') });
  await acme.judge(['statement_to_turnover'], '2026-11-02', '2026-11-03');
  expect(await acme.lines("select outcome from recon.item where reconciliation = 'statement_to_turnover'")).toEqual([
    'matched',
    'matched',
  ]);
});

test('A statement that was refused is read again once the sign of its fees is configured', () => {
  const readingFor = (statement: object) => {
    const company = { reading: givenReading, statement };
    return readWith(instructionsFor({ source: 'gateway', kind: 'statement' }, company, () => []).reading);
  };
  expect(readingFor({})).toBe(readingFor({}));
  const all = [{}, { fee_sign: 'charged_is_negative' }, { fee_sign: 'charged_is_positive' }, { reserve_percent: '5' }];
  expect(new Set(all.map(readingFor)).size).toBe(4);
});
