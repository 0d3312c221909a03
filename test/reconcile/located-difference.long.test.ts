import { expect, test } from 'vitest';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { landed } from '../given/landed.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Product,Flow,Status,Paid On,Related To
p1,purchase,INV-1,MYR,100.00,1.00,FPX,purchase,api,paid,2026-11-02 09:01:00,
p2,purchase,INV-2,MYR,50.00,0.50,visa,purchase,api,paid,2026-11-02 14:03:00,
r1,refund,INV-1,MYR,20.00,0.00,FPX,refund,api,success,2026-11-02 16:31:00,p1
r2,refund,INV-1,MYR,30.00,0.00,FPX,refund,api,success,2026-11-02 16:32:00,p1
`;
const day = days('2026-11-02');
const side = (turnover: number, fee_sell: number, all: number) => ({ turnover, fee_sell, count: { all } });
const none = side(0, 0, 0);

const acme = givenRules({ hasPayout: false });

const load = async (file: LandedFile) => expect(await acme.load(file)).toMatchObject({ status: 'loaded', rejected: 0 });
const total = (incoming: object, outgoing: object) =>
  landed(JSON.stringify({ incoming, outgoing }), { kind: 'turnover', ...day });

/** A turnover response for hours of that day in Kuala Lumpur time. */
function slice(from: string, to: string, filters: string, incoming: object, outgoing: object = none) {
  const at = (time: string) => new Date(`2026-11-02T${time}:00+08:00`).toISOString();
  return landed(JSON.stringify({ incoming, outgoing }), {
    kind: 'turnover_slice',
    window_from: at(from),
    window_to: at(to),
    currency: 'MYR',
    request_query: `from=1&to=2&currency=MYR${filters}`,
  });
}

async function reasons() {
  await acme.find(['statement_to_turnover'], '2026-11-02', '2026-11-03');
  const rows = await acme.mart(
    "select reason from mart.item where reconciliation = 'statement_to_turnover' order by item_key",
  );
  return rows.map(({ reason }) => String(reason));
}

test('A located difference has amount, method, time and lines, in both directions', async () => {
  await load(landed(statement, { kind: 'statement', ...day }));
  // a response older than the day's total describes another state and is not used
  await load(slice('09:00', '09:05', '', none));
  // incoming 150.00 + 51.90, outgoing without r2: 50.00 - 30.00
  await load(total(side(20190, 202, 3), side(2000, 0, 1)));
  await load(slice('12:00', '18:00', '', side(10190, 102, 2), side(2000, 0, 1)));
  await load(slice('14:00', '14:05', '', side(10190, 102, 2)));
  await load(slice('14:00', '14:05', '&payment_method=fpx&payment_method=visa', side(10190, 102, 2)));
  expect(await reasons()).toEqual([
    expect.stringMatching(/ Located: MYR 51\.90 more in turnover, 14:00–14:05, next to statement line INV-2\.$/),
    expect.stringMatching(/ Located: MYR 30\.00 less in turnover, 12:00–18:00, statement lines INV-1, INV-1\.$/),
  ]);

  await load(slice('14:00', '14:05', '&payment_method=fpx', side(5190, 52, 1)));
  await load(slice('16:30', '16:35', '&payment_method=fpx', none, side(2000, 0, 1)));
  expect(await reasons()).toEqual([
    expect.stringMatching(/ Located: MYR 51\.90 more in turnover, FPX, 14:00–14:05, no statement line\.$/),
    expect.stringMatching(/ Located: MYR 30\.00 less in turnover, FPX, 16:30–16:35, statement lines INV-1, INV-1\.$/),
  ]);

  // after a newer total of the day the earlier findings no longer apply
  await load(total(side(20190, 202, 3), side(5000, 0, 2)));
  expect(await reasons()).toEqual([
    'Missing in statement: 1 incoming payment(s) that turnover includes, MYR 51.90, fees MYR 0.52.',
    'Statement and turnover agree in amount, fee and count (outgoing).',
  ]);
});
